/** Customers are found by any part of an e-mail address, and by the digits of a phone number. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index customer_email_search on customer_email using gin (lower(email) gin_trgm_ops)`.execute(db)
  await sql`create index customer_phone_search on customer_phone
    using gin (regexp_replace(phone, '\\D', '', 'g') gin_trgm_ops)`.execute(db)
}
