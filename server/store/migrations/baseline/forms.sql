-- SAR and EDD forms with their comments.

create table document_form (
  id uuid primary key,
  platform text not null,
  customer_id text not null,
  customer_name text not null,
  type text not null check (type in ('sar', 'edd_ong', 'edd_ond')),
  status text not null default 'new' check (status in ('new', 'review', 'approved', 'submitted')),
  author_id text not null references account,
  hands text[] not null,
  approved_by text references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  data jsonb not null default '{}',
  version bigint not null default 1,
  approved_at timestamptz,
  search text not null generated always as (
    fold_text(customer_name) || chr(10) || fold_text(customer_id) || chr(10) || fold_text(type) || chr(10)
    || fold_text(status) || chr(10) || id::text) stored,
  foreign key (platform, customer_id) references customer (platform, id),
  check (author_id = any (hands)),
  check (approved_by <> all (hands))
);
create index document_form_customer on document_form (platform, customer_id, type, updated_at desc);
create index document_form_recent on document_form (platform, updated_at desc, id);
create index document_form_search on document_form using gin (search gin_trgm_ops);

create table form_comment (
  id uuid primary key,
  form_id uuid not null references document_form,
  author_id text not null references account,
  comment text not null,
  created_at timestamptz not null
);
create index form_comment_form on form_comment (form_id, created_at);
