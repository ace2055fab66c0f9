/** Verifications of the whole audit chain that administrators requested. */
import type { ChainCheck } from '#contract/model/audit/audit-row.ts'
import { toStamp } from '#contract/model/common.ts'
import { record } from '#server/audit/audit.ts'
import { CHECK_CHAIN } from '#server/audit/check-task.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { personOf, stampOrNull, type Db, type RowOf } from '#server/store/sql.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'

/** The maximum number of listed verifications. */
const MOST = 20

const select = (db: Db) =>
  db
    .selectFrom('audit_check as c')
    .innerJoin('account as p', 'p.id', 'c.asked_by')
    .select(['c.id', 'c.asked_by', 'c.at', 'c.status', 'c.count', 'c.faults', 'c.heads', 'c.ended_at'])
    .select(personOf('p').as('by'))
    .orderBy('c.id', 'desc')
type Row = RowOf<typeof select>

const toCheck = (row: Row): ChainCheck => ({
  id: row.id,
  by: row.by ?? { id: row.asked_by, name: row.asked_by },
  at: toStamp(row.at),
  status: row.status,
  count: Number(row.count),
  endedAt: stampOrNull(row.ended_at),
  faults: row.faults,
  heads: row.heads,
})

/** The last ones, latest first. */
export const lastChecks = async (db: Db): Promise<ChainCheck[]> => (await select(db).limit(MOST).execute()).map(toCheck)

/** Asks for one; refuses while one is under way, since there is one chain for all. */
export async function requestCheck(context: Context, queue: TaskQueue): Promise<ChainCheck> {
  const { account, now } = context
  return context.db.transaction().execute(async (tx) => {
    const running = await select(tx).where('c.status', '=', 'running').limit(1).forUpdate('c').executeTakeFirst()
    if (running) throw new Refusal(409, `${running.by?.name ?? 'Somebody'} has it checked already.`, toCheck(running))
    const { id } = await tx
      .insertInto('audit_check')
      .values({ asked_by: account.id, at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queue.send(tx, CHECK_CHAIN, { check: id })
    await record(tx, context, { action: 'check audit', object: { kind: 'audit', id }, platform: null })
    return toCheck(await select(tx).where('c.id', '=', id).executeTakeFirstOrThrow())
  })
}
