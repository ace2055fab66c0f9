import { expect, test, vi } from 'vitest'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { ingest } from '#server/monitoring/ingestion/ingest.ts'
import { ruleClockWorker } from '#server/monitoring/run-rules-task.ts'
import { runSlice, startDueRuns } from '#server/monitoring/scheduled-runs.ts'
import { addRule, pay } from '#tests/support/payments.ts'
import { alertsOf, known, newPlatform } from './world.ts'
import { startServer } from '#tests/support/start-world.ts'

/** Written on a Monday at noon. */
const WRITTEN = new Date('2026-03-02T12:00:00Z')
const clock = { now: WRITTEN }
const server = await startServer({ now: () => clock.now })

async function nightly(platform: string, criteria: Criteria, options: RuleOptions = {}): Promise<string> {
  const ruleId = await addRule(server, platform, criteria, { schedule: '30 2 * * *', ...options }, 'schedule')
  await server.db.updateTable('rule').set({ updated_at: WRITTEN }).where('id', '=', ruleId).execute()
  return ruleId
}
const tick = (at: string) => server.db.transaction().execute((tx) => startDueRuns(tx, new Date(at)))
/** Everything that is due at a moment, to its end. */
async function run(at: string): Promise<string[]> {
  const runs = await tick(at)
  for (const one of runs) while (await server.db.transaction().execute((tx) => runSlice(tx, one))) continue
  return runs.map((one) => one.at.toISOString())
}
const takeIn = (platform: string, ...batch: IncomingTransaction[]) =>
  ingest(server.db, batch, { platform, now: clock.now })
const alerted = async (platform: string) => (await alertsOf(server.store, platform)).map(({ on }) => on)

test('a run is due once, at the first time after the rule was written, and one makes up for all missed runs', async () => {
  const platform = newPlatform()
  const ruleId = await nightly(platform, { multi_parties_address: { addressType: 'ip', repeatedCount: 2 } })
  expect(await tick('2026-03-02T23:59:00Z')).toEqual([])
  expect(await tick('2026-03-03T02:29:59Z')).toEqual([])
  expect(await tick('2026-03-03T02:30:00Z')).toEqual([{ ruleId, at: new Date('2026-03-03T02:30:00Z') }])
  expect(await tick('2026-03-03T02:31:00Z')).toEqual([])
  expect(await tick('2026-03-09T08:00:00Z')).toEqual([{ ruleId, at: new Date('2026-03-09T02:30:00Z') }])
  await server.db.updateTable('rule').set({ deleted_at: WRITTEN }).where('id', '=', ruleId).execute()
  expect(await tick('2026-03-10T08:00:00Z')).toEqual([])
})

test('current customers are evaluated, of the rule’s type', async () => {
  const platform = newPlatform()
  const ruleId = await nightly(
    platform,
    { multi_parties_address: { addressType: 'ip', repeatedCount: 2 } },
    { account_type: 'personal' },
  )
  const from = { registrationIp: '198.18.0.9' }
  await takeIn(
    platform,
    ...['ann', 'bob', 'CAB', 'dan'].map((id, n) =>
      pay(`p${n}`, '03-01 10:00', `${id} > x!`, 10, { customer: known(id, id === 'dan' ? {} : from) }),
    ),
  )
  await run('2026-03-03T03:00:00Z')
  expect(await alerted(platform)).toEqual(['- ann', '- bob'])
  const [row] = await server.db.selectFrom('rule_run').selectAll().where('rule_id', '=', ruleId).execute()
  expect(row).toMatchObject({ customers: 3, alerts: 2, ended_at: new Date('2026-03-03T02:30:00Z') })
})

