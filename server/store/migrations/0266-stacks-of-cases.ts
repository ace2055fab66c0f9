/** Stacks of cases: what its rows share, and which were decided. An STR marks the customer's other open cases as changed too. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table stack_decision add column kind text not null default 'alert', add column shared text,
    add column rows text[] not null default '{}'`,
  `update stack_decision set shared = rule_id::text`,
  `update stack_decision s set rows = a.rows from (
      select after #>> '{stack,id}' as stack, array_agg(distinct object_id) as rows from audit
      where after ? 'stack' group by 1
    ) a where a.stack = s.id::text`,
  `alter table stack_decision alter column shared set not null, alter column kind drop default,
    alter column rows drop default, drop column rule_id, drop column decided`,
  // what is locked is being changed, so that the feed tells of it anyway
  `create or replace function retell_str() returns trigger language plpgsql as $$
    begin
      update alert set xid = pg_current_xact_id()
      where id in (select id from alert
        where platform = new.platform and customer_id = new.customer_id and kind = 'account' and id::text <> new.id::text
          and status in ('new', 'await', 'in_progress', 'notification_sent')
        for update skip locked);
      update monitoring_case set xid = pg_current_xact_id()
      where platform = new.platform and id in (select id from monitoring_case
        where platform = new.platform and customer_id = new.customer_id and id <> new.id::text
          and status in ('new', 'await', 'error', 'process')
        for update skip locked);
      return null;
    end
  $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
