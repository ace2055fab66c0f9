// The managers' page of the team: load, spreading, absence; each figure against plain SQL.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { team } from '#contract/calls/team.ts'
import type { MemberLoad } from '#contract/model/team/team.ts'
import { refusalOf } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => NOON })

const as = { as: 'manager' }
const memberOf = async (id: string) =>
  (await server.call(team.load, {}, as)).members.find(({ person }) => person.id === id) as MemberLoad
const managerOf = async (id: string) =>
  (await server.db.selectFrom('monitoring_case').select('manager_id').where('id', '=', id).executeTakeFirstOrThrow())
    .manager_id
const addCases = async (count: number, manager: string | null = null) => {
  const made = []
  for (let n = 0; n < count; n += 1) made.push((await world.addCase({ manager })).id)
  return made
}

describe('absence', () => {
  const add = (body: { person?: string; from?: string; to?: string; cover?: string | null }) =>
    server.call(
      team.addAbsence,
      { body: { person: 'analyst2', from: '2026-03-10', to: '2026-03-12', cover: null, ...body } },
      as,
    )

  test('is refused with the invalid path', async () => {
    const wrong = [
      [{ from: '2026-03-12', to: '2026-03-10' }, 'to: is before from'],
      [{ from: '2026-02-30' }, 'from: there is no such day'],
      [{ from: '2026-01-01', to: '2026-01-02' }, 'to: is over already'],
      [{ cover: 'analyst2' }, 'cover: somebody else has to cover'],
      [{ person: 'nobody' }, 'person: nobody of that name works here'],
      [{ cover: 'outsider' }, 'cover: nobody of that name works here'],
    ] as const
    for (const [body, message] of wrong) expect(await refusalOf(add(body)), message).toEqual([400, message])
  })

  test('excludes a person from distribution until it ends, and is audited', async () => {
    const absence = await add({ cover: 'analyst' })
    expect(await memberOf('analyst2')).toMatchObject({ isAbsent: true, absence: { cover: { id: 'analyst' } } })
    expect(await refusalOf(add({ from: '2026-03-12', to: '2026-03-20' }))).toEqual([
      409,
      'from: an absence from 2026-03-10 to 2026-03-12 is entered already',
    ])
    const ids = await addCases(1)
    const plan = { body: { queue: 'case' as const, ids, to: ['analyst2'], way: 'even' as const } }
    expect(await refusalOf(server.call(team.planSpread, plan, as))).toEqual([
      400,
      'to: Tomás Herrera is absent until 2026-03-12',
    ])
    await server.call(team.endAbsence, { params: { absenceId: absence.id } }, as)
    expect((await server.call(team.planSpread, plan, as)).assignments).toHaveLength(1)
    const actions = (await auditOf(server.db, 'account', 'analyst2')).map(({ action }) => action)
    expect(actions).toEqual(['add absence', 'end absence'])
    expect((await refusalOf(server.call(team.endAbsence, { params: { absenceId: absence.id } }, as)))?.[0]).toBe(404)
  })
})

test('distribution writes nothing before confirmation, then the plan, and leaves what changed meanwhile', async () => {
  const free = await addCases(3)
  const taken = await addCases(2, 'analyst')
  const closed = (await world.addCase({ status: 'complete' })).id
  const caseIds = [...free, ...taken, closed]
  const before = await memberOf('analyst2')
  const plan = await server.call(
    team.planSpread,
    { body: { queue: 'case', ids: caseIds, to: ['analyst2'], way: 'load' } },
    as,
  )
  expect(plan).toMatchObject({ unchanged: 1, isCut: false })
  expect(plan.receivers).toEqual([
    {
      person: { id: 'analyst2', name: 'Tomás Herrera' },
      before: before.queues.case.open,
      after: before.queues.case.open + 5,
      gets: 5,
      from: [
        { person: null, count: 3 },
        { person: { id: 'analyst', name: 'Mara Lindqvist' }, count: 2 },
      ],
      bySkill: { entered: 0, practice: 0 },
    },
  ])
  expect(await managerOf(free[0] ?? '')).toBeNull()

  // somebody takes one of them meanwhile
  await server.db
    .updateTable('monitoring_case')
    .set({ manager_id: 'manager' })
    .where('id', '=', free[1] ?? '')
    .execute()
  const assignments = plan.assignments.map(({ id, from, to }) => ({ id, from: from?.id ?? null, to: to.id }))
  const done = await server.call(team.spread, { body: { queue: 'case', assignments } }, as)
  expect(done).toEqual({
    message: '4 of 5 assigned, 1 left: somebody else changed it first.',
    assigned: 4,
    skipped: [free[1]],
  })
  expect(await Promise.all(caseIds.map(managerOf))).toEqual([
    'analyst2',
    'manager',
    'analyst2',
    'analyst2',
    'analyst2',
    null,
  ])
  expect((await auditOf(server.db, 'case', taken[0] ?? '')).map(({ action, actor }) => [action, actor])).toEqual([
    ['assign', 'manager'],
  ])
})

