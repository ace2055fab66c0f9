// The replica answers what the server's list does: same rows, same order, for every filter it takes on.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CASE_SORTS, cases, sortsOf } from '#contract/calls/cases/cases.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { UNFINISHED_CASES } from '#contract/model/cases/case.ts'
import { caseFactFilters, hasChanged } from '#contract/model/cases/queue-facts.ts'
import { REVIEW_STATES } from '#contract/model/cases/review.ts'
import { ALERT_LEVELS, ALERT_STATUSES, CASE_STATUSES, SEARCH_FIELDS, SERVICES } from '#contract/model/values.ts'
import { caseShape, type CaseListQuery } from '#engine/replica/case-shape.ts'
import { loadRefining, type ReplicaTable } from '#engine/replica/table.ts'
import { replicaOf } from '#tests/support/replica.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, scoreCustomer, type World } from '#tests/support/world.ts'
import { withoutSearch } from '#tests/support/rows.ts'

const platform = 'paxum'
const SECOND = 1000
const services = SERVICES.slice(0, 3)
const names = ['ada byron', 'Acme_100%', 'José\\ Núñez', 'zoë']
const WHEN = Array.from({ length: 12 }, (_, i) => new Date(NOON.getTime() - i * 9 * 3_600_000))
let server: TestServer
let world: World
let refined: Awaited<ReturnType<typeof loadRefining>>['refined']
let table: ReplicaTable<ReplicaRow<'case'>, CaseListQuery>

beforeAll(async () => {
  ;({ refined } = await loadRefining())
  server = await testServer({ now: () => NOON })
  world = await makeWorld(server.db)
  const some = fc.sample(
    fc.record({
      status: fc.constantFrom(...UNFINISHED_CASES, 'complete'),
      manager: fc.constantFrom(null, 'analyst', 'manager'),
      service: fc.constantFrom(null, 'debit card', ...services),
      direction: fc.constantFrom('incoming', 'outgoing'),
      country: fc.constantFrom(null, 'CA', 'GB'),
      customer: fc.constantFrom('ada', 'acme'),
      recommendedStr: fc.constantFrom(0, 1),
      createdAt: fc.constantFrom(...WHEN),
      usd: fc.constantFrom('9.50', '99.99', '100', '1000.00', '12000.5'),
      alerts: fc.array(
        fc.record({
          rule: fc.constantFrom('limit', 'velocity', 'country'),
          status: fc.constantFrom(...ALERT_STATUSES),
          level: fc.constantFrom(...ALERT_LEVELS),
        }),
        { maxLength: 2 },
      ),
      search: fc.record({
        clientName: fc.constantFrom(...names),
        senderName: fc.constantFrom(...names, ''),
        transactionDesc: fc.constantFrom('rent', 'loan', ''),
      }),
    }),
    { numRuns: 150, seed: 7 },
  )
  for (const { alerts, ...one } of some) {
    const rules = new Set<string>()
    await world.addCase({
      ...one,
      // a rule speaks once on a case
      alerts: alerts.filter(({ rule }) => !rules.has(rule) && rules.add(rule)),
    } as Parameters<World['addCase']>[0])
  }
  await scoreCustomer(server.db, { customerId: '100', score: 20 })
  await sql`update monitoring_case set due_at = created_at + interval '45 hours', due_soon_at = created_at + interval '27 hours'
    where status = 'new'`.execute(server.db)
  await sql`update monitoring_case set review_on = '2026-03-20', review_watch = 'deposits',
    review_due_at = case when usd < 100 then ${NOON}::timestamptz end where service is not null and usd <> 1000`.execute(
    server.db,
  )
  table = await replicaOf(server, platform, 'case', { shape: caseShape, nth: 9 })
})
afterAll(() => server.close())

