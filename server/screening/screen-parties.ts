/** Screening: customers, and those they deal with, compared with the lists in force. */
import { sql, type Kysely, type Transaction } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Database } from '#server/schema/database.ts'
import type { Worker } from '#server/tasks/queue.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { onlyNamed } from './party-facts.ts'
import { entriesSince, findActiveScreener, screenerOf, weakAliasesOf, type ActiveScreener } from './active-screener.ts'
import type { WeakAliases } from '#server/policies/data-policies.ts'
import { holdList } from './store-list.ts'
import { customersOf, hashed, payeesOf, type Customer, type Payee, type Scope } from './customers-and-payees.ts'
import type { Found, Screener } from './screener.ts'
import { inTimeSlices } from '#server/core/time-slices.ts'
import { endHits, writeHits, type Compared } from './write-hits.ts'

export interface Screened {
  /** Customers that were compared, and names altogether. */
  customers: number
  names: number
  /** Pairs of a party and an entry that are similar enough. */
  hits: number
}

const NOBODY: Screened = { customers: 0, names: 0, hits: 0 }

/** Against what, in one transaction. */
interface Run {
  tx: Transaction<Database>
  platform: string
  screener: Screener
  inForce: ActiveScreener
  now: Date
  weakAliases: WeakAliases
  /** Only with these entries, where the rest was compared before. */
  only?: ReadonlySet<string> | undefined
}

/**
 * Compares the parties of a scope. For a batch, unchanged customers and names without a match are skipped. A similar
 * pair becomes a hit to decide; a decision stays while the facts of both sides are the same; an unconfirmed hit without
 * similarity ends as `no_match`. Without a list nobody is screened.
 */
export async function screen(tx: Transaction<Database>, platform: string, scope: Scope, now: Date): Promise<Screened> {
  await holdList(tx)
  const inForce = await findActiveScreener(tx)
  if (!inForce) return NOBODY
  const weakAliases = await weakAliasesOf(tx, platform)
  return await screenScope({ tx, platform, inForce, now, weakAliases, screener: await screenerOf(tx, inForce) }, scope)
}

async function screenScope(run: Run, scope: Scope): Promise<Screened> {
  const { tx, platform, inForce } = run
  const sum = { ...NOBODY }
  for await (const chunk of customersOf(tx, platform, scope, inForce.stamp)) {
    const isDue = ({ checked, facts }: Customer) =>
      scope.kind !== 'batch' || checked?.stamp !== inForce.stamp || checked.facts !== JSON.stringify(facts)
    const due = chunk.filter(isDue)
    sum.customers += due.length
    sum.names += due.reduce((names, { facts }) => names + facts.names.length, 0)
    sum.hits += await screenCustomers(run, due)
  }
  for await (const payees of payeesOf(tx, platform, scope)) {
    sum.names += payees.length
    sum.hits += await screenPayees(run, payees)
  }
  return sum
}

async function screenCustomers(run: Run, customers: readonly Customer[]): Promise<number> {
  const { tx, platform, screener, inForce, now, weakAliases, only } = run
  const compared: Compared[] = []
  await inTimeSlices(customers, ({ id, facts }) => {
    compared.push({ customerId: id, party: 'customer', key: '', facts, found: screener.find(facts, weakAliases) })
  })
  if (only === undefined) {
    const checks = customers.map(({ id, facts }) => {
      return { platform, customer_id: id, stamp: inForce.stamp, facts: JSON.stringify(facts), checked_at: now }
    })
    await insertRows(tx, 'sanctions_check', checks, {
      conflict: sql`on conflict (platform, customer_id) do update set stamp = excluded.stamp, facts = excluded.facts,
        checked_at = excluded.checked_at`,
    })
  }
  return await writeHits(tx, compared, { platform, now, only })
}

async function screenPayees(run: Run, payees: readonly Payee[]): Promise<number> {
  const { tx, platform, screener, now, weakAliases, only } = run
  const found: { payee: Payee; found: Found[] }[] = []
  const unlike: string[] = []
  await inTimeSlices(payees, (payee) => {
    const alike = screener.find(onlyNamed(payee.name), weakAliases)
    if (alike.length > 0 || only !== undefined) found.push({ payee, found: alike })
    else unlike.push(payee.name)
  })
  if (unlike.length > 0) {
    await sql`insert into sanctions_unlike (platform, name)
      select ${platform}, ${hashed(sql`name`)} from unnest(${unlike}::text[]) as name on conflict do nothing`.execute(
      tx,
    )
  }
  // with a part of the lists only hits are stored, since there are too many others
  const alike = found.filter((each) => each.found.length > 0)
  const gone = only === undefined ? unlike : found.flatMap((each) => (each.found.length > 0 ? [] : each.payee.name))
  await endFormer(run, gone)
  const keys = await keysOf(
    tx,
    alike.map(({ payee }) => payee.name),
  )
  const byParty = new Map<string, Compared & { found: Found[] }>()
  for (const { payee, found: list } of alike) {
    const key = keys.get(payee.name) ?? ''
    for (const customerId of payee.customers) {
      const party = JSON.stringify([customerId, key])
      const there = byParty.get(party)
      const facts = there?.facts ?? onlyNamed(payee.name)
      byParty.set(party, {
        customerId,
        party: 'counterparty',
        key,
        facts,
        found: likest([...(there?.found ?? []), ...list]),
      })
    }
  }
  return await writeHits(tx, [...byParty.values()], { platform, now, only })
}

