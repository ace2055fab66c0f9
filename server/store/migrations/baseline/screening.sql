-- Sanctions lists with their versions, what was compared with them, found and decided.

-- a name as it is compared: no case, no diacritics, no punctuation, no legal form, words in order
create function screening_name(name text) returns text language sql immutable strict parallel safe as $$
  select coalesce(
    string_agg(word, ' ' order by word collate "C") filter (where word not in ('ag', 'bv', 'co', 'company', 'corp', 'corporation', 'dd', 'doo', 'eood', 'fze', 'gmbh', 'inc',
'incorporated', 'jsc', 'kg', 'limited', 'llc', 'llp', 'lp', 'ltd', 'ltda', 'nv', 'oao', 'ooo', 'oy', 'pao', 'pjsc',
'plc', 'pte', 'pty', 'sa', 'sal', 'sarl', 'sas', 'spa', 'srl', 'zao')),
    string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(
    replace(replace(replace(translate(lower(
      -- letters that do not come apart by themselves
      translate(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u2018\u2019\u02bb\u02bc''.`]', '', 'g'),
        'ØøŁłĐđÐðıĦħŦŧ', 'OoLlDdDdiHhTt')),
      'əɛ', 'ae'), 'ß', 'ss'), 'æ', 'ae'), 'þ', 'th'),
    '[\s!-/:-@\[-_{-~\u2010-\u2015\u00ab\u00bb\u201c\u201d]+') as word
  where word <> ''
$$;

-- a text that an index can hold, whatever its length: what a counterparty is known by
create function screening_key(name text) returns text language sql immutable strict parallel safe as $$
  select case when length(name) <= 400 then screening_name(name)
    else 'sha256 ' || encode(sha256(convert_to(name, 'UTF8')), 'hex') end
$$;

-- versions of the lists: the newest of a source is in force
create table sanctions_list (
  id bigint generated always as identity primary key,
  source text not null,
  name text not null,
  digest text not null,
  entries int not null,
  names int not null,
  imported_at timestamptz not null,
  -- null until everybody has been compared with it
  screened_at timestamptz,
  withdrawn_at timestamptz,
  unusable jsonb not null default '[]',
  -- what keeps a process from taking one database's list for another's
  content uuid not null default gen_random_uuid(),
  -- what was read, kept and left out
  summary jsonb
);
create index sanctions_list_source on sanctions_list (source, id desc);

create table sanctions_entry (
  source text not null,
  id text not null,
  -- the version in which it came or changed last
  list_id bigint not null,
  facts jsonb not null,
  digest text not null,
  primary key (source, id)
);
create index sanctions_entry_list on sanctions_entry (list_id);

create table sanctions_change (
  list_id bigint not null references sanctions_list,
  entry_id text not null,
  kind text not null check (kind in ('added', 'changed', 'removed')),
  name text not null,
  -- of a changed entry, what each field was and is
  fields jsonb not null default '{}',
  primary key (list_id, entry_id)
);

-- lists that could not be read, as of the last time
create table sanctions_broken (
  place text primary key,
  source text,
  message text not null,
  at timestamptz not null
);

-- names of one's own, kept in the window
create table adverse_name (
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
);

create table sanctions_threshold (
  source text not null,
  kind text not null check (kind in ('individual', 'entity')),
  threshold real not null check (threshold between 0.5 and 1),
  version bigint not null default 1,
  updated_by text references account,
  updated_at timestamptz not null,
  primary key (source, kind)
);

create table sanctions_check (
  platform text not null,
  customer_id text not null,
  -- the customer's names as they were compared
  facts text not null,
  -- the versions in force and the thresholds that it was compared with
  stamp text not null,
  checked_at timestamptz not null,
  primary key (platform, customer_id)
);

-- names of counterparties, by SHA-256, that match nobody on the lists in force: most come again
create table sanctions_unlike (
  platform text not null,
  name bytea not null,
  primary key (platform, name)
);

create table sanctions_screened (
  only_row boolean primary key default true check (only_row),
  stamp text not null,
  newest_list bigint not null,
  policy bigint not null,
  at timestamptz not null
);

create table sanctions_hit (
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
  source text not null default 'ofac-sdn',
  kind text not null default 'individual',
  parts jsonb not null default '[]',
  -- the facts of both sides that the score and a decision rest on
  basis jsonb,
  -- what has changed since a decision that was therefore taken off
  reopened jsonb,
  -- a decision on a pair that is not alike at present, should it be again
  remembered jsonb,
  approved_by text references account,
  approved_at timestamptz,
  approval_note text,
  search text not null generated always as (fold_text(coalesce(party_name, '')) || chr(10) || fold_text(name)
    || chr(10) || fold_text(coalesce(customer_id, ''))) stored,
  unique (platform, customer_id, party, party_key, source, entry_id)
);
create index sanctions_hit_open on sanctions_hit (platform, id) where outcome = 'potential_match';
create index sanctions_hit_entry on sanctions_hit (source, entry_id);
