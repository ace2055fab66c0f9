import { beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/call.ts'
import { CASE_SORTS, cases } from '#contract/calls/cases/cases.ts'
import { sync } from '#contract/calls/sync.ts'
import { statusQuery } from '#contract/model/cases/case.ts'
import { COUNT_CAP, SEARCH_CAP, STATUS_FILTERS } from '#contract/model/values.ts'
import { scoreCustomer, type NewCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

type Query = NonNullable<Input<typeof cases.list>['query']>

const day = (n: number, time = '00:00:00') => new Date(`2026-03-${String(n).padStart(2, '0')}T${time}Z`)
const NOW = day(10, '12:00:00')

const { server, world } = await startWorld({ now: () => NOW })
beforeAll(async () => {
  for (const [transactionId, one] of Object.entries(CASES)) await world.addCase({ transactionId, ...one })
  await scoreCustomer(server.db, { customerId: '200', score: 70 })
  await world.addCase({ transactionId: 'other', platform: 'paydek', createdAt: NOW })
})

/** By the name of their transaction, oldest first. */
const CASES: Record<string, NewCase> = {
  error: { status: 'error', createdAt: day(1), country: null },
  reject: { status: 'reject', createdAt: day(2), alerts: [{ rule: 'country', status: 'resolved' }] },
  str: { status: 'str', createdAt: day(3), service: 'debit card', recommendedStr: 1 },
  quiet: { status: 'complete', createdAt: day(4), alerts: [], country: 'XK', usd: '5000' },
  fine: { status: 'complete', createdAt: day(5), alerts: [{ status: 'rejected' }], manager: 'analyst' },
  filed: { status: 'complete', createdAt: day(6), alerts: [{ status: 'resolved' }], recommendedStr: 1 },
  stored: { status: 'process', createdAt: day(7), alerts: [], service: 'p2p', direction: 'incoming' },
  waiting: {
    status: 'await',
    createdAt: day(8, '23:59:59'),
    manager: 'manager',
    alerts: [{ rule: 'velocity' }, { rule: 'country', status: 'rejected' }],
    search: { transactionDesc: 'Rent_for 50% of\nMarch', beneficiaryName: 'Zoë Ünal' },
  },
  fresh: {
    createdAt: day(9),
    customer: 'acme',
    usd: '7000',
    alerts: [{ rule: 'nightly' }],
    search: { senderName: 'Zoë Ünal' },
  },
}
const ALL = Object.keys(CASES).toReversed()

const ids = async (query: Query) =>
  (await server.call(cases.list, { query: { pageSize: 100, ...query } })).items.map(({ data }) => data.transactionId)

test('the list is newest first, of one platform, twenty per page', async () => {
  const reply = await server.call(cases.list, {})
  expect([reply.items.map(({ data }) => data.transactionId), reply.total, reply.capped]).toEqual([ALL, 9, false])
})

describe('filters', () => {
  test.each<[Query, string[]]>([
    [{ 'status[]': ['await'] }, ['waiting']],
    [{ 'status[]': ['new', 'error'] }, ['fresh', 'error']],
    [{ 'status[]': ['new', 'error'], 'service[]': ['p2p'] }, []],
    [{ recommendedStr: '1' }, ['filed', 'str']],
    [{ withoutAlerts: '1' }, ['stored', 'quiet']],
    [{ withoutAlerts: '0', 'status[]': ['complete', 'process'] }, ['filed', 'fine']],
    [{ withoutAssign: '1', 'status[]': ['complete'] }, ['filed', 'quiet']],
    [{ withoutAssign: '0' }, ['waiting', 'fine']],
    [{ user: 'manager' }, ['waiting']],
    [{ user: 'nobody' }, []],
    [{ 'service[]': ['p2p', 'debit card'] }, ['stored', 'str']],
    [{ direction: 'incoming' }, ['stored']],
    [{ direction: 'debit' }, ['str']],
    [{ 'countries[]': ['XK'] }, ['quiet']],
    [{ 'countries[]': ['XK', '00'] }, ['quiet', 'error']],
    [{ customerId: '200' }, ['fresh']],
    [{ alertLevel: 'hardstop' }, ['waiting', 'reject']],
    [{ alertStatus: 'rejected' }, ['waiting', 'fine']],
    // one alert has to meet both
    [{ alertStatus: 'rejected', alertLevel: 'alert' }, ['fine']],
    [{ rule_type: 'account_velocity' }, ['waiting']],
    [{ rule_type: 'schedule' }, ['fresh']],
    [{ rule_type: 'account' }, []],
    [{ rule: '99999' }, []],
    [{ rule: 'no number' }, []],
    [{ 'date[]': ['2026-03-07', '2026-03-08'] }, ['waiting', 'stored']],
    [{ 'date[]': ['2026-03-08 23:59:59', '2026-03-08 23:59:59'] }, ['waiting']],
    [{ 'date[]': ['2026-03-08 00:00:00', '2026-03-08 23:59:58'] }, []],
    [{ 'date[]': ['', '2026-03-01'] }, ['error']],
    [{ 'date[]': ['2026-03-09', ''] }, ['fresh']],
    [{ platform: 'paydek' }, ['other']],
  ])('%j', async (query, expected) => expect(await ids(query)).toEqual(expected))

  test.each<Query>([
    { 'amount[]': ['20', '10'] },
    { 'amount[]': ['ten', ''] },
    { 'amount[]': ['1e3', ''] },
    { 'risk[]': ['', '-1'] },
    { 'age[]': ['7', '1'] },
    { 'age[]': ['1; drop table alert', ''] },
  ])('%j is refused', async (query) => {
    await expect(server.call(cases.list, { query })).rejects.toMatchObject({ status: 400 })
  })

  test.each(['usd', '--amount', 'amount desc', ''])('an order by “%s” is refused', async (sort) => {
    await expect(server.call(cases.list, { query: { sort: sort as 'amount' } })).rejects.toMatchObject({ status: 400 })
  })

  test.each<[Query, string[]]>([
    [{ 'amount[]': ['5000', '7000'] }, ['fresh', 'quiet']],
    [{ 'amount[]': ['5000.01', '7000.5'] }, ['fresh']],
    [{ 'amount[]': ['7000.01', ''], 'status[]': ['await'] }, ['waiting']],
    [{ 'risk[]': ['70', ''] }, ['fresh']],
    // who was never scored is in no range
    [{ 'risk[]': ['', '100'] }, ['fresh']],
    [{ 'risk[]': ['', '69'] }, []],
    [{ 'age[]': ['8', ''] }, ['reject', 'error']],
    [{ 'age[]': ['', '1'] }, ['fresh', 'waiting']],
    [{ 'age[]': ['1', '2'] }, ['fresh', 'waiting']],
  ])('%j', async (query, expected) => expect(await ids(query)).toEqual(expected))

  test('filters by rule id', async () => {
    expect(await ids({ rule: world.rules.country })).toEqual(['waiting', 'reject'])
  })

  test.each<[Query, string[]]>([
    [{ search: 'zoë ünal' }, ['fresh', 'waiting']],
    [{ search: 'ZOË', 'searchFields[]': ['ALL'] }, ['fresh', 'waiting']],
    [{ search: 'zoë', 'searchFields[]': ['beneficiaryName'] }, ['waiting']],
    [{ search: 'zoë', 'searchFields[]': ['senderName', 'clientName'] }, ['fresh']],
    [{ search: 'zoë', 'searchFields[]': ['senderUsername'] }, []],
    [{ search: 'zoë', 'searchFields[]': ['senderUsername', 'ALL'] }, ['fresh', 'waiting']],
    [{ search: 'acme ltd', 'searchFields[]': ['clientName'] }, ['fresh']],
    [{ search: 'ilte', 'searchFields[]': ['transactionId'] }, []],
    [{ search: 'ilE', 'searchFields[]': ['transactionId'] }, ['filed']],
    // wildcards are letters like any other, and no term reaches from one field into the next
    [{ search: '50% of march' }, ['waiting']],
    [{ search: '5_% of' }, []],
    [{ search: 'rent_for' }, ['waiting']],
    [{ search: '\\' }, []],
    [{ search: 'fresh acme' }, []],
    [{ search: '  ' }, ALL],
  ])('search %j', async (query, expected) => expect(await ids(query)).toEqual(expected))

  test('accepts every value of the status filter as the window sends it', async () => {
    const found: Record<string, string[]> = {}
    for (const filter of STATUS_FILTERS) found[filter] = await ids(statusQuery(filter))
    expect(found).toEqual({
      '': ALL,
      on: ['fresh', 'filed', 'fine', 'str'],
      'New & Await': ['fresh', 'waiting'],
      new: ['fresh'],
      await: ['waiting'],
      error: ['error'],
      process: ['stored', 'quiet'],
      reject: ['reject'],
      str: ['filed', 'str'],
      complete: ['fine'],
    })
  })
})

test('marks unfinished cases older than a day', async () => {
  const { items } = await server.call(cases.list, {})
  expect(items.filter(({ isDay }) => isDay).map(({ data }) => data.transactionId)).toEqual(['fresh', 'waiting'])
})

describe('orders', () => {
  const first = async (sort: NonNullable<Query['sort']>, n = 2) => (await ids({ sort })).slice(0, n)
  test('sort by any column, either way, with the id as tie-breaker', async () => {
    expect(await ids({ sort: 'created' })).toEqual(ALL.toReversed())
    expect(await first('amount')).toEqual(['quiet', 'fresh'])
    expect(await first('-risk', 1)).toEqual(['fresh'])
    expect((await ids({ sort: 'risk' })).at(-1)).toBe('fresh')
    expect(await first('customer', 1)).toEqual(['fresh'])

    expect(await first('-rule', 1)).toEqual(['waiting'])
  })

  test('are reversed by the other direction, for every column', async () => {
    for (const sort of CASE_SORTS) {
      const rising = await ids({ sort })
      expect([sort, rising.toReversed()]).toEqual([sort, await ids({ sort: `-${sort}` })])
      expect(new Set(rising)).toEqual(new Set(ALL))
    }
  })
})

test('send a changed risk score in the feed', async () => {
  const since = async () => {
    const { next } = await server.call(sync.rows, { query: { platform: 'paxum', since: '' } })
    return next
  }
  const cursor = await since()
  await scoreCustomer(server.db, { customerId: '200', score: 71 })
  const { items } = await server.call(sync.rows, { query: { platform: 'paxum', since: cursor } })
  expect(items.map(({ row }) => row && 'data' in row && [row.data.transactionId, row.risk])).toEqual([['fresh', 71]])
  // the same again is no news
  const after = (await server.call(sync.rows, { query: { platform: 'paxum', since: cursor } })).next
  await scoreCustomer(server.db, { customerId: '200', score: 71 })
  expect((await server.call(sync.rows, { query: { platform: 'paxum', since: after } })).items).toEqual([])
  await scoreCustomer(server.db, { customerId: '200', score: 70 })
})

describe('pages', () => {
  const BULK = COUNT_CAP + 1
  const bulk = { platform: 'paydek', as: 'manager' } as const
  const list = (query: Query) => server.call(cases.list, { query }, bulk)
  beforeAll(async () => {
    // all in the same second: the id alone decides
    await server.store.pool.query(
      `insert into monitoring_case (platform, id, uuid, transaction_id, customer_id, customer_type, status, created_at,
         direction, amount, currency, usd, client_name, counterparty_name, search)
       select 'paydek', 'PD' || to_char(n, 'FM00000'), gen_random_uuid(), to_char(n, 'FM00000'), '100', 'personal',
         'reject', '2026-03-02', 'outgoing', n, 'USD', n, 'Ada Byron', '', '' from generate_series(1, $1::int) n`,
      [BULK],
    )
  })

  test('follow each other without a gap or a repeat, to the last', async () => {
    const query = { 'status[]': ['reject'], pageSize: 900 } satisfies Query
    const seen: string[] = []
    for (let page = 1; page <= 13; page++) seen.push(...(await list({ ...query, page })).items.map(({ id }) => id))
    const expected = Array.from({ length: BULK }, (_, index) => `PD${String(BULK - index).padStart(5, '0')}`)
    expect(seen).toEqual(expected)
  })

  test('count search results up to a separate cap', async () => {
    const first = `PD${String(SEARCH_CAP + 1).padStart(5, '0')}`
    const found = () => server.db.updateTable('monitoring_case').where('platform', '=', 'paydek')
    await found().set({ search: 'qwertz' }).where('id', '<=', first).execute()
    const search = { pageSize: 1, search: 'wert' } satisfies Query
    expect(await list(search)).toMatchObject({ total: SEARCH_CAP, capped: true })
    expect((await list({ ...search, pageSize: 10, page: 101 })).items.map(({ id }) => id)).toEqual(['PD00001'])
    await found().set({ search: '' }).where('id', '=', first).execute()
    expect(await list(search)).toMatchObject({ total: SEARCH_CAP, capped: false })
  })

  test('count up to the cap and say when it is exceeded', async () => {
    expect(await list({ pageSize: 1, 'status[]': ['reject'] })).toMatchObject({ total: COUNT_CAP, capped: true })
    const fewer = { pageSize: 1, 'date[]': ['2026-03-02', '2026-03-02'], search: 'nobody' } satisfies Query
    expect(await list(fewer)).toEqual({ items: [], total: 0, capped: false })
    await server.db.deleteFrom('monitoring_case').where('id', '=', 'PD00001').execute()
    expect(await list({ pageSize: 1, 'status[]': ['reject'] })).toMatchObject({ total: COUNT_CAP, capped: false })
  })
})
