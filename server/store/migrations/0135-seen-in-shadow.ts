/** What a rule in shadow said last of an account, so that it counts a thing once, as a rule in force says it once. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table rule_shadow_seen (
    rule_id bigint not null references rule,
    customer_id text not null,
    revision_id bigint not null,
    saw jsonb not null,
    primary key (rule_id, customer_id)
  )`.execute(db)
}
