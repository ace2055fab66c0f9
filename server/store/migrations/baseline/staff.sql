-- Members of staff: absences, skills, queues, exclusions, handovers.

create table staff_absence (
  id bigint generated always as identity primary key,
  platform text not null,
  account text not null references account,
  from_day text not null check (from_day ~ '^\d{4}-\d{2}-\d{2}$'),
  to_day text not null check (to_day >= from_day),
  cover text references account check (cover <> account),
  author text not null references account,
  at timestamptz not null
);
create index staff_absence_of on staff_absence (platform, account, to_day);

-- what they are good at, by area of rules
create table staff_skill (
  platform text not null,
  account text not null references account,
  area text not null,
  level smallint not null check (level between 1 and 3),
  updated_by text not null references account,
  updated_at timestamptz not null,
  primary key (platform, account, area)
);

-- who works which queues
create table staff_roster (
  platform text not null,
  account text not null references account,
  queues text[] not null,
  updated_by text not null references account,
  updated_at timestamptz not null,
  primary key (platform, account)
);

create table staff_exclusion (
  id bigint generated always as identity primary key,
  platform text not null,
  account text not null references account,
  scope text not null check (scope in ('customer', 'ruleType', 'queue')),
  value text not null,
  reason text not null,
  author text not null references account,
  at timestamptz not null,
  unique (platform, account, scope, value)
);

-- the last run of auto-assignment
create table auto_assign_run (
  platform text not null,
  queue text not null,
  at timestamptz not null,
  assigned integer not null,
  unassigned integer not null,
  last_assigned_at timestamptz,
  primary key (platform, queue)
);

-- what one shift handed to the next, as it was then
create table handover (
  id bigint generated always as identity primary key,
  platform text not null,
  author text not null references account,
  at timestamptz not null,
  brief jsonb not null
);
create index handover_of on handover (platform, id desc);
