/** Customers are found by any part of their names, user name or id. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer add column search text
    generated always as (lower(name || ' ' || coalesce(username, '') || ' ' || id)) stored`.execute(db)
  await sql`create index customer_search on customer using gin (search gin_trgm_ops)`.execute(db)
}
