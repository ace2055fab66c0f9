-- Customers, how they are reached, who stands behind them, their contracts.

-- a home as it is compared: line, city, postcode and country, without case and outer space
create function address_key(profile jsonb) returns text language sql immutable parallel safe as $$
  select nullif(lower(concat_ws('|', nullif(btrim(profile -> 'address' ->> 'line'), ''),
    nullif(btrim(profile -> 'address' ->> 'city'), ''), nullif(btrim(profile -> 'address' ->> 'zip'), ''),
    nullif(btrim(profile -> 'address' ->> 'country'), ''))), '')
  where btrim(profile -> 'address' ->> 'line') <> ''
$$;

create table customer (
  platform text not null,
  id text not null,
  type text not null check (type in ('personal', 'business')),
  name text not null,
  first_name text,
  last_name text,
  username text,
  country text,
  created_at timestamptz not null,
  profile jsonb not null default '{}',
  -- filtered by in the list; whatever a platform does not say, or says otherwise, counts as the first of each
  account_status text not null generated always as (case
    when profile ->> 'accountStatus' in ('Closed', 'Limited', 'Dormant-Limited', 'Dormant')
    then profile ->> 'accountStatus' else 'Active' end) stored,
  kyc_status text not null generated always as (case
    when profile ->> 'accountKycStatus' = 'Confirmed' then 'Confirmed' else 'Unconfirmed' end) stored,
  -- the home in the form in which it is compared, computed once for each change of the customer
  address_key text generated always as (address_key(profile)) stored,
  search text generated always as (
    fold_text(name) || chr(10) || fold_text(coalesce(username, '')) || chr(10) || fold_text(id) || chr(10)
    || fold_text(coalesce(profile ->> 'tradingName', '')) || chr(10)
    || fold_text(coalesce(profile ->> 'registrationNumber', ''))) stored,
  primary key (platform, id)
);
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_order on customer (platform, created_at desc, id desc);
create index customer_status_order on customer (platform, account_status, created_at desc, id desc);
create index customer_kyc_order on customer (platform, kyc_status, created_at desc, id desc);
create index customer_country_order on customer (platform, country, created_at desc, id desc);
create index customer_type_order on customer (platform, type, created_at desc, id desc);
create index customer_address on customer (platform, type, address_key) where address_key is not null;
create index customer_registration_ip on customer (platform, (profile ->> 'registrationIp'))
  where profile ->> 'registrationIp' is not null;

create table customer_email (
  platform text not null,
  customer_id text not null,
  email text not null,
  is_primary boolean not null default false,
  is_confirmed boolean not null default false,
  primary key (platform, customer_id, email)
);
create index customer_email_search on customer_email using gin (lower(email) gin_trgm_ops);

create table customer_phone (
  platform text not null,
  customer_id text not null,
  phone text not null,
  is_primary boolean not null default false,
  is_confirmed boolean not null default false,
  primary key (platform, customer_id, phone)
);
create index customer_phone_search on customer_phone
  using gin (regexp_replace(phone, '\D', '', 'g') gin_trgm_ops);

create table customer_document (
  id uuid primary key,
  platform text not null,
  customer_id text not null,
  contract_id text,
  purpose text not null check (purpose in ('identity', 'address', 'contract', 'other')),
  name text not null,
  type text not null,
  number text,
  country text,
  expires_on date,
  status text not null,
  created_at timestamptz not null
);
create index customer_document_customer on customer_document (platform, customer_id, created_at desc);
create index customer_document_contract on customer_document (platform, contract_id) where contract_id is not null;

create table customer_product (
  platform text not null,
  customer_id text not null,
  id text not null,
  name text not null,
  status text not null,
  currency text,
  primary key (platform, customer_id, id)
);

create table customer_risk (
  platform text not null,
  customer_id text not null,
  score int not null check (score between 0 and 100),
  level text not null check (level in ('low', 'medium', 'high')),
  diligence text,
  factors jsonb not null default '[]',
  updated_at timestamptz not null,
  primary key (platform, customer_id)
);

create table customer_note (
  id uuid primary key,
  platform text not null,
  customer_id text not null,
  author text not null,
  text text not null,
  created_at timestamptz not null
);
create index customer_note_customer on customer_note (platform, customer_id, created_at desc);

create table customer_event (
  id bigint generated always as identity primary key,
  platform text not null,
  customer_id text not null,
  at timestamptz not null,
  author text not null,
  action text not null,
  field text,
  before text,
  after text
);
create index customer_event_customer on customer_event (platform, customer_id, at desc, id desc);

-- who stands behind a company: a customer by its id, anybody else by a key of its own
create table company_member (
  platform text not null,
  company_id text not null,
  member_id text not null,
  role text not null check (role in ('User', 'Administrator', 'owner', 'owner_company', 'Authorized')),
  name text not null,
  type text not null check (type in ('personal', 'business')),
  country text,
  share numeric check (share > 0 and share <= 100),
  primary key (platform, company_id, member_id, role)
);

create table contract (
  platform text not null,
  id text not null,
  customer_id text not null,
  type text not null,
  status text not null check (status in
    ('CANCELLED', 'UNSIGNED', 'REJECTED', 'APPROVED', 'REVIEW', 'NEW', 'TERMINATED', 'ACTIVE')),
  created_at timestamptz not null,
  signed_at timestamptz,
  ends_at timestamptz,
  terms jsonb not null default '{}',
  primary key (platform, id)
);
create index contract_order on contract (platform, created_at desc, id desc);
create index contract_status_order on contract (platform, status, created_at desc, id desc);
create index contract_customer on contract (platform, customer_id, created_at desc, id desc);
create index contract_id_search on contract (platform, fold_text(id));

create table contract_event (
  id bigint generated always as identity primary key,
  platform text not null,
  contract_id text not null,
  at timestamptz not null,
  author text not null,
  status text not null
);
create index contract_event_contract on contract_event (platform, contract_id, at);
