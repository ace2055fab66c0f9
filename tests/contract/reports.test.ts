import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { reports } from '#contract/calls/reports.ts'
import { withoutPaging, type ReportRow } from '#contract/model/report.ts'
import type { As } from '#tests/support/server.ts'
import { auditOf, NOON, type NewCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startWorld({ now: () => NOW })

const csvCall = reports.csv as Call
async function refusal(call: Call, query: object, as?: As): Promise<[number, string?]> {
  const response = await server.send(call, { query } as never, as)
  return response.ok ? [response.status] : [response.status, ((await response.json()) as { message: string }).message]
}
const list = async (query: object) => server.call(reports.transactions, { query })
async function csv(query: object): Promise<ReportRow[]> {
  const response = await server.send(csvCall, { query: everything(query) } as never)
  expect(response.status).toBe(200)
  return parse(await response.text(), { columns: true, bom: true })
}
const everything = (query: object) => withoutPaging(query as { page?: number })
/** A transaction that only these filters are about. */
const add = async (change: NewCase & { data?: object } = {}) => {
  const one = await world.addCase(change)
  if (change.data) {
    await server.db
      .updateTable('transaction')
      .set({ data: JSON.stringify(change.data) })
      .where('platform', '=', one.platform)
      .where('id', '=', one.transactionId)
      .execute()
  }
  return `1${one.transactionId}`
}

describe('refusals', () => {
  test.each([
    ['pageSize', reports.transactions, { pageSize: 1001 }],
    ['page', reports.transactions, { page: 0 }],
    ['startDate', reports.transactions, { startDate: '2026-02-31' }],
    ['endDate', csvCall, { endDate: 'tomorrow' }],
    ['lessAmount', csvCall, { lessAmount: '1e9' }],
    ['clientType', reports.metadata, { clientType: 'robot' }],
    ['direction', reports.metadata, { direction: 'debit' }],
  ] as [string, Call, object][])('an invalid %s is named', async (field, call, query) => {
    const [status, message] = await refusal(call, query)
    expect([status, message?.split(': ')[0]]).toEqual([400, field])
  })

  test('a platform in the query that the account lacks', async () => {
    for (const call of [reports.transactions, reports.metadata, csvCall] as Call[]) {
      expect((await refusal(call, { platform: 'paydek' }, { as: 'analyst-px' }))[0]).toBe(403)
    }
  })
})

test('a row has everything the specification names', async () => {
  const id = await add({ customer: 'acme', usd: '1234.50', data: { beneficiaryType: 'business' } })
  const { items } = await list({ greaterAmount: '1234.50', lessAmount: '1234.50' })
  expect(items).toEqual([
    {
      id,
      platform: 'paxum',
      transaction_utc_date: '2026-03-10 12:00:00',
      transaction_type: 'wire3rdParty',
      transaction_usd_amount: '1234.50',
      monitoring_case_id: `PX${id.slice(1)}`,
      originator_name: 'Acme Ltd',
      originator_type: 'business',
      originator_country: 'CA',
      client_name: 'Acme Ltd',
      client_type: 'business',
      client_country: 'CA',
      counter_party: 'Northwind Ltd',
      counter_party_type: 'business',
      counter_party_country: 'US',
    },
  ])
})

test('every filter selects the same in list, totals and CSV', async () => {
  const january = new Date('2026-01-05T23:59:59Z')
  const base = { usd: '77.00', createdAt: january }
  const a = await add({ ...base, customer: 'ada', direction: 'outgoing', service: 'p2p', counterpartyId: '200' })
  const b = await add({
    ...base,
    usd: '78.00',
    customer: 'acme',
    direction: 'incoming',
    service: 'octOwn',
    createdAt: new Date('2026-01-06T00:00:00Z'),
    data: { originatorType: 'personal', originatorAddressCountry: 'FR', originatorName: 'Zoé' },
  })
  const within = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const cases: [object, string[]][] = [
    [{}, [b, a]],
    [{ startDate: '2026-01-06' }, [b]],
    [{ endDate: '2026-01-05' }, [a]],
    [{ endDate: '2026-01-05 23:59:58' }, []],
    [{ clientType: 'personal' }, [a]],
    [{ clientType: 'business' }, [b]],
    [{ originatorType: 'personal' }, [b, a]],
    [{ originatorType: 'business' }, []],
    [{ counterPartyTypes: 'business' }, [a]],
    [{ counterPartyTypes: 'personal' }, [b]],
    [{ 'service[]': ['p2p'] }, [a]],
    [{ 'service[]': ['p2p', 'octOwn'] }, [b, a]],
    [{ direction: 'incoming' }, [b]],
    [{ lessAmount: '77.00' }, [a]],
    [{ greaterAmount: '77.01' }, [b]],
    [{ 'clientCountries[]': ['GB'] }, [a]],
    [{ 'originatorCountries[]': ['FR'] }, [b]],
    [{ 'originatorCountries[]': ['GB', 'FR'] }, [b, a]],
    [{ 'counterPartyCountries[]': ['US'] }, [b, a]],
    [{ 'counterPartyCountries[]': ['00'] }, []],
  ]
  for (const [filter, expected] of cases) {
    const query = { ...within, ...filter }
    const { items, total } = await list(query)
    expect([filter, items.map(({ id }) => id), total]).toEqual([filter, expected, expected.length])
    expect((await csv(query)).map(({ id }) => id)).toEqual(expected)
    expect((await server.call(reports.metadata, { query: everything(query) })).total).toBe(expected.length)
  }
  await server.db
    .updateTable('transaction')
    .set({ counterparty_country: null })
    .where('platform', '=', 'paxum')
    .where('id', '=', a.slice(1))
    .execute()
  const unknown = await list({ ...within, 'counterPartyCountries[]': ['00'] })
  expect(unknown.items.map(({ id }) => id)).toEqual([a])
  const sums = await server.call(reports.metadata, { query: everything(within) })
  expect(sums).toEqual({
    total: 2,
    usdAmount: '155.00',
    byService: [
      { service: 'octOwn', count: 1, usdAmount: '78.00' },
      { service: 'p2p', count: 1, usdAmount: '77.00' },
    ],
  })
})

test('the default is three months, twenty rows a page', async () => {
  const at = (text: string) => add({ usd: '3.14', createdAt: new Date(text) })
  const first = await at('2025-12-10T00:00:00Z')
  await at('2025-12-09T23:59:59Z')
  const today = await at('2026-03-10T23:59:59Z')
  await at('2026-03-11T00:00:00Z')
  const amount = { lessAmount: '3.14', greaterAmount: '3.14' }
  expect((await list(amount)).items.map(({ id }) => id)).toEqual([today, first])
  expect((await csv(amount)).map(({ id }) => id)).toEqual([today, first])
  for (let n = 0; n < 25; n += 1) await add({ usd: '2.71' })
  const some = { lessAmount: '2.71', greaterAmount: '2.71' }
  const [one, two] = [await list(some), await list({ ...some, page: 2 })]
  expect([one.items.length, two.items.length, one.total]).toEqual([20, 5, 25])
  expect(new Set([...one.items, ...two.items].map(({ id }) => id)).size).toBe(25)
})

test('no cell of the CSV is a formula, and none loses data', async () => {
  const formulas = ['=1+1', '+1', '-1', '@sum', '\tx', ' =1+1', '\u00a0=1+1', '＝1+1', '＠sum']
  const names = [...formulas, 'a "quoted", b', 'Zoë\nBell', `it's $1 \\ fine`, 'a;=1+1']
  for (const counterpartyName of names) await add({ usd: '6.66', counterpartyName })
  const query = { lessAmount: '6.66', greaterAmount: '6.66' }
  const rows = await csv(query)
  const expected = names.map((name) => (formulas.includes(name) ? `'${name}` : name))
  expect(rows.map((row) => row.counter_party).toSorted()).toEqual(expected.toSorted())
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys((await list(query)).items[0] ?? {}))
  // in a list separated by semicolons, only quotes keep a cell together
  expect(await (await server.send(csvCall, { query: everything(query) } as never)).text()).toContain('"a;=1+1"')
})