/** As the replica reads a query. */
function conditionOf(query: CaseListQuery) {
  const plain = caseShape.conditionOf(query)
  return plain && refined(plain, query, NOON.getTime())
}

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined })
const flag = maybe(fc.constantFrom('0', '1'))
const day = fc.constantFrom('2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10')
const statuses = fc.subarray([...UNFINISHED_CASES], { minLength: 2 })
const filters = fc.record({
  alertStatus: maybe(fc.constantFrom('open' as const, ...ALERT_STATUSES)),
  recommendedStr: flag,
  withoutAlerts: flag,
  withoutAssign: flag,
  'service[]': maybe(fc.uniqueArray(fc.constantFrom('debit card' as const, ...services))),
  direction: maybe(fc.constantFrom('incoming', 'outgoing', 'debit')),
  alertLevel: maybe(fc.constantFrom(...ALERT_LEVELS)),
  rule: maybe(fc.constantFrom('limit', 'velocity', 'country', 'none')),
  customerId: maybe(fc.constantFrom('100', '200', '300')),
  'countries[]': maybe(fc.uniqueArray(fc.constantFrom('CA', 'GB', '00'))),
  user: maybe(fc.constantFrom('analyst', 'manager', 'nobody')),
  search: maybe(
    fc.constantFrom('ada', ' ADA  byron', '0%', '_', '\\', 'ñez', 'NEZ', 'rent', 'PX10', 'px1', 'é', ' ', '-'),
  ),
  'searchFields[]': maybe(fc.uniqueArray(fc.constantFrom('ALL' as const, ...SEARCH_FIELDS), { minLength: 1 })),
  sort: maybe(fc.constantFrom(...sortsOf(CASE_SORTS))),
  due: maybe(fc.constantFrom(...DUE_STATES)),
  review: maybe(fc.constantFrom(...REVIEW_STATES)),
  'amount[]': maybe(fc.constantFrom(['100', ''], ['', '99.99'], ['50', '1000.00'])),
  'risk[]': maybe(fc.constantFrom(['0', ''], ['', '20'], ['21', '90'])),
  'age[]': maybe(fc.constantFrom(['1', ''], ['', '0'], ['1', '2'])),
  'date[]': maybe(
    fc.tuple(fc.constantFrom('', ' 00:00:00'), day, day).map(([time, a, b]) => {
      const [from = '', to = ''] = [a, b].toSorted()
      return time ? [`${from} 00:00:00`, to] : [`${from} 12:00:00`, '']
    }),
  ),
})
/** A few filters at once: all of them together would hardly ever find anything. */
const query = fc.tuple(statuses, filters, fc.uniqueArray(fc.nat(), { maxLength: 4 })).map(([status, all, picked]) => {
  const names = Object.keys(all) as (keyof typeof all)[]
  const some = picked.map((n) => names[n % names.length]!)
  const fields = some.includes('search') ? ['searchFields[]' as const] : []
  return { 'status[]': status, ...Object.fromEntries([...some, ...fields].map((name) => [name, all[name]])) } as {
    'status[]': typeof status
  } & Partial<typeof all>
})

test('every filter returns the rows of the list call, in its order', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(query, async ({ rule, ...given }) => {
      const asked = JSON.parse(
        JSON.stringify({ ...given, ...(rule && { rule: world.rules[rule as 'limit'] ?? '404' }) }),
      ) as CaseListQuery
      const condition = conditionOf(asked)
      if (!condition) throw new Error('the replica does not take this on')
      const found = table.select(condition)
      const { items, total } = await server.call(cases.list, { query: { ...asked, platform, page: 1, pageSize: 500 } })
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

test('a window tests what operations change as the list answers it', async () => {
  const asked = fc.record(
    {
      'status[]': fc.subarray([...CASE_STATUSES], { minLength: 1 }),
      recommendedStr: flag,
      withoutAssign: flag,
      user: fc.constantFrom('analyst', 'manager', 'nobody'),
      review: fc.constantFrom(...REVIEW_STATES),
    },
    { requiredKeys: [] },
  )
  const list = async (query: CaseListQuery) =>
    (await server.call(cases.list, { query: { ...query, platform, pageSize: 500 } })).items
  const all = await list({})
  await fc.assert(
    fc.asyncProperty(asked, async (query) => {
      expect(all.filter(hasChanged(caseFactFilters, query))).toEqual(await list(query as CaseListQuery))
    }),
  )
}, 120_000)

test('asks the server for what open work cannot answer', () => {
  expect(caseShape.conditionOf({ 'status[]': ['new', 'complete'] })).toBeNull()
  expect(caseShape.conditionOf({})).toBeNull()
  expect(caseShape.conditionOf({ 'status[]': ['new'], rule_type: 'account' })).toBeNull()
  expect(caseShape.conditionOf({ 'status[]': ['new'], 'date[]': ['2026-02-30', ''] })).toBeNull()
  expect(conditionOf({ 'status[]': ['new'], 'amount[]': ['10', '9'] })).toBeNull()
  expect(conditionOf({ 'status[]': ['new'], 'age[]': ['a week', ''] })).toBeNull()
})

test('a finished row is removed, a reopened one is at its place, an outdated message is ignored', () => {
  const condition = caseShape.conditionOf({ 'status[]': [...UNFINISHED_CASES] })!
  const before = table.ids(table.select(condition))
  const id = before[20]!
  const row = table.rowOf(id, NOON.getTime())!
  table.change([{ id, version: row.version + 2, row: null }])
  expect(table.ids(table.select(condition))).toEqual(before.filter((one) => one !== id))
  expect(table.rowOf(id, NOON.getTime())).toBeUndefined()
  table.change([{ id, version: row.version + 3, row: { ...row, version: row.version + 3 } }])
  table.change([{ id, version: row.version + 1, row: null }])
  expect(table.ids(table.select(condition))).toEqual(before)
  table.rebuild(NOON.getTime())
  expect(table.ids(table.select(condition))).toEqual(before)
  expect(table.rowOf(id, NOON.getTime() + SECOND)).toEqual({ ...row, version: row.version + 3 })
})
