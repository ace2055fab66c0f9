/** Mail that is to be sent; and files that share their bytes with another. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table mail (
    id uuid primary key,
    platform text not null,
    recipient text not null,
    subject text not null,
    text text not null,
    attachment text check (attachment in ('kyc')),
    created_at timestamptz not null,
    due_at timestamptz not null,
    attempts int not null default 0,
    sent_at timestamptz,
    last_error text
  )`,
  `create index mail_due on mail (due_at) where sent_at is null`,

  `alter table file add column stored_as uuid`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
