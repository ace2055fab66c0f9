-- Transactions, and how far countries lie apart.

-- a row each for every platform's customer in it
create table transaction (
  platform text not null,
  id text not null,
  at timestamptz not null,
  customer_id text not null,
  counterparty_id text,
  direction text not null check (direction in ('incoming', 'outgoing')),
  service text,
  amount numeric not null,
  currency text not null,
  usd numeric not null,
  country text,
  counterparty_country text,
  client_name text not null,
  counterparty_name text not null,
  status text not null default 'new',
  data jsonb not null default '{}',
  ingested_at timestamptz not null default now(),
  primary key (platform, id)
);
-- no query filters by it, so the planner needs no figures, which take most of the time of an analysis
alter table transaction alter data set statistics 0;
create index transaction_customer on transaction (platform, customer_id, at);
-- most payments are with somebody outside
create index transaction_counterparty on transaction (platform, counterparty_id, at) where counterparty_id is not null;
create index transaction_at on transaction (platform, at);

create table country_distance (
  code text primary key,
  -- the place of the country in the others' lists, from 1
  n smallint not null,
  km smallint[] not null
);

-- at least so far, from border to border: 0 between neighbours, null where a country is not known
create function country_km(a text, b text) returns int language sql stable parallel safe as $$
  select x.km[y.n]::int from country_distance x, country_distance y where x.code = a and y.code = b
$$;
