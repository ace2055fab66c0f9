/** A customer whose score has changed is told again where the change feed tells of them: on open cases and account alerts. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create function retell_risk() returns trigger language plpgsql as $$
    begin
      update monitoring_case set xid = pg_current_xact_id()
      where platform = new.platform and customer_id = new.customer_id and status in ('new', 'await', 'error', 'process');
      update alert set xid = pg_current_xact_id()
      where platform = new.platform and customer_id = new.customer_id and kind = 'account'
        and status in ('new', 'await', 'in_progress', 'notification_sent');
      return null;
    end
  $$`,
  `create trigger risk_scored after insert on customer_risk for each row execute function retell_risk()`,
  `create trigger risk_retold after update on customer_risk for each row
    when (old.score is distinct from new.score) execute function retell_risk()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
