// Letting allowlists resolve what is open: how much each covers, the task that goes through it, on two instances.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { allowlists } from '#contract/calls/rules/allowlists.ts'
import { tasks } from '#contract/calls/tasks.ts'
import type { AllowlistBody } from '#contract/model/rules/allowlist.ts'
import { isProcessing } from '#contract/model/task.ts'
import { allowlistDesk, type AllowlistDesk } from '#tests/support/allowlists.ts'
import { testServer } from '#tests/support/server.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const onPaydek = { as: 'admin', platform: 'paydek' }
const at = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const { server } = await startWorld({ now: () => NOON })
beforeAll(async () => {
  desk = await allowlistDesk(server)
})

let desk: AllowlistDesk
const refusal: AllowlistDesk['refusal'] = (...each) => desk.refusal(...each)
const create: AllowlistDesk['create'] = (more) => desk.create(more)
const remove: AllowlistDesk['remove'] = (id) => desk.remove(id)
const takeIn: AllowlistDesk['takeIn'] = (...each) => desk.takeIn(...each)

test('remaining alerts are counted for several allowlists of a rule as for each alone, in one query', async () => {
  await takeIn(['una > x!', 2000, '03-02'], ['una > x!', 3000, '03-06'], ['vic > x!', 2000, '03-06'])
  const each: Partial<AllowlistBody>[] = [
    { customerId: 'una' },
    { customerId: 'una', startDate: '2026-03-04' },
    { customerId: 'una', endDate: '2026-03-31', ruleCriteria: { limit_transaction: { limit: '2500' } } },
    {
      customerId: 'vic',
      filterGroups: [{ combinator: 'and', rules: [{ field: 'customerId', operator: 'equal', value: 'vic' }] }],
    },
    {},
  ]
  const statements = async () => {
    let taken = 0
    const count = () => void (taken += 1)
    server.services.store.pool.on('acquire', count)
    const { items } = await server.call(allowlists.remainingAlerts, {})
    server.services.store.pool.off('acquire', count)
    return { items, taken }
  }
  const made = []
  const alone = []
  for (const more of each) {
    const one = await create(more)
    const { total } = await server.call(allowlists.coveredAlerts, { params: { versionId: one.versionId } })
    alone.push({ allowlistId: one.id, versionId: one.versionId, count: total })
    made.push(one.id)
  }
  const together = await statements()
  expect(together.items).toEqual(alone)
  expect(alone.slice(0, 4).map(({ count }) => count)).toEqual([2, 1, 1, 1])
  for (const id of made.slice(0, 3)) await remove(id)
  expect((await statements()).taken).toBe(together.taken)
  for (const id of made.slice(3)) await remove(id)
})

