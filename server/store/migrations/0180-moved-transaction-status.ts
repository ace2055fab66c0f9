/**
 * Gives what was closed before transactions moved with their cases the status that closing sets today: the case, its
 * transaction, and the `sar` flag on alerts of a reported transaction.
 */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update monitoring_case set transaction_status = case
      when recommended_str = 1 then 'str' when transaction_status = 'error' then 'error'
      when alert_count > 0 then 'resolve' else 'complete' end
    where status = 'complete'`.execute(db)
  await sql`
    update transaction t set status = c.transaction_status from monitoring_case c
    where c.platform = t.platform and c.transaction_id = t.id and c.status = 'complete'
      and t.status <> c.transaction_status`.execute(db)
  await sql`
    update alert a set sar = 1 from monitoring_case c
    where c.platform = a.platform and c.id = a.case_id and c.status = 'complete' and c.recommended_str = 1
      and a.status = 'resolved' and a.sar = 0`.execute(db)
}
