/** Adverse names of one's own, kept in the window, and lists that could not be read. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table adverse_name (
    id bigint generated always as identity primary key,
    name text not null,
    aliases text[] not null,
    kind text not null check (kind in ('individual', 'entity')),
    birth text,
    country text,
    reason text not null,
    added_by text not null references account,
    added_at timestamptz not null,
    removed_by text references account,
    removed_at timestamptz,
    check ((removed_by is null) = (removed_at is null))
  )`,
  // as of the last time that the lists of the settings were read
  `create table sanctions_broken (
    place text primary key,
    source text,
    message text not null,
    at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
