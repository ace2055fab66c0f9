/** The sources of a queue's work, as pieces of SQL; `w` is a row of it. */
import { sql } from 'kysely'
import type { WorkQueue } from '#contract/model/values.ts'
import { workersOf } from '#server/identity/workers.ts'
import type { Db } from '#server/store/sql.ts'
import type { Receiver } from './planner.ts'

export const SOURCES = {
  case: {
    table: sql`monitoring_case`,
    only: sql`true`,
    id: sql`text`,
    open: sql`status in ('new', 'await')`,
    rule: sql`(select min(rule_id)::text from alert where platform = w.platform and case_id = w.id)`,
    ruleTypes: sql`array(select distinct rule_type from alert where platform = w.platform and case_id = w.id)`,
    assigned: (now: Date) => sql`, assigned_at = ${now}`,
    object: 'case',
  },
  accountAlert: {
    table: sql`alert`,
    only: sql`kind = 'account'`,
    id: sql`bigint`,
    open: sql`kind = 'account' and status in ('new', 'in_progress', 'await', 'notification_sent')`,
    rule: sql`w.rule_id::text`,
    ruleTypes: sql`array[w.rule_type]`,
    assigned: () => sql``,
    object: 'alert',
  },
} as const

/** Everybody who works a queue of a platform, with what they have open in it. */
export async function receiversOn(db: Db, platform: string, queue: WorkQueue): Promise<Receiver[]> {
  const { table, open } = SOURCES[queue]
  const [workers, counted] = await Promise.all([
    workersOf(db, platform),
    sql<{ id: string; name: string; open: number }>`select p.id, p.first_name || ' ' || p.last_name as name,
        coalesce(o.open, 0) as open
      from account p left join (select manager_id, count(*)::int as open from ${table}
        where platform = ${platform} and manager_id is not null and ${open} group by 1) o on o.manager_id = p.id
      order by p.id`.execute(db),
  ])
  return counted.rows.flatMap(({ id, name, open: count }): Receiver[] => {
    const worker = workers.get(id)
    if (!worker?.queues.includes(queue)) return []
    return [{ person: { id, name }, open: count, exclusions: worker.exclusions }]
  })
}
