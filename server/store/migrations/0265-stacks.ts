/** Decisions on stacks with what was looked at; an STR or SAR of a customer marks the customer's open alerts as changed. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table stack_decision (
    id uuid primary key,
    platform text not null,
    rule_id bigint not null,
    author text not null references account,
    size int not null,
    looked text[] not null,
    decided int not null,
    at timestamptz not null
  )`,
  `create index case_str_customer on monitoring_case (platform, customer_id) where recommended_str = 1`,
  `create index alert_sar_customer on alert (platform, customer_id) where kind = 'account' and sar = 1`,
  // an alert that is locked is being changed, so that the feed tells of it anyway
  `create function retell_str() returns trigger language plpgsql as $$
    begin
      update alert set xid = pg_current_xact_id()
      where id in (select id from alert
        where platform = new.platform and customer_id = new.customer_id and kind = 'account' and id::text <> new.id::text
          and status in ('new', 'await', 'in_progress', 'notification_sent')
        for update skip locked);
      return null;
    end
  $$`,
  `create trigger str_told after update on monitoring_case for each row
    when (old.recommended_str is distinct from new.recommended_str) execute function retell_str()`,
  `create trigger sar_told after update on alert for each row
    when (new.kind = 'account' and old.sar is distinct from new.sar) execute function retell_str()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
