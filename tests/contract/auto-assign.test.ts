// Auto-assignment and entered skills: who is given what nobody has, and what keeps somebody from it.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { policies } from '#contract/calls/policies.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { sync } from '#contract/calls/sync.ts'
import { team } from '#contract/calls/team.ts'
import { policyValue } from '#server/policies/values.ts'
import type { DataPolicyId } from '#server/policies/data-policies.ts'
import { assignByPolicy } from '#server/team/auto-assign.ts'
import { refusalOf, Refused } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => NOON })

const as = { as: 'manager' }
const admin = { as: 'admin' }
const about = () => ({ platform: 'paxum', config: server.services.config, now: () => NOON })
/** As Administration does it. */
const set = async (id: DataPolicyId, value: string | number | boolean) => {
  if ((await policyValue(server.db, about(), id)) === value) return
  const { items } = await server.call(policies.list, {}, admin)
  const version = items.find((one) => one.id === id)?.version ?? 0
  await server.call(policies.set, { params: { policy: id }, body: { value, version, reason: 'Trial.' } }, admin)
}
const run = (queue: 'case' | 'accountAlert' = 'case') => assignByPolicy(server.db, queue, about())
const managerOf = async (id: string) =>
  (await server.db.selectFrom('monitoring_case').select('manager_id').where('id', '=', id).executeTakeFirstOrThrow())
    .manager_id
const addCases = async (count: number, manager: string | null = null) => {
  const made: string[] = []
  for (let n = 0; n < count; n += 1) made.push((await world.addCase({ manager })).id)
  return made
}
const away = (person: string) =>
  server.call(team.addAbsence, { body: { person, from: '2026-03-10', to: '2026-03-12', cover: null } }, as)
const analysts = async () => {
  const { members } = await server.call(team.load, {}, as)
  return members.filter(({ worksOn }) => worksOn.includes('case'))
}

beforeEach(async () => {
  await server.db.deleteFrom('staff_absence').execute()
  await server.db.deleteFrom('staff_skill').execute()
  await server.db.updateTable('monitoring_case').set({ status: 'complete', manager_id: null }).execute()
  await sql`update alert set status = 'resolved', manager_id = null where kind = 'account'`.execute(server.db)
  await set('autoAssignCases', 'off')
  await set('autoAssignCasesMost', 100)
  await set('autoAssignAccountAlerts', 'off')
  await set('autoAssignAbsent', false)
})

describe('a policy', () => {
  test('is off until an administrator sets it, refuses unknown values, and is audited with its reason', async () => {
    const [one = ''] = await addCases(1)
    expect(await run()).toBe(0)
    expect(await managerOf(one)).toBeNull()
    expect(await server.call(team.autoAssign, {}, as)).toMatchObject({ case: { way: null, most: 100 } })
    const change = (value: string, who: object) =>
      server.call(
        policies.set,
        { params: { policy: 'autoAssignCases' }, body: { value, version: 99, reason: 'Trial.' } },
        who,
      )
    expect((await refusalOf(change('load', as)))?.[0]).toBe(403)
    expect((await refusalOf(change('by hand', admin)))?.[0]).toBe(400)
    expect((await refusalOf(change('load', admin)))?.[0]).toBe(409)
    await set('autoAssignCases', 'load')
    expect(await server.call(team.autoAssign, {}, as)).toMatchObject({ case: { way: 'load' } })
    expect((await auditOf(server.db, 'policy', 'autoAssignCases')).at(-1)).toMatchObject({
      action: 'change policy',
      actor: 'admin',
      reason: 'Trial.',
      after: { value: 'load' },
    })
  })
})

