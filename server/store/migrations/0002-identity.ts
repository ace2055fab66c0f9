/** Sign-in: who an account is at the identity provider, single-use codes, attempts; and an audit that only grows. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table account add column subject text unique`,
  // the address is what links an account to its first sign-in: it has to be found however it is written
  `create unique index account_email on account (lower(email))`,

  `create table login_code (
    hash bytea primary key,
    account_id text not null references account,
    expires_at timestamptz not null
  )`,
  // may be lost in a crash
  `create unlogged table attempt (
    who text not null,
    minute timestamptz not null,
    count int not null,
    primary key (who, minute)
  )`,

  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name;
  end $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function refuse_change()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
