// Payments for measuring monitoring: customers, a past, and batches to come, the same every time.
import { sql } from 'kysely'
import type { IncomingTransaction, Party } from '#server/monitoring/ingestion/incoming.ts'
import { storeCustomers, storeTransactions } from '#server/monitoring/ingestion/store-transactions.ts'
import { storeList } from '#server/screening/store-list.ts'
import { readList } from '#server/screening/lists/read.ts'
import { screenAll } from '#server/screening/screen-parties.ts'
import { openEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPool, type Store } from '#server/store/pool.ts'
import { makeFolder, removeFolder, removeLeftovers } from '#tests/support/folder.ts'
import { postgresSeconds } from './cpu.ts'

export const PLATFORM = 'paxum'
export const PARTIES = 20_000
export const START = Date.parse('2026-06-01T00:00:00Z')
/** How far apart payments are, in milliseconds: 20,000 a day, one of each customer. */
const STEP = 4320
const COUNTRIES = ['CA', 'US', 'GB', 'DE', 'RO', 'CO', 'NG', 'JP', 'BR', 'PH']
const SERVICES = ['p2p', 'wireOwn', 'eftOwn', 'wire3rdParty', 'interacEft3rdParty', 'debit card']
/** Those outside whom the customers deal with: names that were screened before, as most are. */
const OUTSIDERS = 3000

/** A number below `most` that follows from `n`, another series for each salt. */
function drawn(n: number, salt: number, most: number): number {
  let x = Math.imul(n + 0x9e3779b9 * (salt + 1), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 15), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) % most
}

function customer(n: number): Party {
  const isBusiness = drawn(n, 1, 4) === 0
  const country = COUNTRIES[drawn(n, 2, COUNTRIES.length)] ?? 'CA'
  const street = `${drawn(n, 3, 4000)} Main Street`
  return {
    id: `c${n}`,
    type: isBusiness ? 'business' : 'personal',
    name: isBusiness ? `Works ${n} Ltd` : `Given${drawn(n, 4, 500)} Family${n}`,
    country,
    createdAt: new Date(START - 900 * 86_400_000),
    profile: {
      registrationIp: `198.18.${drawn(n, 5, 256)}.${drawn(n, 6, 256)}`,
      address: { line: street, city: 'Town', zip: String(drawn(n, 7, 90)), country },
    },
  }
}

const customers = Array.from({ length: PARTIES }, (_, n) => customer(n))
const customerAt = (n: number): Party => customers[n % PARTIES] ?? customer(n)

/** The n-th payment of the time that is measured; those before it have negative numbers. */
export function paymentOf(n: number): IncomingTransaction {
  const key = n + 1_000_000_000
  // some pay much more often than others
  const from = customerAt(Math.floor(PARTIES * (drawn(key, 1, 1_000_000) / 1_000_000) ** 1.6))
  const isInside = drawn(key, 2, 10) === 0
  const account = isInside ? customerAt(drawn(key, 3, PARTIES)) : null
  const cents = Math.round(100 * Math.exp(3 + (5.2 * drawn(key, 4, 10_000)) / 10_000)) + drawn(key, 5, 100)
  const usd = (cents / 100).toFixed(2)
  const service = SERVICES[drawn(key, 6, SERVICES.length)] ?? 'p2p'
  const country =
    drawn(key, 7, 50) === 0 ? (COUNTRIES[drawn(key, 8, COUNTRIES.length)] ?? 'CA') : (from.country ?? null)
  const name = account?.name ?? `Outsider ${drawn(key, 9, OUTSIDERS)}`
  const isCash = service === 'debit card' && drawn(key, 10, 3) === 0
  return {
    id: `${n < 0 ? 'a' : 'b'}${String(Math.abs(n)).padStart(9, '0')}`,
    at: new Date(START + n * STEP),
    customer: from,
    counterparty: { name, country: account?.country ?? COUNTRIES[drawn(key, 11, COUNTRIES.length)] ?? 'CA', account },
    direction: isInside || drawn(key, 12, 2) === 0 ? 'outgoing' : 'incoming',
    service,
    amount: usd,
    currency: 'USD',
    usd,
    country,
    data: {
      transactionDesc: drawn(key, 13, 5000) === 0 ? 'Hawala fee' : `Invoice ${drawn(key, 14, 10_000)}`,
      transactionIp: `198.18.${drawn(key, 15, 256)}.${drawn(key, 16, 256)}`,
      originatorName: from.name,
      beneficiaryName: name,
      beneficiaryBankName: drawn(key, 17, 4000) === 0 ? 'Shell Bank' : `Bank ${drawn(key, 18, 200)}`,
      beneficiarySwiftCode: 'MPFBCATT',
      ...(drawn(key, 19, 200) === 0 && { disputedTransactionId: `b${drawn(key, 20, 1000)}` }),
      ...(service === 'debit card' && {
        clientCardNumber: `4*** **** **** ${from.id.slice(-4)}`,
        merchantCode: isCash ? '6011' : '5411',
        merchantCountry: drawn(key, 21, 200) === 0 ? 'NG' : (from.country ?? 'CA'),
      }),
    },
  }
}

