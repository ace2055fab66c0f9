/** What allowlists kept from being raised: a hit that leaves no alert leaves a line here. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table allowlist_hit (
    id bigint generated always as identity primary key,
    platform text not null,
    allowlist_id bigint not null references allowlist,
    version_id bigint not null references allowlist_version,
    rule_id bigint not null references rule,
    revision_id bigint not null,
    transaction_id text not null,
    customer_id text not null,
    trigger_info jsonb not null,
    at timestamptz not null
  )`,
  `create index allowlist_hit_list on allowlist_hit (allowlist_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
