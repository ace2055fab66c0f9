/** Counts of late and due-soon open work for Prometheus. */
import { sql, type RawBuilder } from 'kysely'
import type { DueState } from '#contract/model/cases/due.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import type { Db } from '#server/store/sql.ts'

export interface OverdueWork {
  platform: string
  queue: WorkQueue
  /** An account's id; empty for unassigned. */
  person: string
  /** A rule's name; of a case the rule that leads it. */
  rule: string
  state: DueState
  count: number
}

/** Counted from the indexes of due dates; what is paused has none. */
export async function overdueWork(db: Db, now: Date): Promise<OverdueWork[]> {
  const of = (
    queue: WorkQueue,
    table: RawBuilder<unknown>,
    rule: RawBuilder<unknown>,
    which: RawBuilder<unknown>,
  ) => sql`
    select platform, ${queue}::text as queue, coalesce(manager_id, '') as person, ${rule} as rule,
      case when due_at <= ${now} then 'breached' else 'soon' end as state, count(*)::int as count
    from ${table} where ${which} and (due_at <= ${now} or due_soon_at <= ${now}) group by 1, 3, 4, 5`
  const cases = of('case', sql`monitoring_case`, sql`coalesce(lead_rule, '')`, sql`status = 'new'`)
  const alerts = of(
    'accountAlert',
    sql`alert`,
    sql`rule_name`,
    sql`kind = 'account' and status in ('new', 'in_progress')`,
  )
  const { rows } = await sql<OverdueWork>`${cases} union all ${alerts}`.execute(db)
  return rows
}
