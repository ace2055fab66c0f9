/** Acts that wait for a second person, and who approved a revision, a version or a decision. */
import { sql, type Kysely } from 'kysely'

const KINDS = ['allowlist', 'allowlistResolve', 'close', 'hardstop', 'bulk', 'sanctions']

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table approval (
    id bigint generated always as identity primary key,
    platform text not null,
    kind text not null check (kind in (${sql.join(KINDS.map((kind) => sql.lit(kind)))})),
    object_kind text not null,
    object_id text not null,
    label text not null,
    customer_id text,
    case_id text,
    version text not null,
    body jsonb not null,
    reason text,
    author text not null references account,
    at timestamptz not null,
    status text not null default 'open' check (status in ('open', 'approved', 'returned')),
    decided_by text references account,
    decided_at timestamptz,
    note text
  )`.execute(db)
  // one thing waits for one approval at a time
  await sql`create unique index approval_open on approval (platform, object_kind, object_id)
    where status = 'open'`.execute(db)
  await sql`create index approval_object on approval (platform, object_kind, object_id)`.execute(db)
  await sql`create index approval_case on approval (platform, case_id) where status = 'open'`.execute(db)
  await sql`create index approval_author on approval (author, at) where kind = 'bulk'`.execute(db)
  await sql`create index case_str_proposed on monitoring_case (platform) where str_proposed_by is not null`.execute(db)
  // how much one person closed in the last minutes
  await sql`create index alert_resolved_by on alert (resolved_by, resolved_at) where resolved_by is not null`.execute(
    db,
  )
  await sql`alter table allowlist add column proposed_version_id bigint`.execute(db)
  for (const table of ['allowlist_version', 'rule_revision', 'sanctions_hit']) {
    await sql`alter table ${sql.table(table)} add column approved_by text references account,
      add column approved_at timestamptz, add column approval_note text`.execute(db)
  }
}
