-- Accounts, their sessions and the ways into them.

create table account (
  id text primary key,
  email text not null unique,
  first_name text not null,
  last_name text not null,
  roles text[] not null,
  platforms text[] not null,
  is_disabled boolean not null default false,
  -- who it is at the identity provider, once somebody has signed in
  issuer text,
  subject text,
  version bigint not null default 1
);
-- the address links an account to its first sign-in: it has to be found however it is written
create unique index account_email on account (lower(email));
create unique index account_subject on account (issuer, subject);

-- whoever changes what an account may do has every instance look again at who is listening
create function tell_account() returns trigger language plpgsql as $$
  begin
    perform pg_notify('docket', '{"platform":null,"topic":"account"}');
    return null;
  end
$$;
create trigger account_told after update of roles, platforms, is_disabled on account
  for each row when (old is distinct from new) execute function tell_account();

create table session (
  id uuid primary key,
  account_id text not null references account,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- the sessions that followed one another by refreshing, and end together
  family uuid not null,
  family_at timestamptz not null,
  device_id text,
  is_fresh boolean not null default false,
  locked_at timestamptz,
  superseded_at timestamptz,
  -- the session that its token was traded for: one, however often it is traded
  follows uuid
);
create index session_account on session (account_id);
create index session_family on session (family);
create unique index session_follows on session (follows) where follows is not null;

create table login_code (
  hash bytea primary key,
  account_id text not null references account,
  expires_at timestamptz not null,
  -- somebody proved who they are for it, and had not only a session at the identity provider
  is_fresh boolean not null default false,
  -- the browser that began
  browser bytea not null
);

-- single-use, for downloads that carry no token
create table ticket (
  hash bytea primary key,
  account_id text not null references account,
  purpose text not null,
  subject text not null,
  expires_at timestamptz not null
);

-- attempts to sign in and uploads, by sender; both may be lost in a crash
create unlogged table attempt (
  who text not null,
  minute timestamptz not null,
  count int not null,
  primary key (who, minute)
);

create unlogged table upload_use (
  who text not null,
  since timestamptz not null,
  bytes bigint not null,
  files int not null,
  is_refused boolean not null,
  primary key (who, since)
);
