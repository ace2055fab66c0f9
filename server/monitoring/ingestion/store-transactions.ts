/** Customers and transactions into their tables. */
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import type { IncomingTransaction, Party } from './incoming.ts'

/** Stores customers, or what is new about them, and answers whom that changed; `profile` grows and loses nothing. */
export async function storeCustomers(
  db: Kysely<Database>,
  platform: string,
  parties: Iterable<Party>,
): Promise<string[]> {
  const byId = new Map<string, Party>()
  for (const party of parties) {
    const known = byId.get(party.id)
    // a value missing in one payment of a batch may be in another
    const isMore = known !== undefined && known.profile !== party.profile
    byId.set(party.id, isMore ? { ...party, profile: { ...known.profile, ...party.profile } } : party)
  }
  const rows = [...byId.values()].map((party) => ({
    platform,
    id: party.id,
    type: party.type,
    name: party.name,
    first_name: party.firstName ?? null,
    last_name: party.lastName ?? null,
    username: party.username ?? null,
    country: party.country ?? null,
    created_at: party.createdAt,
    profile: party.profile ?? {},
  }))
  const changed = await insertRows<{ id: string }>(db, 'customer', rows, {
    // most are as they were, and a row that is in conflict is locked and written even where nothing is updated
    where: sql`not exists (
      select from customer c where c.platform = r.platform and c.id = r.id
        and (c.type, c.name, c.first_name, c.last_name, c.username, c.country)
          is not distinct from (r.type, r.name, r.first_name, r.last_name, r.username, r.country)
        and c.profile @> r.profile)`,
    conflict: sql`
      on conflict (platform, id) do update set
        type = excluded.type, name = excluded.name, first_name = excluded.first_name, last_name = excluded.last_name,
        username = excluded.username, country = excluded.country, profile = customer.profile || excluded.profile`,
    returning: 'id',
  })
  return changed.map(({ id }) => id)
}

/** The content by which a known transaction is the same again. */
const contentOf = (each: IncomingTransaction) => ({
  at: each.at,
  customer_id: each.customer.id,
  counterparty_id: each.counterparty.account?.id ?? null,
  direction: each.direction,
  service: each.service,
  amount: each.amount,
  currency: each.currency,
  usd: each.usd,
  country: each.country,
  counterparty_country: each.counterparty.country,
  counterparty_name: each.counterparty.name,
})

/** A transaction whose id is stored with other content, with the fields that differ. */
export interface Conflict {
  id: string
  fields: string[]
}

/** Of transactions whose ids are stored already, those with other content. */
export async function findConflicts(
  db: Kysely<Database>,
  platform: string,
  known: readonly IncomingTransaction[],
): Promise<Conflict[]> {
  if (known.length === 0) return []
  const { rows } = await sql<ReturnType<typeof contentOf> & { id: string }>`
    select t.id, t.at, t.customer_id, t.counterparty_id, t.direction, t.service, t.amount::text as amount, t.currency,
      t.usd::text as usd, t.country, t.counterparty_country, t.counterparty_name
    from transaction t where t.platform = ${platform} and t.id = any(${known.map(({ id }) => id)})`.execute(db)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return known.flatMap((each) => {
    const row = stored.get(each.id)
    if (!row) return []
    const fields = Object.entries(contentOf(each)).flatMap(([field, value]) =>
      isSame(value, Reflect.get(row, field)) ? [] : [field.replace('_id', '').replaceAll('_', ' ')],
    )
    return fields.length === 0 ? [] : [{ id: each.id, fields }]
  })
}

/** Amounts may have more zeros at their end. */
function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown) => {
    if (value instanceof Date) return value.getTime()
    return typeof value === 'string' && /^\d+\.\d*0$/.test(value)
      ? value.replace(/(?:\.0+|(?<!0)0+)$/, '')
      : (value ?? null)
  }
  return plain(a) === plain(b)
}

/** Stores transactions that are not there yet and answers those. */
export async function storeTransactions(
  db: Kysely<Database>,
  platform: string,
  batch: readonly IncomingTransaction[],
  now: Date,
): Promise<IncomingTransaction[]> {
  const rows = batch.map((each) => ({
    platform,
    id: each.id,
    ...contentOf(each),
    client_name: each.customer.name,
    status: each.status ?? 'new',
    data: each.data ?? {},
    ingested_at: now,
  }))
  const stored = await insertRows<{ id: string }>(db, 'transaction', rows, {
    conflict: sql`on conflict do nothing`,
    returning: 'id',
  })
  const fresh = new Set(stored.map(({ id }) => id))
  // deleting while iterating keeps the first of two with one id
  return batch.filter(({ id }) => fresh.delete(id))
}
