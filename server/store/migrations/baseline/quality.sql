-- Quality reviews of decisions: how many, of which, and what came of them.

-- only added to: the newest of a scope and key is in force
create table quality_rate (
  id bigint generated always as identity primary key,
  platform text not null,
  scope text not null check (scope in ('all', 'rule', 'person', 'risk', 'golden', 'tolerance')),
  key text not null,
  rate double precision not null check (rate between 0 and 100),
  reason text not null,
  author text not null references account,
  at timestamptz not null
);
create index quality_rate_of on quality_rate (platform, scope, key, id desc);

create table golden_item (
  id bigint generated always as identity primary key,
  platform text not null,
  alert_id bigint not null references alert,
  truth text check (truth in ('cleared', 'rejected', 'suspicious')) not null,
  reason text not null,
  author text not null references account,
  at timestamptz not null,
  ended_at timestamptz
);
create unique index golden_item_of on golden_item (platform, alert_id) where ended_at is null;

-- the salt keeps anybody from knowing beforehand what is drawn
create table quality_draw (platform text primary key, until timestamptz not null, salt text not null);

create table quality_review (
  id uuid primary key default gen_random_uuid(),
  platform text not null,
  alert_id bigint not null references alert,
  case_id text not null,
  is_golden boolean not null,
  why text not null,
  drawn_at timestamptz not null,
  decided_by text not null references account,
  decided_at timestamptz not null,
  expected text check (expected in ('cleared', 'rejected', 'suspicious')) not null,
  reader text references account check (reader <> decided_by),
  taken_at timestamptz,
  outcome text check (outcome in ('cleared', 'rejected', 'suspicious')),
  note text,
  read_at timestamptz,
  finding text check (finding in ('open', 'answered', 'upheld', 'dismissed')),
  reply text,
  reply_agrees boolean,
  replied_at timestamptz,
  closed_by text references account,
  closed_at timestamptz,
  closing_note text
);
create unique index quality_review_once on quality_review (platform, alert_id) where not is_golden;
create index quality_review_waiting on quality_review (platform, drawn_at, id) where read_at is null;
create index quality_review_read on quality_review (platform, read_at desc, id) where read_at is not null;
create index quality_review_alert on quality_review (alert_id, reader);
