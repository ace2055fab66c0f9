/** Background tasks: what each has to go through, and how far it is. */
import { sql, type Transaction } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { Task, TaskEntry } from '#contract/model/task.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { isUuid, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'

type Tx = Transaction<Database>

/** The latest; older ones are found by their allowlist's history and the audit. */
const MOST = 200

function selectTasks(db: Db, platform: string) {
  return (
    db
      .selectFrom('task as t')
      .innerJoin('account as w', 'w.id', 't.author')
      .selectAll('t')
      .select(sql<string>`w.first_name || ' ' || w.last_name`.as('author_name'))
      // one in progress is counted by what waits, which an index holds; what has ended keeps its count
      .select(
        sql<number>`case t.status when 'Processing'
          then t.total - (select count(*)::int from task_alert e where e.task = t.uuid and e.outcome is null)
          else t.done end`.as('done_by_now'),
      )
      .where('t.platform', '=', platform)
      // a backtest is asked for by a call of its own
      .where('t.allowlist_id', 'is not', null)
  )
}

type Row = RowOf<typeof selectTasks>

function toTask(row: Row): Task {
  return {
    uuid: row.uuid,
    allowlistId: row.allowlist_id,
    platform: row.platform,
    status: row.status,
    total: row.total,
    done: row.done_by_now,
    message: row.message,
    createAt: toStamp(row.created_at),
    endedAt: stampOrNull(row.ended_at),
    author: row.author_name,
  }
}

/** The tasks of a platform, newest first. */
export async function listTasks(db: Db, platform: string): Promise<Task[]> {
  const query = selectTasks(db, platform).orderBy('t.created_at', 'desc').orderBy('t.uuid').limit(MOST)
  return (await query.execute()).map(toTask)
}

export async function findTask(db: Db, platform: string, uuid: string): Promise<Task | undefined> {
  if (!isUuid(uuid)) return undefined
  const row = await selectTasks(db, platform).where('t.uuid', '=', uuid).executeTakeFirst()
  return row && toTask(row)
}

/** More than anybody reads. */
const MOST_ENTRIES = 1000

/** The outcome of each of its alerts, the suppressed ones first. */
export async function entriesOf(db: Db, uuid: string): Promise<TaskEntry[]> {
  const rows = await db
    .selectFrom('task_alert as e')
    .innerJoin('alert as a', 'a.id', 'e.alert_id')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.id', '=', 'a.customer_id').onRef('c.platform', '=', 'a.platform'),
    )
    .select(['a.id', 'a.case_id', 'a.customer_id', 'c.name', 'e.outcome', 'e.reason'])
    .where('e.task', '=', uuid)
    .orderBy(sql`e.outcome is distinct from 'skipped'`)
    .orderBy('e.alert_id')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.map((row) => ({
    alertId: row.id,
    caseId: row.case_id,
    customerId: row.customer_id,
    customerName: row.name,
    status: row.outcome ?? 'waiting',
    reason: row.reason,
  }))
}

/** The task of an allowlist that is in progress. */
export async function runningTask(db: Db, platform: string, allowlistId: string): Promise<Task | undefined> {
  const query = selectTasks(db, platform).where('t.allowlist_id', '=', allowlistId).where('t.status', '=', 'Processing')
  const row = await query.executeTakeFirst()
  return row && toTask(row)
}

export interface NewTask {
  uuid: string
  platform: string
  kind: string
  allowlistId: string
  versionId: string
  author: string
  at: Date
  /** Recommends no STR for the cases that it leaves without an open alert. */
  closeCases?: boolean
}

/** Stores a task and the alerts it is to go through. */
export async function insertTask(tx: Tx, task: NewTask, alertIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('task')
    .values({
      uuid: task.uuid,
      platform: task.platform,
      kind: task.kind,
      allowlist_id: task.allowlistId,
      version_id: task.versionId,
      status: 'Processing',
      message: null,
      author: task.author,
      created_at: task.at,
      total: alertIds.length,
      close_cases: task.closeCases ?? false,
    })
    .execute()
  await sql`insert into task_alert (task, alert_id) select ${task.uuid}, unnest(${alertIds}::bigint[])`.execute(tx)
}

/** Ends a task; what has ended stays as it ended. */
export async function endTask(
  db: Db,
  uuid: string,
  end: { status: 'Processed' | 'Error'; message: string; at: Date },
): Promise<void> {
  await db
    .updateTable('task')
    .set({ status: end.status, message: end.message, ended_at: end.at })
    .set('done', sql<number>`(select count(outcome)::int from task_alert where task = ${uuid})`)
    .where('uuid', '=', uuid)
    .where('status', '=', 'Processing')
    .execute()
}

/** Resumes an abandoned task; refuses if its allowlist has another running one. */
export async function reopenTask(tx: Tx, uuid: string): Promise<void> {
  const running = sql<boolean>`exists (select from task r where r.allowlist_id = task.allowlist_id and r.status = 'Processing')`
  const { numUpdatedRows } = await tx
    .updateTable('task')
    .set({ status: 'Processing', message: null, ended_at: null })
    .where('uuid', '=', uuid)
    .where('status', '=', 'Error')
    .where(sql<boolean>`not ${running}`)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'Its task is over, or another one is under way on the allow list.')
}

/** Holds the next alert that the task has not been through; what another instance holds is left to it. */
export async function takeNext(tx: Tx, uuid: string) {
  return tx
    .selectFrom('task_alert as e')
    .innerJoin('alert as a', 'a.id', 'e.alert_id')
    .select(['a.id', 'a.kind', 'a.case_id'])
    .where('e.task', '=', uuid)
    .where('e.outcome', 'is', null)
    .orderBy('e.alert_id')
    .limit(1)
    .forUpdate(['e'])
    .skipLocked()
    .executeTakeFirst()
}

export async function setOutcome(
  tx: Tx,
  uuid: string,
  alertId: string,
  {
    outcome,
    reason = null,
    closedCase = false,
  }: { outcome: 'resolved' | 'skipped'; reason?: string | null; closedCase?: boolean },
): Promise<void> {
  await tx
    .updateTable('task_alert')
    .set({ outcome, reason, closed_case: closedCase })
    .where('task', '=', uuid)
    .where('alert_id', '=', alertId)
    .execute()
}

/** How many entries ended how; `left` are those that nobody has been through. */
export async function countOutcomes(
  db: Db,
  uuid: string,
): Promise<{ resolved: number; skipped: number; left: number; closedCases: number }> {
  return db
    .selectFrom('task_alert')
    .select([
      sql<number>`(count(*) filter (where outcome = 'resolved'))::int`.as('resolved'),
      sql<number>`(count(*) filter (where outcome = 'skipped'))::int`.as('skipped'),
      sql<number>`(count(*) filter (where outcome is null))::int`.as('left'),
      sql<number>`(count(*) filter (where closed_case))::int`.as('closedCases'),
    ])
    .where('task', '=', uuid)
    .executeTakeFirstOrThrow()
}

/** True if every alert of a case was resolved by an allowlist: then nobody has anything left to judge on it. */
export async function isEmptiedByAllowlists(tx: Tx, platform: string, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ is_emptied: boolean }>`
    select not exists (
      select from alert a where a.platform = ${platform} and a.case_id = ${caseId}
        and not exists (select from task_alert e where e.alert_id = a.id and e.outcome = 'resolved')
    ) as is_emptied`.execute(tx)
  return rows[0]?.is_emptied ?? false
}
