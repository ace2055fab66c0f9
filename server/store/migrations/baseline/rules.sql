-- Rules, their revisions, their runs, and what is proposed.

create table rule (
  id bigint generated always as identity primary key,
  platform text not null,
  name text not null,
  description text not null default '',
  area text not null check (area in ('transaction', 'account', 'schedule')),
  type text not null,
  criteria jsonb not null,
  options jsonb not null,
  revision_id bigint not null default 0,
  author text not null,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  stage text not null default 'live' check (stage in ('live', 'shadow', 'proposed'))
);
create index rule_platform on rule (platform) where deleted_at is null;

create table rule_revision (
  id bigint generated always as identity primary key,
  rule_id bigint not null references rule,
  name text not null,
  description text not null,
  criteria jsonb not null,
  options jsonb not null,
  author text not null,
  at timestamptz not null default now(),
  approved_by text references account,
  approved_at timestamptz,
  approval_note text,
  reason text,
  evidence jsonb
);
create index rule_revision_rule on rule_revision (rule_id, id);

-- runs of rules of type schedule
create table rule_run (
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
);

-- what a rule in shadow would have raised, and how much of it other rules raised too
create table rule_shadow (
  rule_id bigint not null references rule,
  revision_id bigint not null,
  day date not null,
  hits int not null,
  also_alerted int not null,
  primary key (rule_id, revision_id, day)
);

-- what a rule in shadow found last of an account, so that it counts a thing once
create table rule_shadow_seen (
  rule_id bigint not null references rule,
  customer_id text not null,
  revision_id bigint not null,
  saw jsonb not null,
  primary key (rule_id, customer_id)
);

create table rule_proposal (
  id bigint generated always as identity primary key,
  platform text not null,
  rule_id bigint not null references rule,
  kind text not null check (kind in ('add', 'change', 'delete', 'stage')),
  -- the revision that it was made on
  revision_id bigint not null,
  body jsonb not null,
  author text not null references account,
  at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'approved', 'returned')),
  decided_by text references account,
  decided_at timestamptz,
  note text,
  reason text,
  evidence jsonb
);
create unique index rule_proposal_open on rule_proposal (rule_id) where status = 'open';
create index rule_proposal_list on rule_proposal (platform, status, id desc);

create table config_set (
  id bigint generated always as identity primary key,
  platform text not null,
  name text not null,
  comment text not null,
  value text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null default 1
);
create unique index config_set_name on config_set (platform, lower(name));
