// The managers' page of the team: load, spreading, absence; each figure against plain SQL.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { team } from '#contract/calls/team.ts'
import type { MemberLoad } from '#contract/model/team.ts'
import { refusalOf, testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type World } from '#tests/support/world.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await testServer({ now: () => NOON })
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

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
    const plan = { body: { caseIds: ids, to: ['analyst2'], way: 'even' as const } }
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
  const plan = await server.call(team.planSpread, { body: { caseIds, to: ['analyst2'], way: 'load' } }, as)
  expect(plan).toMatchObject({ unchanged: 1, isCut: false })
  expect(plan.receivers).toEqual([
    {
      person: { id: 'analyst2', name: 'Tomás Herrera' },
      before: before.open,
      after: before.open + 5,
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
  const assignments = plan.assignments.map(({ caseId, from, to }) => ({ caseId, from: from?.id ?? null, to: to.id }))
  const done = await server.call(team.spread, { body: { assignments } }, as)
  expect(done).toEqual({
    message: '4 of 5 assigned, 1 left: somebody else was quicker.',
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
  const held = (await memberOf('manager')).open
  const to = ['analyst', 'analyst2']
  const plan = await server.call(team.planSpread, { body: { person: 'manager', to, way: 'load' } }, as)
  expect(plan.assignments).toHaveLength(held)
  const after = plan.receivers.map((one) => one.after)
  expect(Math.abs((after[0] ?? 0) - (after[1] ?? 0))).toBeLessThanOrEqual(1)
})

test('the workload matches the database', async () => {
  await world.addCase({ manager: 'analyst', alerts: [{ rule: 'country', level: 'hardstop' }] })
  const { members, unassigned } = await server.call(team.load, {}, as)
  for (const [id, load] of [[null, unassigned] as const, ...members.map((one) => [one.person.id, one] as const)]) {
    const { rows } = await sql<object>`select count(*)::int as open,
      (count(*) filter (where status = 'new' and ${NOON}::timestamptz - created_at > interval '24 hours'))::int as overdue,
      (count(*) filter (where active_hard_stop > 0))::int as "hardStops"
      from monitoring_case where platform = 'paxum' and status in ('new', 'await')
      and manager_id is not distinct from ${id}`.execute(server.db)
    expect(load, id ?? 'unassigned').toMatchObject(rows[0] ?? {})
  }
  const { items } = await server.call(team.work, { query: { person: 'analyst' } }, as)
  expect(items.map(({ createAt }) => createAt.date)).toEqual(items.map(({ createAt }) => createAt.date).toSorted())
  expect(items.every(({ manager }) => manager?.id === 'analyst')).toBe(true)
})
