-- Cases of transactions.

create table monitoring_case (
  platform text not null,
  id text not null,
  uuid uuid not null unique,
  transaction_id text not null,
  customer_id text not null,
  customer_type text not null,
  status text not null,
  recommended_str smallint not null default 0,
  transaction_status text not null default 'new',
  manager_id text references account,
  assigned_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  failed_rule text,
  alert_count int not null default 0,
  open_alert_count int not null default 0,
  hard_stop_count int not null default 0,
  active_hard_stop int not null default 0,
  service text,
  direction text not null,
  amount numeric not null,
  currency text not null,
  usd numeric not null,
  country text,
  client_name text not null,
  counterparty_name text not null,
  search text not null,
  version bigint not null default 1,
  -- who proposed an STR that somebody else has yet to approve
  str_proposed_by text references account,
  str_proposed_at timestamptz,
  -- the rule that its row names: the queue is sorted by it
  lead_rule text not null default '',
  -- due dates of what is open are set by a job; pauses are moments, each second one the end of the one before
  due_at timestamptz,
  due_soon_at timestamptz,
  due_pauses timestamptz[] not null default '{}',
  -- when it was due as its clock stopped
  last_due_at timestamptz,
  -- when a monitored case comes back, what is watched until then, since when it is back
  review_on text check (review_on ~ '^\d{4}-\d{2}-\d{2}$'),
  review_watch text,
  review_due_at timestamptz,
  -- the transaction that wrote it last, for the feed
  xid xid8 not null default pg_current_xact_id(),
  primary key (platform, id),
  constraint case_review_whole check ((review_on is null) = (review_watch is null)
    and (review_due_at is null or review_on is not null))
);
-- newest first, the id breaking ties: the order of the queue; skips far down, and counts, without looking at a row
create index case_order_status on monitoring_case (platform, created_at desc, id desc) include (status);
create index case_status_order on monitoring_case (platform, status, created_at desc, id desc);
create index case_manager on monitoring_case (platform, manager_id, created_at desc, id desc);
create index case_customer on monitoring_case (platform, customer_id, created_at desc);
create index case_search on monitoring_case using gin (search gin_trgm_ops);
create index case_transaction on monitoring_case (platform, transaction_id);
-- counts of the dashboard, from the index alone
create index case_open on monitoring_case (platform, manager_id) where status in ('new', 'await');
create index case_counts on monitoring_case (platform, status, recommended_str, alert_count);
-- what a person has open, oldest first: managers count and list it
create index case_open_of on monitoring_case (platform, manager_id, created_at)
  include (status, active_hard_stop, due_at, due_soon_at) where status in ('new', 'await');
-- open work, in the order that a snapshot reads it
create index case_open_order on monitoring_case (platform, created_at desc, id desc)
  where status in ('new', 'await', 'error', 'process');
create index case_feed on monitoring_case (platform, xid, id);
create index case_due on monitoring_case (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status in ('new', 'await', 'error', 'process');
-- what auto-assignment takes
create index case_unassigned on monitoring_case (platform, (coalesce(due_at, 'infinity'::timestamptz)), id)
  where status = 'new' and manager_id is null;
create index case_review on monitoring_case (platform, review_on, id) where review_on is not null;
create index case_str_proposed on monitoring_case (platform) where str_proposed_by is not null;
create index case_str_customer on monitoring_case (platform, customer_id) where recommended_str = 1;
-- counts of the page Trend
create index case_arrived on monitoring_case (platform, created_at)
  where status in ('new', 'await') or finished_at is not null;
create index case_finished on monitoring_case (platform, finished_at) include (recommended_str, status, id)
  where finished_at is not null;
create index case_in_time on monitoring_case (platform, finished_at) include (last_due_at, due_pauses, id)
  where finished_at is not null and last_due_at is not null;
