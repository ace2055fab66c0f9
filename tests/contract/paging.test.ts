import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/call.ts'
import { CASE_SORTS, cases, sortsOf } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { MARK_LIFE } from '#server/store/pages.ts'
import { openPool } from '#server/store/pool.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testServer, type As, type TestServer } from '#tests/support/server.ts'

type Query = NonNullable<Input<typeof cases.list>['query']>

let at = Date.parse('2026-03-10T12:00:00Z')
const now = () => new Date(at)
let server: TestServer
let other: TestServer
beforeAll(async () => {
  const database = await testDatabase()
  server = await testServer({ database, now })
  other = await testServer({ database: openPool(database.url, { size: 4 }), now })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => server.store.pool.query('truncate page_mark, monitoring_case'))

/** Adds new cases by number; several share a moment, down to the microsecond. */
async function add(numbers: readonly number[], platform = 'paxum'): Promise<void> {
  await server.store.pool.query(
    `insert into monitoring_case (platform, id, uuid, transaction_id, customer_id, customer_type, status, created_at,
       direction, amount, currency, usd, client_name, counterparty_name, search)
     select $1, to_char(n, 'FM0000000'), gen_random_uuid(), n::text, '100', 'personal',
       case when n % 5 = 4 then 'await' else 'new' end, timestamptz '2026-03-01' + n / 3 * interval '1.000001 s',
       'outgoing', n, 'USD', n, 'Ada Byron', '', case when n % 2 = 0 then 'even' else 'odd' end from unnest($2::int[]) n`,
    [platform, numbers],
  )
}
const finish = (id: string) =>
  server.db.updateTable('monitoring_case').set({ status: 'complete' }).where('id', '=', id).execute()
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

async function read(query: Query, as: As = {}, from = server): Promise<string[]> {
  return (await from.call(cases.list, { query }, as)).items.map(({ id }) => id)
}

/** The expected pages if nothing changes. */
async function plain(query: Query): Promise<string[]> {
  const { page = 1, pageSize = 20, 'status[]': statuses = null, search = '' } = query
  const { rows } = await server.store.pool.query<{ id: string }>(
    `select id from monitoring_case where platform = 'paxum' and ($1::text[] is null or status = any($1)) and search like $2
     order by created_at desc, id desc limit $3 offset $4`,
    [statuses, `%${search}%`, pageSize, (Number(page) - 1) * Number(pageSize)],
  )
  return rows.map(({ id }) => id)
}

test('any page of any size equals counting from the top, by any path', async () => {
  await add(range(0, 5200))
  const filters: Query[] = [{}, { 'status[]': ['new'] }, { 'status[]': ['new', 'await'], search: 'odd' }]
  const asked = fc.record({
    filter: fc.constantFrom(...filters),
    page: fc.integer({ min: 1, max: 300 }),
    pageSize: fc.constantFrom(1, 7, 20, 333, 1000),
    account: fc.constantFrom('analyst', 'manager'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 6 }), async (pages) => {
      for (const { filter, page, pageSize, account } of pages) {
        const query = { ...filter, page, pageSize }
        expect(await read(query, { as: account })).toEqual(await plain(query))
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

test('reading on repeats nothing and misses nothing under changes', async () => {
  const change = fc.record({
    isNew: fc.boolean(),
    where: fc.nat({ max: 250 }),
    many: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
      fc.constantFrom(7, 20),
      fc.constantFrom(undefined, ...sortsOf(CASE_SORTS)),
      async (rounds, pageSize, sort) => {
        const query: Query = { 'status[]': ['new', 'await'], ...(sort && { sort }) }
        await server.store.pool.query('truncate page_mark, monitoring_case')
        // only even ones at first: there is room everywhere
        await add(range(0, 120).map((n) => n * 2))
        const always = new Set(await read({ ...query, pageSize: 1000 }))
        const used = new Set<number>()
        const seen: string[] = []
        for (let page = 1; ; page++) {
          const found = await read({ ...query, page, pageSize }, {}, page % 2 === 0 ? other : server)
          seen.push(...found)
          if (found.length < pageSize) break
          for (const { isNew, where, many } of rounds[page % rounds.length] ?? []) {
            const fresh = range(where, where + many).map((n) => n * 2 + 1)
            const numbers = fresh.filter((n) => !used.has(n))
            for (const n of numbers) used.add(n)
            if (isNew) await add(numbers)
            const gone = String(where).padStart(7, '0')
            if (!isNew) await finish(gone)
            if (!isNew) always.delete(gone)
          }
        }
        expect(seen.length).toBe(new Set(seen).size)
        expect([...always].filter((id) => !seen.includes(id))).toEqual([])
      },
    ),
    // counterexamples are not shrunk: a run takes its time
    { numRuns: 24, endOnFailure: true },
  )
})

describe('a jump to a page', () => {
  const deep: Query = { page: 150, pageSize: 20 }
  beforeEach(() => add(range(0, 4000)))

  test('keeps the page numbers of some minutes, for everybody at every instance, and then renews them', async () => {
    const before = await read(deep)
    await add(range(4000, 4100))
    expect(await read(deep, { as: 'manager' }, other)).toEqual(before)
    at += MARK_LIFE
    const after = await read(deep)
    expect(after).toEqual(await plain(deep))
    expect(after).not.toEqual(before)
  })

  test('beyond the end finds nothing, and the first page is always current', async () => {
    expect(await read({ page: 1_000_000, pageSize: 20 })).toEqual([])
    await add(range(4000, 4003))
    expect(await read({ pageSize: 3 })).toEqual(['0004002', '0004001', '0004000'])
  })

  test('is separate per platform and filter', async () => {
    await read(deep)
    await add(range(0, 3000), 'paydek')
    const there = await server.call(
      cases.list,
      { query: { page: 3, pageSize: 1000 } },
      { as: 'manager', platform: 'paydek' },
    )
    expect(there.items.map(({ id }) => id).at(-1)).toBe('0000000')
    expect(await read({ ...deep, 'status[]': ['new'] })).toEqual(await plain({ ...deep, 'status[]': ['new'] }))
  })
})

describe('a customer’s transactions, also as counterparty', () => {
  type Pages = NonNullable<Input<typeof customers.transactions>['query']>
  const pay = (numbers: readonly number[]) =>
    server.store.pool.query(
      `insert into transaction (platform, id, at, customer_id, counterparty_id, direction, amount, currency, usd,
         client_name, counterparty_name, service)
       select 'paxum', to_char(n, 'FM0000000'), timestamptz '2026-03-01' + n / 3 * interval '1.000001 s',
         case when n % 3 = 0 then '200' else '100' end, case when n % 3 = 2 then '300' else '100' end,
         case when n % 2 = 0 then 'incoming' else 'outgoing' end, n, 'USD', n, 'Ada', 'Bob',
         case when n % 5 = 0 then 'p2p' end from unnest($1::int[]) n`,
      [numbers],
    )
  const seen = async (query: Pages, as: As = {}, from = server) => {
    const params = { platform: 'paxum', customerId: '100' }
    return (await from.call(customers.transactions, { params, query }, as)).items.map((one) => one.transactionId)
  }
  beforeEach(async () => {
    await server.store.pool.query('truncate transaction, customer cascade')
    const common = { platform: 'paxum', type: 'personal' as const, created_at: now(), profile: '{}' }
    const ids = ['100', '200', '300']
    await server.db
      .insertInto('customer')
      .values(ids.map((id) => ({ ...common, id, name: id })))
      .execute()
  })

  test('any page equals counting from the top', async () => {
    await pay(range(0, 4200))
    const whole = async (query: Pages) => {
      const pages = await Promise.all(range(1, 6).map((page) => seen({ ...query, page, pageSize: 1000 })))
      return pages.flat()
    }
    const all = range(0, 4200)
      .map((n) => String(n).padStart(7, '0'))
      .toReversed()
    expect(await whole({})).toEqual(all)
    const p2p = all.filter((id) => Number(id) % 5 === 0)
    expect(await whole({ 'service[]': ['p2p'] })).toEqual(p2p)
    // n % 3 = 0 are the other customer's: what comes in there went out here
    const out = all.filter((id) => (Number(id) % 3 === 0) === (Number(id) % 2 === 0))
    expect(await whole({ direction: 'outgoing' })).toEqual(out)
    for (const [page, pageSize] of [
      [150, 20],
      [7, 333],
      [601, 7],
      [4300, 1],
    ] as const) {
      const from = (page - 1) * pageSize
      expect(await seen({ page, pageSize }), `${page} of ${pageSize}`).toEqual(all.slice(from, from + pageSize))
    }
  })

  test('reading on repeats none and misses none under inserts', async () => {
    await pay(range(0, 90).map((n) => n * 2))
    const always = await seen({ pageSize: 1000 })
    const read: string[] = []
    for (const page of range(1, 20)) {
      read.push(...(await seen({ page, pageSize: 7 }, {}, page % 2 === 0 ? other : server)))
      await pay([page * 2 + 181, 181 - page * 8].filter((n) => n > 0))
    }
    expect(read.length).toBe(new Set(read).size)
    expect(always.filter((id) => !read.includes(id))).toEqual([])
  })
})
