/** Backtests as they are asked after. */
import { sql } from 'kysely'
import { toStamp } from '#contract/model/common.ts'
import type { Backtest, BacktestResult } from '#contract/model/rules/backtest.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import type { BacktestedRule } from '#server/monitoring/backtest.ts'
import { isUuid, type Db, type RowOf } from '#server/store/sql.ts'

function selectBacktests(db: Db) {
  return db
    .selectFrom('backtest as b')
    .innerJoin('task as t', 't.uuid', 'b.task')
    .innerJoin('account as w', 'w.id', 't.author')
    .selectAll('t')
    .select(['b.rule_id', 'b.days', 'b.done', 'b.result', 'b.live', sql<number>`cardinality(b.parts)`.as('total')])
    .select(sql<string>`w.first_name || ' ' || w.last_name`.as('author_name'))
}

function toBacktest(row: RowOf<typeof selectBacktests>): Backtest {
  const live = row.live as BacktestedRule | null
  return {
    uuid: row.uuid,
    ruleId: row.rule_id,
    days: row.days,
    status: row.status,
    total: row.total,
    done: row.done,
    message: row.message,
    createAt: toStamp(row.created_at),
    author: row.author_name,
    result: row.result as BacktestResult | null,
    beside: live && { stage: live.stage, revisionId: live.revisionId },
  }
}

/** One of the platform. */
export async function findBacktest(db: Db, platform: string, uuid: string): Promise<Backtest | undefined> {
  if (!isUuid(uuid)) return undefined
  const row = await selectBacktests(db).where('t.uuid', '=', uuid).where('t.platform', '=', platform).executeTakeFirst()
  return row && toBacktest(row)
}

/** The draft that a backtest tried, with the values of its config sets. */
export async function triedDraft(db: Db, uuid: string): Promise<RuleBody | undefined> {
  const row = await db.selectFrom('backtest').select('draft').where('task', '=', uuid).executeTakeFirst()
  return row?.draft as RuleBody | undefined
}

/** The one of an account that runs on a platform. */
export async function runningBacktest(db: Db, accountId: string, platform: string): Promise<Backtest | undefined> {
  const row = await selectBacktests(db)
    .where('t.author', '=', accountId)
    .where('t.platform', '=', platform)
    .where('t.status', '=', 'Processing')
    .executeTakeFirst()
  return row && toBacktest(row)
}