/** Two spellings of one payee: each entry once. */
function likest(found: readonly Found[]): Found[] {
  const sorted = found.toSorted((a, b) => a.score - b.score)
  return [...new Map(sorted.map((each) => [`${each.source} ${each.entry.id}`, each])).values()]
}

/** Payees that have lost their match. */
async function endFormer({ tx, platform, now, only }: Run, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { rows } = await sql<{ id: string; pair: string }>`
    select h.id, h.source || ' ' || h.entry_id as pair from sanctions_hit h
    where h.platform = ${platform} and h.party = 'counterparty' and h.outcome in ('potential_match', 'false_positive')
      and h.party_key in (select screening_key(name) from unnest(${names}::text[]) as name)`.execute(tx)
  const ended = rows.filter(({ pair }) => only === undefined || only.has(pair)).map(({ id }) => id)
  await endHits(tx, ended, now)
}

async function keysOf(tx: Transaction<Database>, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; key: string }>`
    select name, screening_key(name) as key from unnest(${names}::text[]) as name`.execute(tx)
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/**
 * Screens every platform. With unchanged lists and thresholds only new parties; with changed lists everybody against
 * the changes; else everybody against everything. Each platform is one transaction.
 */
export async function screenAll(db: Kysely<Database>, now: Date): Promise<Screened> {
  const inForce = await findActiveScreener(db)
  if (!inForce) return NOBODY
  const last = await db.selectFrom('sanctions_screened').selectAll().executeTakeFirst()
  const sum = { ...NOBODY }
  for (const { name } of PLATFORMS) {
    const each = await db.transaction().execute(async (tx) => await screenPlatform(tx, name, { inForce, last, now }))
    sum.customers += each.customers
    sum.names += each.names
    sum.hits += each.hits
  }
  const row = { stamp: inForce.stamp, newest_list: inForce.newestList, policy: inForce.policy, at: now }
  await db
    .insertInto('sanctions_screened')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
  await db.updateTable('sanctions_list').set({ screened_at: now }).where('screened_at', 'is', null).execute()
  return sum
}

interface Since {
  inForce: ActiveScreener
  last: { stamp: string; newest_list: string; policy: string } | undefined
  now: Date
}

async function screenPlatform(
  tx: Transaction<Database>,
  platform: string,
  { inForce, last, now }: Since,
): Promise<Screened> {
  await holdList(tx)
  const screener = await screenerOf(tx, inForce)
  const run: Run = { tx, platform, inForce, now, screener, weakAliases: await weakAliasesOf(tx, platform) }
  await endRemoved(run)
  if (last?.stamp === inForce.stamp) return await screenScope(run, { kind: 'due' })
  if (last === undefined || last.policy !== inForce.policy) return await screenScope(run, { kind: 'all' })
  const only = await entriesSince(tx, last.newest_list)
  const part = screener.only(({ source, entry }) => only.has(`${source} ${entry.id}`))
  const some = await screenScope({ ...run, screener: part, only }, { kind: 'all' })
  await sql`update sanctions_check set stamp = ${inForce.stamp}, checked_at = ${now}
    where platform = ${platform} and stamp = ${last.stamp}`.execute(tx)
  // parties that were not up to date
  const rest = await screenScope(run, { kind: 'due' })
  return { customers: some.customers, names: some.names, hits: some.hits + rest.hits }
}

/** Hits with entries that are on no list any more. */
async function endRemoved({ tx, platform, now }: Run): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select h.id from sanctions_hit h
    where h.platform = ${platform} and h.outcome in ('potential_match', 'false_positive') and not exists (
      select from sanctions_entry e where e.source = h.source and e.id = h.entry_id)`.execute(tx)
  await endHits(
    tx,
    rows.map(({ id }) => id),
    now,
  )
}

/** The job that screens everybody after what is screened against has changed in the window. */
export const SCREEN_ALL = 'screen-all'

export function screenAllWorker({ db, now }: { db: Kysely<Database>; now: () => Date }): Worker<object> {
  return {
    name: SCREEN_ALL,
    // 100,000 customers take minutes
    lostAfter: 3600,
    run: async () => {
      await screenAll(db, now())
    },
    // an unscreened party stays due: the next change, import or start screens it
    giveUp: async () => {},
  }
}
