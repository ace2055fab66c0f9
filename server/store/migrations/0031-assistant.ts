/** What was said with the assistant: each conversation is its account's own. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table assistant_message (
    id bigint generated always as identity primary key,
    account_id text not null references account,
    session_id text not null,
    platform text not null,
    role text not null check (role in ('user', 'assistant')),
    text text not null,
    created_at timestamptz not null
  )`,
  `create index assistant_message_session on assistant_message (account_id, session_id, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
