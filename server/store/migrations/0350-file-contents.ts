/** The contents of files, in chunks; or the record of those that are kept in a bucket. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table file_content (
    id uuid primary key,
    place text not null check (place in ('database', 'bucket')),
    size bigint not null,
    sha256 bytea not null check (length(sha256) = 32),
    -- false from before an object is sent until the row that names it is written, and again once nothing names it
    is_kept boolean not null default true,
    at timestamptz not null default now()
  )`,
  'create index file_content_unkept on file_content (at) where not is_kept',
  // chunks are written as they arrive, before size and hash are known
  `create table file_chunk (
    file_id uuid not null references file_content on delete cascade deferrable initially deferred,
    n integer not null,
    bytes bytea not null,
    primary key (file_id, n)
  )`,
  // most files are compressed already
  'alter table file_chunk alter column bytes set storage external',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