describe('resolving open alerts', () => {
  const start = (versionId: string, body?: { closeCases: boolean }) =>
    server.call(allowlists.resolveAlerts, { params: { versionId }, body }, manager)
  const taskOf = async (uuid: string) => {
    const { items } = await server.call(tasks.view, { params: { uuid } })
    return items[0]
  }

  test('finds nothing where nothing is covered', async () => {
    const one = await create({ customerId: '100' })
    expect(await start(one.versionId)).toEqual({ sentAlertsToResolve: 0, message: 'Not Alerts' })
    await remove(one.id)
  })

  test('is queued, run once by one instance, and resolves or leaves every alert', async () => {
    const { alerts: raised } = await takeIn(
      ['cat > x!', 2000, '03-02'],
      ['cat > x!', 3000, '03-03'],
      ['cat > x!', 7000, '03-04'],
      ['cat > x!', 4000, '03-05'],
    )
    const one = await create({ name: 'Cat' })
    const mine = { allowlistId: one.id, versionId: one.versionId }
    const before = (await server.call(allowlists.remainingAlerts, {})).items.find(
      ({ allowlistId }) => allowlistId === one.id,
    )
    expect(before).toEqual({ ...mine, count: expect.any(Number) })
    const reply = await start(one.versionId)
    expect(reply).toMatchObject({ taskUuid: expect.any(String), sentAlertsToResolve: before?.count })
    const uuid = reply.taskUuid ?? ''
    expect(await taskOf(uuid)).toMatchObject({ allowlistId: one.id, status: 'Processing', done: 0, endedAt: null })
    const again = await refusal(allowlists.resolveAlerts, { params: { versionId: one.versionId } })
    expect(again).toMatchObject({ status: 409, current: { uuid } })
    expect(await refusal(tasks.view, { params: { uuid } }, onPaydek)).toMatchObject({ status: 404 })
    // somebody is faster with one of them
    const [first = '', second = '', third = '', fourth = ''] = raised
    await server.call(alerts.reject, { params: { alertId: second }, body: { note: 'Unknown payer.' } })
    // two instances on the same database
    const other = await testServer({ now: () => NOON, database: server.store as never })
    await Promise.all([server.services.tasks.start(), other.services.tasks.start()])
    await vi.waitFor(async () => expect(isProcessing((await server.call(tasks.list, {})).items)).toBe(false), 30_000)
    await other.services.tasks.stop()
    const total = before?.count ?? 0
    expect(await taskOf(uuid)).toMatchObject({
      status: 'Processed',
      total,
      done: total,
      message: expect.stringContaining('skipped'),
      endedAt: at,
      author: 'Ingrid Okafor',
    })
    // each with what became of it, those that were left alone first
    const entries = (await taskOf(uuid))?.entries ?? []
    expect(entries).toHaveLength(total)
    expect(entries[0]).toMatchObject({ alertId: second, status: 'skipped', reason: expect.stringMatching(/rejected/i) })
    expect(entries.find(({ alertId }) => alertId === first)).toMatchObject({ status: 'resolved', reason: null })
    const status = async (alertId: string) => (await server.call(alerts.view, { params: { alertId } })).status
    expect(await Promise.all([first, second, third, fourth].map(status))).toEqual([
      'resolved',
      'rejected',
      'new',
      'resolved',
    ])
    const alert = await server.call(alerts.view, { params: { alertId: first } })
    expect(alert).toMatchObject({ resolvedManager: { name: 'Ingrid Okafor' }, note: expect.stringContaining('“Cat”') })
    expect(alert.notes).toHaveLength(1)
    const audited = await auditOf(server.db, 'alert', first)
    expect(audited).toMatchObject([{ action: 'resolve alert', actor: 'manager', reason: 'FP_ALLOWLISTED' }])
    expect((await server.call(allowlists.remainingAlerts, {})).items).toContainEqual({ ...mine, count: 0 })
    // the list of tasks is asked for all the time: it knows what has ended without looking at the alerts
    await server.db.deleteFrom('task_alert').where('task', '=', uuid).execute()
    expect(await taskOf(uuid)).toMatchObject({ total, done: total })
    await remove(one.id)
  })

  test('leaves an alert with an open sanctions hit, and says why', async () => {
    const { alerts: raised } = await takeIn(['gil > x!', 2000], ['gil > x!', 3000])
    const [open = '', free = ''] = raised
    const { customer_id } = await server.db
      .selectFrom('alert')
      .select('customer_id')
      .where('id', '=', open)
      .executeTakeFirstOrThrow()
    const party = { party: 'customer', party_key: '', party_name: 'Gil' } as const
    const entry = { list: 'Test list', entry_id: 'gil', name: 'GIL', score: 0.8, details: '{}' }
    const { id: hit } = await server.db
      .insertInto('sanctions_hit')
      .values({ platform: 'paxum', customer_id, ...party, ...entry, checked_at: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update alert set trigger_info = jsonb_set(trigger_info, '{saw,infolaft_sanction}',
      jsonb_build_object('hit', ${hit}::text)) where id = ${open}`.execute(server.db)
    const one = await create({ customerId: 'gil' })
    const uuid = (await start(one.versionId)).taskUuid ?? ''
    await server.services.tasks.start()
    await vi.waitFor(async () => expect((await taskOf(uuid))?.status).toBe('Processed'), 30_000)
    const entries = (await taskOf(uuid))?.entries
    expect(entries).toMatchObject([
      { alertId: open, status: 'skipped', reason: expect.stringMatching(/^A sanctions match on this alert is open/) },
      { alertId: free, status: 'resolved', reason: null },
    ])
    expect((await server.call(alerts.view, { params: { alertId: open } })).status).toBe('new')
    const after = await server.db.selectFrom('sanctions_hit').select('outcome').where('id', '=', hit).executeTakeFirst()
    expect(after?.outcome).toBe('potential_match')
    await remove(one.id)
  })

  test('recommends no STR for the cases it closes, where requested, and for no other', async () => {
    const { on } = await takeIn(['fox > x!', 2000], ['fox > x!', 3000])
    const one = await create({ customerId: 'fox' })
    const over = () =>
      vi.waitFor(async () => expect(isProcessing((await server.call(tasks.list, {})).items)).toBe(false), 30_000)
    const caseOf = (id: string | null = '') =>
      server.db
        .selectFrom('monitoring_case')
        .select(['status', 'recommended_str', 'open_alert_count'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    // a person has decided another alert of the second case
    const [alone = '', shared = ''] = on.map(String)
    const columns = await server.db
      .selectFrom('alert')
      .selectAll()
      .where('case_id', '=', shared)
      .executeTakeFirstOrThrow()
    const { id: _, hit_id: __, ...copy } = columns
    const decided = { ...copy, rule_id: '1', status: 'resolved', trigger_info: JSON.stringify(copy.trigger_info) }
    await server.db
      .insertInto('alert')
      .values({ ...decided, criteria: JSON.stringify(copy.criteria), enrichment: '{}' } as never)
      .execute()
    await start(one.versionId, { closeCases: true })
    await server.services.tasks.start()
    await over()
    expect(await caseOf(alone)).toEqual({ status: 'complete', recommended_str: 0, open_alert_count: 0 })
    expect(await caseOf(shared)).toMatchObject({ status: 'new' })
    const task = (await server.call(tasks.list, {})).items.find(({ allowlistId }) => allowlistId === one.id)
    expect(task?.message).toBe('2 alerts resolved, one case closed without an STR.')
    expect((await auditOf(server.db, 'case', alone)).at(-1)).toMatchObject({ actor: 'manager', reason: 'STR_REJECTED' })
    // nobody asked for it
    const { on: later } = await takeIn(['fox > x!', 8000])
    await server.db.updateTable('allowlist').set({ deleted_at: NOON }).where('id', '=', one.id).execute()
    const more = await create({ customerId: 'fox', ruleCriteria: { limit_transaction: { limit: '9000' } } })
    await start(more.versionId)
    await over()
    expect(await caseOf(later[0])).toEqual({ status: 'new', recommended_str: 0, open_alert_count: 0 })
    await remove(more.id)
  })

  test('covers account alerts too', async () => {
    const { alerts: raised } = await takeIn(['dora > x!', 2000])
    const [id = ''] = raised
    await server.db.updateTable('alert').set({ kind: 'account', case_id: null }).where('id', '=', id).execute()
    const one = await create({
      filterGroups: [{ combinator: 'and', rules: [{ field: 'customerId', operator: 'equal', value: 'dora' }] }],
    })
    await start(one.versionId)
    await vi.waitFor(async () => expect(isProcessing((await server.call(tasks.list, {})).items)).toBe(false), 30_000)
    expect(await server.call(alerts.view, { params: { alertId: id } })).toMatchObject({ status: 'resolved' })
  })
})
