/** A form keeps what it asks, and what was answered; one that was asked for before asks for a file alone. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customer_form add column template jsonb, add column answers jsonb`.execute(db)
}