describe('cases', () => {
  test('go evenly to analysts who are present, and are audited and in the feed', async () => {
    const head = await server.send(sync.snapshot, { query: { platform: 'paxum', kind: 'case' } })
    const { cursor } = JSON.parse((await head.text()).split('\n')[0] ?? '') as { cursor: string }
    const ids = await addCases(7)
    await set('autoAssignCases', 'load')
    expect(await run()).toBe(7)
    const open = (await analysts()).map((one) => one.queues.case.open)
    expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(1)
    expect(open.reduce((sum, n) => sum + n, 0)).toBe(7)
    const [first = ''] = ids
    const to = await managerOf(first)
    expect(await auditOf(server.db, 'case', first)).toMatchObject([
      {
        action: 'assign',
        actor: 'auto-assignment',
        before: { manager: null },
        after: { manager: { id: to } },
        reason: 'Assigned by policy, by load.',
        version: '2',
      },
    ])
    const { items } = await server.call(sync.rows, { query: { platform: 'paxum', since: cursor } })
    expect(items.find(({ id }) => id === first)?.row).toMatchObject({ manager: { id: to } })
    const seen = await server.call(cases.view, { params: { caseId: first } })
    expect(seen).toMatchObject({ manager: { id: to }, version: 2 })
    // done is done
    expect(await run()).toBe(0)
  })

  test('never go to absent people, to the person with the most, or anywhere when nobody is left', async () => {
    const [busy, ...others] = await analysts()
    const [last] = others
    await set('autoAssignCases', 'even')
    await set('autoAssignCasesMost', 2)
    await addCases(2, busy?.person.id ?? '')
    for (const { person } of others.slice(1)) await away(person.id)
    const ids = await addCases(5)
    expect(await run()).toBe(2)
    const managers = await Promise.all(ids.map(managerOf))
    expect(managers.filter((id) => id === last?.person.id)).toHaveLength(2)
    expect(managers.filter((id) => id === null)).toHaveLength(3)
    await away(last?.person.id ?? '')
    await set('autoAssignCasesMost', 50)
    await away(busy?.person.id ?? '')
    expect(await run()).toBe(0)
  })

  test('of absent people are reassigned only where the policy says so, and only if not begun', async () => {
    const [one] = await analysts()
    const absent = one?.person.id ?? ''
    const [mine = ''] = await addCases(1, absent)
    const waiting = (await world.addCase({ status: 'await', manager: absent })).id
    await away(absent)
    await set('autoAssignCases', 'load')
    expect(await run()).toBe(0)
    await set('autoAssignAbsent', true)
    expect(await run()).toBe(1)
    expect(await managerOf(mine)).not.toBe(absent)
    expect(await managerOf(waiting)).toBe(absent)
    expect((await auditOf(server.db, 'case', mine)).at(-1)).toMatchObject({ before: { manager: { id: absent } } })
  })

  test('are assigned once by two instances, and stay with a person who took one meanwhile', async () => {
    const ids = await addCases(30)
    await set('autoAssignCases', 'load')
    const [mine = ''] = ids
    const take = server.call(cases.assign, { params: { caseId: mine, userId: 'analyst' } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false
        throw error
      },
    )
    const [a, b, isTaken] = await Promise.all([run(), run(), take])
    const entries = await Promise.all(ids.map((id) => auditOf(server.db, 'case', id)))
    const byPolicy = entries.map((all) => all.filter(({ actor }) => actor === 'auto-assignment').length)
    expect(Math.max(...byPolicy)).toBe(1)
    expect(byPolicy.reduce((sum, n) => sum + n, 0)).toBe(a + b)
    expect(a + b).toBeGreaterThanOrEqual(29)
    expect((await Promise.all(ids.map(managerOf))).every((id) => id !== null)).toBe(true)
    if (isTaken) expect(await managerOf(mine)).toBe('analyst')
  })

  test('match the dry run, which writes nothing', async () => {
    await addCases(9)
    const body = { queue: 'case' as const, way: 'load' as const, most: 100 }
    const plan = await server.call(team.planAuto, { body }, as)
    expect(plan).toMatchObject({ waiting: 9, lastDay: 9, left: 0, isCut: false })
    expect((await analysts()).every(({ queues }) => queues.case.open === 0)).toBe(true)
    await set('autoAssignCases', 'load')
    await run()
    const after = new Map((await analysts()).map(({ person, queues }) => [person.id, queues.case.open]))
    for (const receiver of plan.receivers) expect(after.get(receiver.person.id)).toBe(receiver.after)
    expect(
      (await server.call(team.planAuto, { body: { ...body, most: 1 } }, as)).receivers.every((one) => one.gets === 0),
    ).toBe(true)
  })
})

