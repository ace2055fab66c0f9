/**
 * The managers' overview beside the load of their team: approvals, escalations, quality, absences, auto-assignment,
 * open tickets.
 */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { toStamp } from '#contract/model/common.ts'
import type { WorkQueue } from '#contract/model/values.ts'
import { pendingApprovals } from '#server/approvals/count.ts'
import { OPEN_ALERT, personOf, stampOrNull, type Db } from '#server/store/sql.ts'
import { absencesOf, dayOf } from './absence.ts'

type Overview = Output<typeof team.overview>
type AutoRun = NonNullable<Overview['auto'][WorkQueue]>

/** The maximum number of named tickets. */
const NAMED = 10

/** The statements of the overview, as the database is sent them. */
export const overviewStatements = (platform: string) => ({
  quality: sql<Overview['quality']>`select
      (count(*) filter (where finding = 'open'))::int as open,
      (count(*) filter (where finding = 'answered'))::int as answered,
      (count(*) filter (where read_at is null))::int as unread
    from quality_review where platform = ${platform} and (read_at is null or finding in ('open', 'answered'))`,
  escalated: sql<{ queue: WorkQueue; manager: { id: string; name: string }; count: number }>`
    with last as (
      select distinct on (object_kind, object_id) object_kind, object_id, after #>> '{manager,id}' as manager
      from audit where action = 'escalate' and platform = ${platform} order by object_kind, object_id, n desc),
    held as (
      select 'case' as queue, c.manager_id from last
        join monitoring_case c on c.platform = ${platform} and c.id = last.object_id and c.manager_id = last.manager
        where last.object_kind = 'case' and c.status in ('new', 'await')
      union all select 'accountAlert', a.manager_id from last
        join alert a on a.platform = ${platform} and a.id = last.object_id::bigint and a.manager_id = last.manager
        where last.object_kind = 'alert' and a.kind = 'account' and a.status in ${OPEN_ALERT})
    select held.queue, ${personOf('p')} as manager, count(*)::int as count
    from held join account p on p.id = held.manager_id group by held.queue, p.id order by 3 desc, 1, p.id`,
  runs: sql<{ queue: WorkQueue; at: Date; assigned: number; unassigned: number; last_assigned_at: Date | null }>`
    select queue, at, assigned, unassigned, last_assigned_at from auto_assign_run where platform = ${platform}`,
  tickets: sql<{ id: string; subject: string; customer: string; at: Date }>`
    select id::text, subject, customer_id as customer, created_at as at
    from helpdesk_ticket where platform = ${platform} and status = 'open' order by created_at, id limit ${NAMED}`,
})

export async function overviewOf(db: Db, platform: string, now: Date): Promise<Overview> {
  const statements = overviewStatements(platform)
  const [pending, escalated, quality, runs, tickets, absences] = await Promise.all([
    pendingApprovals(db, platform),
    statements.escalated.execute(db),
    statements.quality.execute(db),
    statements.runs.execute(db),
    statements.tickets.execute(db),
    absencesOf(db, platform, dayOf(now)),
  ])
  const runOf = (queue: WorkQueue): AutoRun | null => {
    const row = runs.rows.find((one) => one.queue === queue)
    if (!row) return null
    const { at, assigned, unassigned, last_assigned_at } = row
    return { at: toStamp(at), assigned, unassigned, lastAssigned: stampOrNull(last_assigned_at) }
  }
  return {
    approvals: [...pending].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count),
    escalated: escalated.rows,
    quality: quality.rows[0] ?? { open: 0, answered: 0, unread: 0 },
    absences,
    auto: { case: runOf('case'), accountAlert: runOf('accountAlert') },
    tickets: tickets.rows.map(({ id, subject, customer, at }) => ({
      id,
      subject,
      customerId: customer,
      at: toStamp(at),
    })),
  }
}
