-- What is set for the database, a platform or a person.

-- facts about this database as a whole, such as its identity and what the demo world was made from
create table meta (k text primary key, v jsonb not null);

-- one for all documents: one that is made again after it was removed is never mistaken for the old one
create sequence setting_version;

-- the owner is an account, or nobody for what a platform shares; the platform is empty for what counts everywhere
create table setting (
  owner text not null,
  platform text not null,
  kind text not null,
  id text not null,
  version bigint not null default nextval('setting_version'),
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null references account,
  primary key (owner, platform, kind, id)
);

create table policy (
  platform text not null,
  id text not null,
  value jsonb not null,
  version bigint not null,
  updated_by text not null references account,
  updated_at timestamptz not null,
  primary key (platform, id)
);

create table business_hours (
  platform text primary key,
  value jsonb not null,
  version bigint not null,
  updated_by text not null references account,
  updated_at timestamptz not null
);

create table notice (
  id bigint generated always as identity primary key,
  platform text not null,
  text text not null,
  author text not null references account,
  at timestamptz not null,
  until timestamptz not null check (until > at),
  ended_at timestamptz,
  ended_by text references account
);
create index notice_of on notice (platform, until);

-- marks along long lists; made again when missed, so that they may be lost in a crash
create unlogged table page_mark (
  list bytea not null,
  position bigint not null,
  reader text not null,
  sort text not null,
  id text not null,
  made_at timestamptz not null,
  primary key (list, position, reader)
);