test('account alerts have a policy of their own', async () => {
  const { id } = await world.addAccountAlert()
  await set('autoAssignCases', 'load')
  expect(await run('accountAlert')).toBe(0)
  await set('autoAssignAccountAlerts', 'even')
  expect(await run('accountAlert')).toBe(1)
  const row = await server.db
    .selectFrom('alert')
    .select(['manager_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toMatchObject({ manager_id: expect.any(String), version: '2' })
  expect(await auditOf(server.db, 'alert', id)).toMatchObject([{ action: 'assign', actor: 'auto-assignment' }])
})

describe('a skill', () => {
  type Level = 0 | 1 | 2 | 3
  const enter = (level: Level, was: Level, person = 'analyst2') =>
    server.call(team.setSkill, { body: { person, area: 'amounts', level, was } }, as)

  test('is refused for outsiders and outdated versions; it is audited and shown', async () => {
    expect(await refusalOf(enter(2, 0, 'outsider'))).toEqual([400, 'person: nobody of that name works here'])
    const body = { person: 'analyst2', area: 'amounts', level: 2, was: 0 } as const
    expect((await refusalOf(server.call(team.setSkill, { body }, { as: 'analyst' })))?.[0]).toBe(403)
    await enter(2, 0)
    expect((await refusalOf(enter(3, 0)))?.[0]).toBe(409)
    const { members } = await server.call(team.load, {}, as)
    expect(members.find(({ person }) => person.id === 'analyst2')?.skills).toEqual([{ area: 'amounts', level: 2 }])
    await enter(0, 2)
    expect((await auditOf(server.db, 'account', 'analyst2')).slice(-2)).toMatchObject([
      { action: 'set skill', before: { area: 'amounts', level: 0 }, after: { area: 'amounts', level: 2 } },
      { action: 'set skill', before: { area: 'amounts', level: 2 }, after: { area: 'amounts', level: 0 } },
    ])
  })

  test('that was entered takes precedence over earlier decisions, and the plan names it', async () => {
    // all of what was decided on the rule is the other’s
    const done = await world.addCase({ alerts: [{ rule: 'limit' }] })
    await sql`update alert set status = 'resolved', resolved_by = 'analyst', resolved_at = ${NOON}
      where id = ${done.alertIds[0]}`.execute(server.db)
    await server.db.updateTable('monitoring_case').set({ status: 'complete' }).where('id', '=', done.id).execute()
    const caseIds: string[] = []
    for (let n = 0; n < 10; n += 1) caseIds.push((await world.addCase({ alerts: [{ rule: 'limit' }] })).id)
    const plan = async () => {
      const body = { queue: 'case' as const, ids: caseIds, to: ['analyst', 'analyst2'], way: 'skill' as const }
      const { receivers } = await server.call(team.planSpread, { body }, as)
      return receivers.map(({ gets, bySkill }) => ({ gets, bySkill }))
    }
    const none = { entered: 0, practice: 0 }
    const [first, second] = await plan()
    expect(first?.gets).toBeGreaterThan(second?.gets ?? 10)
    expect(first?.bySkill).toEqual({ entered: 0, practice: first?.gets })
    expect(second?.bySkill).toEqual(none)
    await enter(3, 0)
    await enter(1, 0, 'analyst')
    const [less, more] = await plan()
    expect(more?.gets).toBeGreaterThan(less?.gets ?? 10)
    expect(more?.bySkill).toEqual({ entered: more?.gets, practice: 0 })
    expect(less?.bySkill).toEqual({ entered: less?.gets, practice: 0 })
  })
})
