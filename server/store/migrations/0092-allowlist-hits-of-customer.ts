/** What an allowlist kept from being raised about one customer, without reading what it did for the others. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create index allowlist_hit_customer on allowlist_hit (allowlist_id, customer_id, at)`,
  // the same with nobody named
  `drop index allowlist_hit_list`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