/** A past of so many payments, stored and not judged. */
export async function makePast({ db }: Store, count: number): Promise<void> {
  const now = new Date(START)
  await storeCustomers(db, PLATFORM, customers)
  await storeList(db, await readList(undefined), now)
  for (let done = 0; done < count; done += 20_000) {
    const size = Math.min(20_000, count - done)
    await storeTransactions(
      db,
      PLATFORM,
      Array.from({ length: size }, (_, k) => paymentOf(done + k - count)),
      now,
    )
  }
  await screenAll(db, now)
  await sql`vacuum analyze`.execute(db)
}

/** A year of so many payments in order of time, as they come in, made by the database itself: few of those have the fields that rare rules look at. */
export async function makeYear({ db }: Store, count: number): Promise<void> {
  await storeCustomers(db, PLATFORM, customers)
  const chance = (salt: number) => sql.raw(`((hashint8extended(n, ${salt}) & 2147483647) / 2147483648.0)`)
  await sql`
    insert into transaction (platform, id, at, customer_id, counterparty_id, direction, service, amount, currency, usd,
      country, counterparty_country, client_name, counterparty_name, data)
    select ${PLATFORM}, 'y' || n, ${new Date(START)}::timestamptz - (${count} - n + ${chance(1)}) / ${count} * interval '365 days', p.customer,
      p.other, case when p.other is not null or ${chance(2)} < 0.5 then 'outgoing' else 'incoming' end,
      (${[...SERVICES]}::text[])[1 + floor(${chance(3)} * ${SERVICES.length})::int], p.usd, 'USD', p.usd,
      (${[...COUNTRIES]}::text[])[1 + floor(${chance(4)} * ${COUNTRIES.length})::int], 'CA', 'Customer ' || p.customer,
      'Outsider ' || floor(${chance(5)} * ${OUTSIDERS}), jsonb_build_object('transactionDesc', 'Invoice ' || n,
        'transactionIp', '198.18.0.' || n % 256, 'originatorName', 'Customer ' || p.customer,
        'beneficiaryBankName', 'Bank ' || n % 200, 'beneficiarySwiftCode', 'MPFBCATT')
    from generate_series(1, ${count}) n
    cross join lateral (
      select 'c' || floor(${PARTIES} * ${chance(6)} ^ 1.6) as customer,
        case when ${chance(7)} < 0.1 then 'c' || floor(${PARTIES} * ${chance(8)}) end as other,
        round(exp(3 + 6.4 * ${chance(9)})::numeric, 2) as usd
    ) p`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** A database of its own for a measurement, migrated and empty. */
export async function withDatabase<T>(work: (store: Store) => Promise<T>): Promise<T> {
  await removeLeftovers()
  const folder = makeFolder()
  const database = await openEmbedded(folder)
  const store = openPool(database.url, { size: 4 })
  try {
    await migrate(store.db)
    return await work(store)
  } finally {
    await store.close()
    await database.close()
    await removeFolder(folder)
  }
}

export interface Spent {
  seconds: number
  /** Seconds of CPU. */
  node: number
  postgres: number
}

/** The cost of some work, by the clock and of CPU. */
export async function atWork({ db }: Store, work: () => Promise<void>): Promise<Spent> {
  const before = { node: process.cpuUsage(), postgres: await postgresSeconds(db), at: performance.now() }
  await work()
  const seconds = (performance.now() - before.at) / 1000
  const { user, system } = process.cpuUsage(before.node)
  return { seconds, node: (user + system) / 1e6, postgres: (await postgresSeconds(db)) - before.postgres }
}