test('all work of one person is distributed by load', async () => {
  await addCases(6, 'manager')
  const held = (await memberOf('manager')).queues.case.open
  const to = ['analyst', 'analyst2']
  const plan = await server.call(team.planSpread, { body: { queue: 'case', person: 'manager', to, way: 'load' } }, as)
  expect(plan.assignments).toHaveLength(held)
  const after = plan.receivers.map((one) => one.after)
  expect(Math.abs((after[0] ?? 0) - (after[1] ?? 0))).toBeLessThanOrEqual(1)
})

test('the workload matches the database in every queue', async () => {
  await world.addCase({ manager: 'analyst', alerts: [{ rule: 'country', level: 'hardstop' }] })
  await world.addAccountAlert({ manager: 'analyst2' })
  await world.addForm({ author: 'analyst', type: 'sar', status: 'review', data: { detectedOn: '2026-02-01' } })
  await world.addForm({ author: 'analyst', type: 'sar', status: 'new', data: { detectedOn: '2026-02-12' } })
  await world.addForm({ author: 'analyst2', type: 'edd_ong', status: 'approved' })
  const team_id = (await server.db.selectFrom('helpdesk_team').select('id').executeTakeFirst())?.id ?? 'support'
  const ticket = { platform: 'paxum', customer_id: '100', team_id, subject: 'Hello', contact_email: 'a@docket.example' }
  await server.db
    .insertInto('helpdesk_ticket')
    .values({ ...ticket, status: 'open', created_by: 'analyst2', created_at: NOON })
    .execute()
  const { members, unassigned } = await server.call(team.load, {}, as)
  const open = async (table: string, owner: string, only: string, id: string | null) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where platform = 'paxum' and ${sql.raw(only)} and ${sql.ref(owner)} is not distinct from ${id}`.execute(server.db)
    return rows[0]?.n
  }
  for (const [id, load] of [[null, unassigned] as const, ...members.map((one) => [one.person.id, one] as const)]) {
    const { case: cases, accountAlert, form, ticket: tickets } = load.queues
    expect([cases.open, accountAlert.open, form.open, tickets.open], id ?? 'unassigned').toEqual([
      await open('monitoring_case', 'manager_id', "status in ('new', 'await')", id),
      await open(
        'alert',
        'manager_id',
        "kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent')",
        id,
      ),
      await open('document_form', 'author_id', "status in ('new', 'review')", id),
      await open('helpdesk_ticket', 'created_by', "status = 'open'", id),
    ])
  }
  expect((await memberOf('analyst')).queues.form).toEqual({ open: 2, breached: 1, dueSoon: 1 })
  const { items } = await server.call(team.work, { query: { person: 'analyst' } }, as)
  expect(items.map(({ createAt }) => createAt.date)).toEqual(items.map(({ createAt }) => createAt.date).toSorted())
  expect(items.every(({ manager }) => manager?.id === 'analyst')).toBe(true)
})

describe('the roster', () => {
  type Queues = ('case' | 'accountAlert')[] | null
  const set = (person: string, queues: Queues, was: Queues) =>
    server.call(team.setRoster, { body: { person, queues, was } }, as)
  const deal = (caseId: string, userId: string, who = 'manager') =>
    server.call(cases.assign, { params: { caseId, userId } }, { as: who })

  test('leaves out administrators of every kind until they are put on it', async () => {
    const [id = ''] = await addCases(1)
    const plan = (to: string) =>
      server.call(team.planSpread, { body: { queue: 'case', ids: [id], to: [to], way: 'even' } }, as)
    for (const person of ['admin', 'superadmin', 'docadmin']) {
      expect(await refusalOf(plan(person))).toEqual([400, `to: nobody called ${person} works the queue Cases`])
      expect((await refusalOf(deal(id, person)))?.[1]).toContain('is not on the roster of cases.')
    }
    const { items } = await server.call(cases.managers, { query: {} }, as)
    expect(items.filter(({ queues }) => queues.length > 0).map((one) => one.id)).toEqual(
      expect.arrayContaining(['analyst', 'analyst2', 'manager']),
    )
    expect(items.find((one) => one.id === 'docadmin')?.queues).toEqual([])
    // taking is not dealing
    await deal(id, 'docadmin', 'docadmin')
    expect(await managerOf(id)).toBe('docadmin')
  })

  test('is changed by managers on what they read, and audited', async () => {
    expect(
      (await refusalOf(server.call(team.setRoster, { body: { person: 'docadmin', queues: [], was: null } })))?.[0],
    ).toBe(403)
    expect(await refusalOf(set('outsider', ['case'], null))).toEqual([400, 'person: nobody of that name works here'])
    await set('docadmin', ['case'], null)
    expect((await refusalOf(set('docadmin', [], null)))?.[0]).toBe(409)
    expect(await memberOf('docadmin')).toMatchObject({ worksOn: ['case'], isOnRoster: true })
    const [id = ''] = await addCases(1)
    await deal(id, 'docadmin')
    const { id: alertId } = await world.addAccountAlert()
    const assign = server.call(accountAlerts.assign, { params: { alertId, managerId: 'docadmin' } }, as)
    expect(await refusalOf(assign)).toEqual([403, 'Yusuf Brandt is not on the roster of account alerts.'])
    await set('docadmin', null, ['case'])
    expect((await auditOf(server.db, 'account', 'docadmin')).slice(-2)).toMatchObject([
      { action: 'set roster', before: { queues: null }, after: { queues: ['case'] } },
      { action: 'set roster', before: { queues: ['case'] }, after: { queues: null } },
    ])
  })

  test('an exclusion holds against dealing, distribution and taking, until it ends', async () => {
    const add = (body: { scope?: 'customer' | 'ruleType' | 'queue'; value?: string; person?: string }) =>
      server.call(
        team.addExclusion,
        { body: { person: 'analyst2', scope: 'customer', value: '100', reason: 'A relative.', ...body } },
        as,
      )
    expect(await refusalOf(add({ value: '404' }))).toEqual([400, 'value: there is no client 404 here'])
    expect(await refusalOf(add({ scope: 'ruleType', value: 'nonsense' }))).toEqual([
      400,
      'value: there is no such type of rule',
    ])
    expect((await refusalOf(add({ scope: 'queue', value: 'tickets' })))?.[0]).toBe(400)
    expect((await refusalOf(add({ person: 'outsider' })))?.[0]).toBe(400)
    await add({})
    expect(await refusalOf(add({}))).toEqual([409, 'This exclusion is entered already.'])
    const ada = (await world.addCase({ customer: 'ada' })).id
    const acme = (await world.addCase({ customer: 'acme' })).id
    const said = 'Tomás Herrera is excluded from work of this client: A relative.'
    expect(await refusalOf(deal(ada, 'analyst2'))).toEqual([403, said])
    expect(await refusalOf(deal(ada, 'analyst2', 'analyst2'))).toEqual([403, said])
    const body = { queue: 'case' as const, ids: [ada, acme], to: ['analyst2'], way: 'even' as const }
    const plan = await server.call(team.planSpread, { body }, as)
    expect(plan).toMatchObject({ excluded: 1, unchanged: 0, assignments: [{ id: acme }] })
    const both = await server.call(team.planSpread, { body: { ...body, to: ['analyst2', 'analyst'] } }, as)
    expect(both.assignments.find(({ id }) => id === ada)?.to.id).toBe('analyst')
    // planned before, excluded since
    const late = { queue: 'case' as const, assignments: [{ id: ada, from: null, to: 'analyst2' }] }
    expect((await refusalOf(server.call(team.spread, { body: late }, as)))?.[1]).toBe(said)
    await add({ scope: 'ruleType', value: 'account_velocity' })
    const velocity = (await world.addCase({ customer: 'acme', alerts: [{ rule: 'velocity' }] })).id
    expect((await refusalOf(deal(velocity, 'analyst2')))?.[1]).toContain('alerts of this type of rule')
    const { exclusions } = await memberOf('analyst2')
    expect(exclusions.map(({ scope, value, reason }) => [scope, value, reason])).toEqual([
      ['customer', '100', 'A relative.'],
      ['ruleType', 'account_velocity', 'A relative.'],
    ])
    for (const { id } of exclusions) await server.call(team.endExclusion, { params: { exclusionId: id } }, as)
    const gone = server.call(team.endExclusion, { params: { exclusionId: exclusions[0]?.id ?? '' } }, as)
    expect((await refusalOf(gone))?.[0]).toBe(404)
    await deal(ada, 'analyst2')
    expect(await managerOf(ada)).toBe('analyst2')
  })
})

test('all account alerts of one person go to others as planned', async () => {
  const { id } = await world.addAccountAlert({ manager: 'manager' })
  const body = { queue: 'accountAlert' as const, person: 'manager', to: ['analyst'], way: 'load' as const }
  const { assignments } = await server.call(team.planSpread, { body }, as)
  expect(assignments.map((one) => one.id)).toContain(id)
  const planned = assignments.map((one) => ({ id: one.id, from: one.from?.id ?? null, to: one.to.id }))
  const done = await server.call(team.spread, { body: { queue: 'accountAlert', assignments: planned } }, as)
  expect(done.skipped).toEqual([])
  expect((await memberOf('manager')).queues.accountAlert.open).toBe(0)
})
