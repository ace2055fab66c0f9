-- Browser profiles that keep work, and what became of the requests they sent.

-- what opens a profile stands in its shares: see `server/sync/devices.ts`
create table device (
  account_id text not null references account,
  id text not null,
  label text not null default '',
  registered_at timestamptz not null,
  seen_at timestamptz not null,
  revoked_at timestamptz,
  locked_at timestamptz,
  -- which lock it is locked by, and the last that a sign-in ended: a late request does not repeat it
  lock_id text,
  unlocked_lock text,
  primary key (account_id, id)
);
-- an owner is checked before anything of the device is taken in another account's name
create index device_id on device (id);

create table device_share (
  account_id text not null,
  device_id text not null,
  -- empty for what belongs to no platform
  platform text not null,
  share bytea not null,
  primary key (account_id, device_id, platform),
  foreign key (account_id, device_id) references device
);

-- what became of an operation that never arrived: without it a number of a device would be missing from the record
create table tombstone (
  account_id text not null references account,
  device_id text not null,
  dev_seq bigint not null,
  fate text not null check (fate in ('undone', 'discarded', 'expired', 'lost')),
  reason text,
  at timestamptz not null,
  primary key (account_id, device_id, dev_seq)
);
create index tombstone_at on tombstone (account_id, at);

create table idempotency (
  account_id text not null references account,
  key uuid not null,
  fingerprint bytea not null,
  status int not null,
  body jsonb not null,
  at timestamptz not null default now(),
  replays int not null default 0,
  primary key (account_id, key)
);
