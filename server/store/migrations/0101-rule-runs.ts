/** When rules of type schedule ran, and hits on customers that allowlists kept from being raised. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table allowlist_hit alter column transaction_id drop not null`,
  `create table rule_run (
    rule_id bigint not null references rule,
    -- the moment of the schedule
    at timestamptz not null,
    -- transactions after this were not looked at by the run before
    since timestamptz not null,
    -- the last customer that was judged, in order of their ids
    after text not null default '',
    customers int not null default 0,
    alerts int not null default 0,
    ended_at timestamptz,
    primary key (rule_id, at)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