test('a filter is treated as a value, whatever it contains', async () => {
  for (const service of [`p2p') or true --`, '$1', `\\'; drop table note; --`]) {
    expect(await csv({ 'service[]': [service, '$2'] })).toEqual([])
  }
})

test('an export is a download, is audited, and ends at its limit', async () => {
  const response = await server.send(csvCall, { query: { pageSize: 2, direction: 'outgoing' } } as never)
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringContaining('attachment; filename="transactions-paxum-2026-03-10.csv"'),
  ])
  expect(parse(await response.text(), { columns: true, bom: true })).toHaveLength(2)
  expect((await auditOf(server.db, 'report', 'transactions')).at(-1)).toMatchObject({
    action: 'export report',
    actor: 'analyst',
    after: { direction: 'outgoing', between: ['2025-12-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z'] },
  })
})

test('an unread export is not produced: the database waits, and stops when the reader disconnects', async () => {
  await sql`insert into transaction (platform, id, at, customer_id, direction, service, amount, currency, usd,
      client_name, counterparty_name)
    select 'paydek', 'big' || n, ${NOON}::timestamptz, '100', 'outgoing', 'p2p', 1, 'USD', 1, repeat('x', 500), 'y'
    from generate_series(1, 100000) n`.execute(server.db)
  const response = await server.send(csvCall, { query: {} } as never, { platform: 'paydek' })
  const busy = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like 'copy %' and state = 'active'`.execute(server.db)
    return rows[0]?.n
  }
  const reader = response.body?.getReader()
  await reader?.read()
  // 60 MB are far more than what lies between us: it cannot have ended
  expect(await busy()).toBe(1)
  await reader?.cancel()
  await expect.poll(busy).toBe(0)
  await expect.poll(() => server.services.store.pool.totalCount - server.store.pool.idleCount).toBe(0)
})

test('the CSV begins with a byte order mark, by which spreadsheets know UTF-8', async () => {
  const response = await server.send(csvCall, { query: everything({}) } as never)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toMatch(/^id,/)
})
