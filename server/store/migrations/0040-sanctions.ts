/** The sanctions list, what was compared with it, and what was found and decided. */
import { sql, type Kysely } from 'kysely'

/** Words that say what kind of company it is and not which one. */
const LEGAL_FORMS = `'ag', 'bv', 'co', 'company', 'corp', 'corporation', 'dd', 'doo', 'eood', 'fze', 'gmbh', 'inc',
  'incorporated', 'jsc', 'kg', 'limited', 'llc', 'llp', 'lp', 'ltd', 'ltda', 'nv', 'oao', 'ooo', 'oy', 'pao', 'pjsc',
  'plc', 'pte', 'pty', 'sa', 'sal', 'sarl', 'sas', 'spa', 'srl', 'zao'`

const statements = [
  // a name as it is compared: no case, no diacritics, no punctuation, no legal form, words in order
  `create function screening_name(name text) returns text language sql immutable strict parallel safe as $$
    select coalesce(
      string_agg(word, ' ' order by word collate "C") filter (where word not in (${LEGAL_FORMS})),
      string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(
      replace(replace(replace(translate(lower(
        -- letters that do not come apart by themselves
        translate(regexp_replace(normalize(name, nfkd), '[\\u0300-\\u036f\\u2018\\u2019\\u02bb\\u02bc''.\`]', '', 'g'),
          'ØøŁłĐđÐðıĦħŦŧ', 'OoLlDdDdiHhTt')),
        'əɛ', 'ae'), 'ß', 'ss'), 'æ', 'ae'), 'þ', 'th'),
      '[\\s!-/:-@\\[-_{-~\\u2010-\\u2015\\u00ab\\u00bb\\u201c\\u201d]+') as word
    where word <> ''
  $$`,

  // which versions of the list there were: the newest is the one in the tables below
  `create table sanctions_list (
    id bigint generated always as identity primary key,
    name text not null,
    digest text not null,
    entries int not null,
    names int not null,
    imported_at timestamptz not null,
    -- null until everybody has been compared with it
    screened_at timestamptz
  )`,
  `create table sanctions_entry (
    id text primary key,
    type text not null,
    name text not null,
    programs text[] not null,
    details jsonb not null
  )`,
  `create table sanctions_name (
    entry_id text not null references sanctions_entry on delete cascade,
    n int not null,
    kind text not null,
    name text not null,
    normal text not null generated always as (screening_name(name)) stored,
    primary key (entry_id, n)
  )`,
  `create index sanctions_name_similar on sanctions_name using gin (normal gin_trgm_ops)`,

  `create table sanctions_check (
    platform text not null,
    customer_id text not null,
    list_id bigint not null references sanctions_list,
    -- the customer's names as they were compared
    normal text not null,
    checked_at timestamptz not null,
    primary key (platform, customer_id)
  )`,
  `create table sanctions_hit (
    id bigint generated always as identity primary key,
    platform text not null,
    customer_id text not null,
    party text not null check (party in ('customer', 'counterparty')),
    -- who else it is: a counterparty's name as it was compared, empty for the customer
    party_key text not null,
    party_name text not null,
    list text not null,
    entry_id text not null,
    name text not null,
    score real not null,
    details jsonb not null,
    outcome text not null default 'potential_match' check (outcome in ('true_positive', 'true_positive_approve',
      'true_positive_reject', 'potential_match', 'false_positive', 'no_match')),
    checked_at timestamptz not null,
    decided_by text references account,
    decided_at timestamptz,
    note text,
    version bigint not null default 1,
    unique (platform, customer_id, party, party_key, entry_id)
  )`,
  `create index sanctions_hit_open on sanctions_hit (platform, id) where outcome = 'potential_match'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