test('a payment is evaluated once, by the run after it, however far back the rule looks', async () => {
  const platform = newPlatform()
  await nightly(
    platform,
    { summary_amount_transaction: { total: '1000', period: 3 } },
    { transaction_direction: 'outgoing' },
  )
  await takeIn(
    platform,
    pay('a', '03-01 10:00', 'ann > x!', 600),
    pay('b', '03-02 10:00', 'ann > x!', 500),
    pay('c', '03-02 11:00', 'bob > x!', 999),
    pay('d', '03-02 12:00', 'x! > bob', 999),
    pay('e', '03-03 12:00', 'bob > x!', 1),
  )
  await run('2026-03-03T03:00:00Z')
  expect(await alertsOf(server.store, platform)).toEqual([
    { on: '- ann', text: '1,100.00 USD in 2 transactions within 3 days; the limit is 1,000.00 USD' },
  ])
  await run('2026-03-04T03:00:00Z')
  expect(await alerted(platform)).toEqual(['- ann', '- bob'])
})

test('two criteria must hold for one customer, whatever each looks at', async () => {
  const platform = newPlatform()
  await nightly(platform, {
    multi_parties_address: { addressType: 'ip', repeatedCount: 2 },
    account_velocity: { maxTransactions: 1, period: 1 },
  })
  const from = { registrationIp: '198.18.0.9' }
  const by = (id: string, customer: string, profile: object) =>
    pay(id, '03-02 14:00', `${customer} > x!`, 10, { customer: known(customer, { ...profile }) })
  await takeIn(
    platform,
    by('a', 'ann', from),
    by('b', 'bob', from),
    by('c', 'ann', from),
    by('d', 'cat', {}),
    by('e', 'cat', {}),
  )
  await run('2026-03-03T03:00:00Z')
  expect(await alerted(platform)).toEqual(['- ann'])
})

test('shadow hits are counted once per account, as alerts would be raised once', async () => {
  const platform = newPlatform()
  const ruleId = await nightly(platform, { multi_parties_address: { addressType: 'ip', repeatedCount: 2 } })
  await server.db.updateTable('rule').set({ stage: 'shadow' }).where('id', '=', ruleId).execute()
  const from = { registrationIp: '198.18.0.77' }
  const pays = (id: string, customer: string) =>
    takeIn(platform, pay(id, '03-01 10:00', `${customer} > x!`, 10, { customer: known(customer, from) }))
  await pays('a', 'ann')
  await pays('b', 'bob')
  const counted = async () => {
    const rows = await server.db.selectFrom('rule_shadow').select('hits').where('rule_id', '=', ruleId).execute()
    return rows.reduce((sum, { hits }) => sum + hits, 0)
  }
  await run('2026-03-03T03:00:00Z')
  expect(await counted()).toBe(2)
  await run('2026-03-04T03:00:00Z')
  expect(await counted()).toBe(2)
  // a third there is something else, of each of them
  await pays('c', 'cat')
  await run('2026-03-05T03:00:00Z')
  expect(await counted()).toBe(5)
  // a revision begins anew, and leaves out what it raised when it was in force
  await server.db.updateTable('rule').set({ stage: 'live', revision_id: 2 }).where('id', '=', ruleId).execute()
  await run('2026-03-06T03:00:00Z')
  await server.db.updateTable('rule').set({ stage: 'shadow' }).where('id', '=', ruleId).execute()
  await run('2026-03-07T03:00:00Z')
  expect([await alerted(platform), await counted()]).toEqual([['- ann', '- bob', '- cat'], 5])
})

test('the clock queues a run, and the instance that takes it goes through the customers', async () => {
  const platform = newPlatform()
  const ruleId = await nightly(platform, { permission_transaction: { accountType: 'business' } })
  await takeIn(platform, pay('a', '03-01 10:00', 'ACME > x!', 10), pay('b', '03-01 10:00', 'ann > x!', 10))
  clock.now = new Date('2026-03-03T02:30:10Z')
  await server.services.tasks.start()
  await ruleClockWorker({
    db: server.db,
    log: server.services.log,
    now: () => clock.now,
    queue: () => server.services.tasks,
  }).run({})
  const isOver = async () => {
    const row = await server.db
      .selectFrom('rule_run')
      .select('ended_at')
      .where('rule_id', '=', ruleId)
      .executeTakeFirst()
    expect(row?.ended_at).not.toBeNull()
  }
  await vi.waitFor(isOver, 20_000)
  expect(await alerted(platform)).toEqual(['- ACME'])
})
