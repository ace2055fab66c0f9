/** A customer who is called something else is told again where the change feed tells of them: on open account alerts. */
import { sql, type Kysely } from 'kysely'

const statements = [
  `create function retell_account_alerts() returns trigger language plpgsql as $$
    begin
      update alert set xid = pg_current_xact_id()
      where platform = new.platform and customer_id = new.id and kind = 'account'
        and status in ('new', 'await', 'in_progress', 'notification_sent');
      return null;
    end
  $$`,
  `create trigger customer_retold after update on customer for each row
    when ((old.name, old.username, old.type) is distinct from (new.name, new.username, new.type))
    execute function retell_account_alerts()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
