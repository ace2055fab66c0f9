/** Closings of alerts that need approval: hard stops, and those of one person above a limit. */
import { sql, type Transaction } from 'kysely'
import type { Acting } from '#server/core/context.ts'
import { policyValue } from '#server/policies/values.ts'
import type { Database } from '#server/schema/database.ts'

type Tx = Transaction<Database>
type By = Pick<Acting, 'account' | 'config' | 'now' | 'group' | 'platform'>

/** The reason why resolving or rejecting an alert needs approval; undefined if it does not. */
export async function whyClosingNeedsApproval(
  tx: Tx,
  by: By,
  alert: { level: 'alert' | 'hardstop' },
  to: 'resolved' | 'rejected',
): Promise<'hardstop' | 'bulk' | undefined> {
  // a rejected payment is not released
  if (to === 'resolved' && alert.level === 'hardstop' && by.config.fourEyes.includes('hardstop')) return 'hardstop'
  return (await isBulk(tx, by, 1)) ? 'bulk' : undefined
}

/**
 * True if this many more closings exceed one person's limit in a time. Counts all calls of the account, one at a time,
 * so that small or concurrent batches do not evade it.
 */
export async function isBulk(tx: Tx, by: By, more: number): Promise<boolean> {
  const { config, account, now, group } = by
  if (!config.fourEyes.includes('bulk') || group === 'approved') return false
  if (group === 'bulk') return true
  await sql`select pg_advisory_xact_lock(hashtextextended(${`closings of ${account.id}`}, 0))`.execute(tx)
  const minutes = await policyValue(tx, by, 'bulkCloseMinutes')
  const since = new Date(now().getTime() - minutes * 60_000)
  return (await closedSince(tx, account.id, since)) + more > (await policyValue(tx, by, 'bulkCloseLimit'))
}

/**
 * The account's closings and requested closings since then, without those of allowlists that a second person approved.
 * They are counted in the audit: an alert that was reopened counts, and again when it is closed again. What a second
 * person approved is an entry of that person's, under a name of its own.
 */
async function closedSince(tx: Tx, account: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
    (select count(*) from audit where actor = ${account} and at > ${since} and object_kind = 'alert'
        and after ->> 'status' in ('resolved', 'rejected') and coalesce(before ->> 'status', '') not in ('resolved', 'rejected')
        and action not like 'approve %' and action not like 'propose %')
    + (select count(*) from approval where kind = 'bulk' and author = ${account} and at > ${since} and status = 'open')
    - (select count(*) from task t join task_alert ta on ta.task = t.uuid and ta.outcome = 'resolved'
        join approval p on p.kind = 'allowlistResolve' and p.status = 'approved' and p.body ->> 'task' = t.uuid::text
        where t.author = ${account} and p.decided_at > ${since})
  )::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
