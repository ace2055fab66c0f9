// Long lists: how deep a page may lie, what a search takes, what a count costs.
import { sql, type Kysely } from 'kysely'
import type { Call, Input } from '#contract/call.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { customers } from '#contract/calls/customers.ts'
import { statusQuery } from '#contract/model/cases/case.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import { quantile } from '#tests/bench/report.ts'
import type { Desk } from './desk.ts'
import { interleaved, ms, row, type Row } from './row.ts'
import { PLATFORM } from './world.ts'

type Query = NonNullable<Input<typeof cases.list>['query']>

/** Terms of every kind that an index of three letters can find. */
const TERMS = {
  common: ['ana', 'silva', 'invoice', 'northwind trading'],
  rare: ['thandi aoki', '4000777', 'vector energy 60', 'kofi quispe'],
  infix: ['ilv', 'orthwin', 'scripti', '0077'],
  none: ['zzyzx', 'silva ana qq', 'no such name', 'wqx'],
} as const

async function taken<C extends Call>(desk: Desk, call: C, input: Input<C>): Promise<number> {
  const { status, ms: time, text } = await desk.send(call, input)
  if (status !== 200) throw new Error(`${call.path} answered ${status}: ${text}`)
  return time
}
const timed = (desk: Desk, query: Query) => taken(desk, cases.list, { query })

/** Page 20,000 against page 1, with the marks there and without, and what counting the rows before it took. */
export async function measureDepth(desk: Desk, db: Kysely<Database>, size: number): Promise<Row[]> {
  const deep = Math.min(20_000, Math.floor((size * 0.8) / PAGE_SIZES.cases))
  const queue = statusQuery('') as Query
  const forget = () => sql`truncate page_mark`.execute(db)
  const counting = async () => {
    const started = performance.now()
    await sql`select created_at, id from monitoring_case where platform = ${PLATFORM} and status <> 'reject'
      order by created_at desc, id desc limit 20 offset ${deep * PAGE_SIZES.cases}`.execute(db)
    return performance.now() - started
  }
  await timed(desk, { ...queue, page: deep })
  const times = await interleaved(60, {
    first: () => timed(desk, { ...queue, page: 1 }),
    far: () => timed(desk, { ...queue, page: deep }),
    next: () => timed(desk, { ...queue, page: deep + 1 }),
  })
  const cold = await interleaved(7, {
    first: () => timed(desk, { ...queue, page: 1 }),
    far: async () => {
      await forget()
      return timed(desk, { ...queue, page: deep })
    },
    counting,
  })
  const [first, far, next] = [times.first, times.far, times.next].map((each) => quantile(each, 0.5)) as [
    number,
    number,
    number,
  ]
  const [jump, plain] = [quantile(cold.far, 0.5), quantile(cold.counting, 0.5)]
  const name = `page ${deep.toLocaleString('en')}`
  const goal = { goal: '<= 1.5', against: `${ms(first)} page 1` }
  return [
    row(name, ms(far), { ...goal, ratio: far / first, kept: far <= 1.5 * first }),
    row(`${name} and the one after it`, ms(next), { ...goal, ratio: next / first, kept: next <= 1.5 * first }),
    row(`${name}, nobody near it for ten minutes`, ms(jump), {
      against: `${ms(plain)} OFFSET, keys alone`,
      ratio: jump / plain,
    }),
  ]
}

/** Shorter ones are found by looking: quickly where there are many, and through the whole list where there are none. */
const SHORT = { 'one or two letters, many hits': ['a', 'ov', '7'], 'two letters, no hit': ['xq'] } as const

/** The whole call, rows, count and all. */
export async function measureSearch(desk: Desk): Promise<Row[]> {
  const rows: Row[] = []
  const all: number[] = []
  for (const [kind, terms] of Object.entries({ ...TERMS, ...SHORT })) {
    const ways = Object.fromEntries(terms.map((search) => [search, () => timed(desk, { search })]))
    const times = Object.values(await interleaved(15, ways)).flat()
    if (kind in TERMS) all.push(...times)
    rows.push(row(`search, ${kind}: p95`, ms(quantile(times, 0.95)), { against: `${ms(quantile(times, 0.5))} p50` }))
  }
  const p95 = quantile(all, 0.95)
  return [
    row('search over ten fields, three letters or more: p95', ms(p95), { goal: '<= 50 ms', kept: p95 <= 50 }),
    ...rows,
  ]
}

/** The transactions of whoever has most of them: the last full page against the first, and those that a word finds. */
export async function measureCustomer(desk: Desk, db: Kysely<Database>): Promise<Row[]> {
  const { rows } = await sql<{ id: string; n: number }>`
    select customer_id as id, count(*)::int as n from transaction where platform = ${PLATFORM}
    group by customer_id order by n desc, id limit 1`.execute(db)
  const { id: customerId = '', n = 0 } = rows[0] ?? {}
  const last = Math.max(1, Math.floor(n / PAGE_SIZES.customers))
  const params = { platform: PLATFORM, customerId }
  const read = (query: { page?: number; search?: string }) => taken(desk, customers.transactions, { params, query })
  await read({ page: last })
  const times = await interleaved(30, {
    first: () => read({ page: 1 }),
    far: () => read({ page: last }),
    found: () => read({ search: 'invoice' }),
  })
  const [first, far, found] = [times.first, times.far, times.found].map((each) => quantile(each, 0.5)) as [
    number,
    number,
    number,
  ]
  const of = `of a customer’s ${n.toLocaleString('en')} transactions`
  const goal = { goal: '<= 1.5', against: `${ms(first)} page 1` }
  return [
    row(`page ${last.toLocaleString('en')} ${of}`, ms(far), { ...goal, ratio: far / first, kept: far <= 1.5 * first }),
    row(`search ${of}`, ms(found), { against: `${ms(first)} page 1`, ratio: found / first }),
  ]
}

/** A filter that no index knows, counted up to the cap and to the end. */
export async function measureCounts(desk: Desk, db: Kysely<Database>): Promise<Row[]> {
  const exactly = async () => {
    const started = performance.now()
    await sql`select count(*) from monitoring_case where platform = ${PLATFORM} and country = 'GB'`.execute(db)
    return performance.now() - started
  }
  const times = await interleaved(15, { capped: () => timed(desk, { 'countries[]': ['GB'] }), exactly })
  const [capped, exact] = [quantile(times.capped, 0.5), quantile(times.exactly, 0.5)]
  return [
    row('page and capped count, unindexed filter', ms(capped), {
      against: `${ms(exact)} exact`,
      ratio: capped / exact,
    }),
  ]
}
