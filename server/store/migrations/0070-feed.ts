/**
 * What the change feed reads: the transaction that wrote a row last. Numbers of transactions that have ended, below
 * the oldest that still runs, never gain a row any more; a serial number would, and a reader would miss it.
 */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create function mark_writer() returns trigger language plpgsql as $$
    begin
      new.xid := pg_current_xact_id();
      return new;
    end
  $$`,
  `alter table monitoring_case add column xid xid8 not null default pg_current_xact_id()`,
  `alter table alert add column xid xid8 not null default pg_current_xact_id()`,
  // an insert has the default
  `create trigger case_writer before update on monitoring_case for each row execute function mark_writer()`,
  `create trigger alert_writer before update on alert for each row when (new.kind = 'account')
    execute function mark_writer()`,
  `create index case_feed on monitoring_case (platform, xid, id)`,
  `create index alert_feed on alert (platform, xid, id) where kind = 'account'`,
  // the rows of open work, in the order a snapshot reads them
  `create index case_open_order on monitoring_case (platform, created_at desc, id desc)
    where status in ('new', 'await', 'error', 'process')`,
  `create index alert_open_order on alert (platform, created_at desc, id desc)
    where kind = 'account' and status in ('new', 'await', 'in_progress', 'notification_sent')`,

  // a browser profile that keeps work for an account, and what opens it: see `server/sync/devices.ts`
  `create table device (
    account_id text not null references account,
    id text not null,
    label text not null default '',
    registered_at timestamptz not null,
    seen_at timestamptz not null,
    revoked_at timestamptz,
    primary key (account_id, id)
  )`,
  `create table device_share (
    account_id text not null,
    device_id text not null,
    -- empty for what belongs to no platform
    platform text not null,
    share bytea not null,
    primary key (account_id, device_id, platform),
    foreign key (account_id, device_id) references device
  )`,
  // what became of an operation that never arrived: without it a number of a device would be missing from the record
  `create table tombstone (
    account_id text not null references account,
    device_id text not null,
    dev_seq bigint not null,
    fate text not null check (fate in ('undone', 'discarded', 'expired', 'lost')),
    reason text,
    at timestamptz not null,
    primary key (account_id, device_id, dev_seq)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
