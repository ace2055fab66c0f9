/** Several sanctions lists in force with their versions; why a pair matches; decisions that remember what they were made on. */
import { sql, type Kysely } from 'kysely'

const statements = [
  // a text that an index can hold, whatever its length: what a counterparty is known by
  `create function screening_key(name text) returns text language sql immutable strict parallel safe as $$
    select case when length(name) <= 400 then screening_name(name)
      else 'sha256 ' || encode(sha256(convert_to(name, 'UTF8')), 'hex') end
  $$`,

  `alter table sanctions_list add column source text`,
  `update sanctions_list set source = case when name like 'Sample%' then 'sample' else 'ofac-sdn' end`,
  `alter table sanctions_list
    alter column source set not null,
    add column withdrawn_at timestamptz,
    add column unusable jsonb not null default '[]',
    -- what keeps a process from taking one database's list for another's
    add column content uuid not null default gen_random_uuid()`,
  `create index sanctions_list_source on sanctions_list (source, id desc)`,

  // every list is read again when the server starts: entries hold more by now
  `drop table sanctions_name, sanctions_entry`,
  `create table sanctions_entry (
    source text not null,
    id text not null,
    -- the version in which it came or changed last
    list_id bigint not null,
    facts jsonb not null,
    digest text not null,
    primary key (source, id)
  )`,
  `create index sanctions_entry_list on sanctions_entry (list_id)`,
  `create table sanctions_change (
    list_id bigint not null references sanctions_list,
    entry_id text not null,
    kind text not null check (kind in ('added', 'changed', 'removed')),
    name text not null,
    -- of a changed entry, what each field was and is
    fields jsonb not null default '{}',
    primary key (list_id, entry_id)
  )`,

  // compared with the versions in force and the thresholds of the time
  `delete from sanctions_check`,
  `alter table sanctions_check drop column list_id, add column stamp text not null`,
  `alter table sanctions_check rename column normal to facts`,
  `delete from sanctions_unlike`,
  `create table sanctions_screened (
    only_row boolean primary key default true check (only_row),
    stamp text not null,
    newest_list bigint not null,
    policy bigint not null,
    at timestamptz not null
  )`,

  `create table sanctions_threshold (
    source text not null,
    kind text not null check (kind in ('individual', 'entity')),
    threshold real not null check (threshold between 0.5 and 1),
    version bigint not null default 1,
    updated_by text references account,
    updated_at timestamptz not null,
    primary key (source, kind)
  )`,

  `alter table sanctions_hit
    add column source text not null default 'ofac-sdn',
    add column kind text not null default 'individual',
    add column parts jsonb not null default '[]',
    -- the facts of both sides that the score and a decision rest on
    add column basis jsonb,
    -- what has changed since a decision that was therefore taken off
    add column reopened jsonb,
    -- a decision on a pair that is not alike at present, should it be again
    add column remembered jsonb`,
  `update sanctions_hit set source = 'sample' where list like 'Sample%'`,
  `alter table sanctions_hit drop constraint sanctions_hit_platform_customer_id_party_party_key_entry_id_key`,
  `alter table sanctions_hit add unique (platform, customer_id, party, party_key, source, entry_id)`,
  `create index sanctions_hit_entry on sanctions_hit (source, entry_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
