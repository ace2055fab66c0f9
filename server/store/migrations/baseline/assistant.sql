-- Conversations with the assistant, each of one account.

create table assistant_message (
  id bigint generated always as identity primary key,
  account_id text not null references account,
  session_id text not null,
  platform text not null,
  role text not null check (role in ('user', 'assistant')),
  text text not null,
  created_at timestamptz not null
);
create index assistant_message_session on assistant_message (account_id, session_id, id);
