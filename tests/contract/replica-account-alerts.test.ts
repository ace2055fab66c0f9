// The replica answers what the server's queue of account alerts does: same rows, same order, for every filter.
import fc from 'fast-check'
import { accountAlertFactFilters } from '#contract/model/cases/account-alert.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountAlerts, QUEUE_SORTS } from '#contract/calls/cases/account-alerts.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { hasChanged } from '#contract/model/cases/queue-facts.ts'
import { ALERT_LEVELS } from '#contract/model/values.ts'
import { accountAlertShape, type AccountAlertQuery } from '#engine/replica/account-alert-shape.ts'
import { loadRefining, type ReplicaTable } from '#engine/replica/table.ts'
import { withoutSearch } from '#tests/support/rows.ts'
import { replicaOf } from '#tests/support/replica.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, scoreCustomer } from '#tests/support/world.ts'

const platform = 'paxum'
const OPEN = ['new', 'await', 'in_progress', 'notification_sent'] as const
const WHEN = Array.from({ length: 8 }, (_, i) => new Date(NOON.getTime() - i * 9 * 3_600_000))
let server: TestServer
let refined: Awaited<ReturnType<typeof loadRefining>>['refined']
let table: ReplicaTable<ReplicaRow<'accountAlert'>, AccountAlertQuery>
let rules: string[]

beforeAll(async () => {
  ;({ refined } = await loadRefining())
  server = await testServer({ now: () => NOON })
  const world = await makeWorld(server.db)
  await world.addCustomer({ id: '300', name: 'José\\ Núñez 100%', username: 'zoë_n' })
  const some = fc.sample(
    fc.record({
      customerId: fc.constantFrom('100', '200', '300'),
      rule: fc.constantFrom('Residence changed', 'Name changed'),
      status: fc.constantFrom(...OPEN, 'resolved', 'rejected'),
      sar: fc.constantFrom(0, 1),
      level: fc.constantFrom(...ALERT_LEVELS),
      manager: fc.constantFrom(null, 'analyst', 'manager'),
      createdAt: fc.constantFrom(...WHEN),
    }),
    { numRuns: 120, seed: 11 },
  )
  // ids of one, two and three digits: their order is not that of their texts
  for (const one of some) await world.addAccountAlert(one as Parameters<typeof world.addAccountAlert>[0])
  const made = await server.call(accountAlerts.queue, { query: { platform, pageSize: 200 } })
  rules = [...new Set(made.items.map(({ ruleId }) => ruleId)), '404']
  await scoreCustomer(server.db, { customerId: '100', score: 20 })
  await scoreCustomer(server.db, { customerId: '300', score: 85 })
  await sql`update alert set due_at = created_at + interval '45 hours', due_soon_at = created_at + interval '27 hours'
    where status in ('new', 'in_progress')`.execute(server.db)
  table = await replicaOf(server, platform, 'accountAlert', { shape: accountAlertShape, nth: 7 })
})
afterAll(() => server.close())

/** As the replica reads a query. */
function conditionOf(query: AccountAlertQuery) {
  const plain = accountAlertShape.conditionOf(query)
  return plain && refined(plain, query, NOON.getTime())
}

const flag = fc.constantFrom('0' as const, '1' as const)
const filters = {
  alertSar: flag,
  alertLevel: fc.constantFrom(...ALERT_LEVELS),
  accountType: fc.constantFrom('personal' as const, 'business' as const),
  rule: fc.nat({ max: 2 }).map((n) => rules[n] ?? ''),
  customerId: fc.constantFrom('100', '300', 'nobody'),
  user: fc.constantFrom('analyst', 'nobody'),
  withoutAssign: flag,
  search: fc.constantFrom('ada', ' ACME ', '0%', '_', '\\', 'ñez', 'NEZ', ' ', '300', '12'),
  sort: fc.constantFrom(...QUEUE_SORTS),
  due: fc.constantFrom(...DUE_STATES),
  'risk[]': fc.constantFrom(['0', ''], ['', '20'], ['21', '90']),
  'age[]': fc.constantFrom(['1', ''], ['', '1']),
  'date[]': fc.constantFrom(['2026-03-08', '2026-03-09'], ['2026-03-09 03:00:00', ''], ['', '2026-03-08']),
}
type Name = keyof typeof filters
const query = fc
  .tuple(
    fc.subarray([...OPEN], { minLength: 2 }),
    fc.uniqueArray(fc.constantFrom(...(Object.keys(filters) as Name[])), { maxLength: 3 }),
  )
  .chain(([statuses, names]) =>
    fc.record({ 'status[]': fc.constant(statuses), ...Object.fromEntries(names.map((name) => [name, filters[name]])) }),
  )

test('every filter returns the rows of the queue, in its order', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const condition = conditionOf(asked as AccountAlertQuery)
      if (!condition) throw new Error('the replica does not take this on')
      const found = table.select(condition)
      const { items, total } = await server.call(accountAlerts.queue, {
        query: { ...(asked as AccountAlertQuery), platform, page: 1, pageSize: 200 },
      })
      const own = table.page(found, 0, Infinity, NOON.getTime()).map(withoutSearch)
      expect(own).toEqual(items)
      expect(found.length).toBe(total)
      answered += total
    }),
    { numRuns: 150 },
  )
  // filters that never find anything would prove nothing
  expect(answered).toBeGreaterThan(200)
}, 120_000)

test('a window tests what operations change as the queue answers it', async () => {
  const asked = fc.record(
    {
      'status[]': fc.subarray(['resolved', 'sar', 'rejected', ...OPEN], { minLength: 1 }),
      withoutAssign: flag,
      user: filters.user,
    },
    { requiredKeys: [] },
  )
  const list = async (query: AccountAlertQuery) =>
    (await server.call(accountAlerts.queue, { query: { ...query, platform, pageSize: 200 } })).items
  const all = await list({})
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      expect(all.filter(hasChanged(accountAlertFactFilters, query))).toEqual(await list(query as AccountAlertQuery))
    }),
  )
}, 120_000)

test('asks the server for what open alerts cannot answer', () => {
  expect(accountAlertShape.conditionOf({})).toBeNull()
  expect(accountAlertShape.conditionOf({ 'status[]': ['new', 'resolved'] })).toBeNull()
  expect(accountAlertShape.conditionOf({ 'status[]': ['sar'] })).toBeNull()
  expect(accountAlertShape.conditionOf({ 'status[]': ['new'], 'date[]': ['yesterday', ''] })).toBeNull()
  expect(accountAlertShape.conditionOf({ 'status[]': ['new'], 'decided[]': ['2026-03-08', ''] })).toBeNull()
})
