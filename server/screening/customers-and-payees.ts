/** Parties to screen: customers and their counterparties, read a few thousand at a time. */
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import type { PartyFacts } from './party-facts.ts'
import { isCountryCode, readCountries } from '#server/screening/lists/countries.ts'
import { readBirths } from '#server/screening/lists/dates.ts'

/** The scope: a batch with its changed customers; names not compared with the lists in force; or everybody. */
export type Scope =
  | { kind: 'batch'; customers: readonly string[]; changed: readonly string[]; transactions: readonly string[] }
  | { kind: 'due' }
  | { kind: 'all' }

export interface Customer {
  id: string
  facts: PartyFacts
  /** The last comparison: name and lists. */
  checked: { stamp: string; facts: string } | null
}

/** A name on the other side of payments, with who paid it or was paid. */
export interface Payee {
  name: string
  customers: string[]
}

const CHUNK = 5000

interface CustomerRow {
  id: string
  type: string
  name: string
  country: string | null
  trading: string | null
  born: string | null
  gender: string | null
  citizenship: string | null
  residence: string | null
  registered: string | null
  registration: string | null
  papers: string[] | null
  stamp: string | null
  facts: string | null
}

/** Customers of a scope, by thousands. */
export async function* customersOf(
  tx: Transaction<Database>,
  platform: string,
  scope: Scope,
  stamp: string,
): AsyncGenerator<Customer[]> {
  const rows = customerRows(platform, whichCustomers(scope, stamp))
  for await (const chunk of fetched<CustomerRow>(tx, 'screened_customers', rows)) yield chunk.map(toCustomer)
}

/** Some customers of a platform, the newest. */
export async function sampleOf(tx: Transaction<Database>, platform: string, most: number): Promise<Customer[]> {
  const { rows } =
    await sql<CustomerRow>`${customerRows(platform, sql`true`)} order by c.created_at desc, c.id limit ${most}`.execute(
      tx,
    )
  return rows.map(toCustomer)
}

function customerRows(platform: string, which: RawBuilder<boolean>): RawBuilder<CustomerRow> {
  return sql<CustomerRow>`
    select c.id, c.type, c.name, c.country, c.profile ->> 'tradingName' as trading, c.profile ->> 'dateOfBirth' as born,
      c.profile ->> 'gender' as gender, c.profile ->> 'countryOfCitizenship' as citizenship,
      c.profile ->> 'countryOfResidence' as residence, c.profile ->> 'countryOfRegistration' as registered,
      c.profile ->> 'registrationNumber' as registration, k.stamp, k.facts,
      (select array_agg(d.number order by d.number) from customer_document d
        where d.platform = c.platform and d.customer_id = c.id and d.purpose = 'identity' and d.number is not null) as papers
    from customer c
    left join sanctions_check k on k.platform = c.platform and k.customer_id = c.id
    where c.platform = ${platform} and ${which}`
}

function toCustomer({ id, type, name, stamp, facts, ...row }: CustomerRow): Customer {
  const isBusiness = type === 'business'
  return {
    id,
    facts: {
      names: [...new Set([name, ...(isBusiness && row.trading ? [row.trading] : [])])],
      kind: isBusiness ? 'company' : 'person',
      birth: isBusiness ? null : (readBirths(row.born ?? undefined)[0] ?? null),
      countries: readCountries(
        ...[row.citizenship, row.residence, row.registered, row.country].map((each) => each ?? undefined),
      )
        .filter(isCountryCode)
        .toSorted(),
      gender: row.gender,
      identifiers: [...new Set([row.registration ?? [], row.papers ?? []].flat())].toSorted(),
    },
    checked: stamp === null || facts === null ? null : { stamp, facts },
  }
}

function whichCustomers(scope: Scope, stamp: string): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'batch':
      return sql`c.id = any(${scope.customers}) and (k.stamp is distinct from ${stamp} or c.id = any(${scope.changed}))`
    case 'due':
      return sql`k.stamp is distinct from ${stamp}`
    case 'all':
      return sql`true`
  }
}

/**
 * Counterparty names, except customers, who are screened as such; for a batch also without names that had no match.
 * Customers are looked up individually, since the planner has no statistics of a new platform.
 */
export async function* payeesOf(tx: Transaction<Database>, platform: string, scope: Scope): AsyncGenerator<Payee[]> {
  if (scope.kind === 'due') return
  const which = scope.kind === 'batch' ? sql`t.id = any(${scope.transactions})` : sql`true`
  const paid = sql<Payee>`select t.counterparty_name as name, array_agg(distinct t.customer_id) as customers from transaction t
    where t.platform = ${platform} and ${which} and t.counterparty_name is not null and (
      select true from customer c where c.platform = t.platform and c.id = t.counterparty_id) is null
    group by t.counterparty_name`
  const isUnknown = sql`not exists (
    select from sanctions_unlike u where u.platform = ${platform} and u.name = ${hashed(sql`paid.name`)})`
  const rows =
    scope.kind === 'batch'
      ? sql<Payee>`select name, customers from (${paid} offset 0) as paid where ${isUnknown}`
      : paid
  yield* fetched<Payee>(tx, 'screened_payees', rows)
}

/** The SHA-256 of a name, as `sanctions_unlike` keeps it. */
export function hashed(name: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`sha256(convert_to(${name}, 'UTF8'))`
}

async function* fetched<R>(tx: Transaction<Database>, cursor: string, query: RawBuilder<R>): AsyncGenerator<R[]> {
  await sql`declare ${sql.ref(cursor)} no scroll cursor for ${query}`.execute(tx)
  try {
    for (;;) {
      const { rows } = await sql<R>`fetch ${sql.lit(CHUNK)} from ${sql.ref(cursor)}`.execute(tx)
      if (rows.length > 0) yield rows
      if (rows.length < CHUNK) return
    }
  } finally {
    await sql`close ${sql.ref(cursor)}`.execute(tx)
  }
}
