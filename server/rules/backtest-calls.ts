/** Backtests of rules: started as a task, asked after, ended. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { rules } from '#contract/calls/rules/rules.ts'
import type { Backtest } from '#contract/model/rules/backtest.ts'
import type { Rule } from '#contract/model/rules/rule.ts'
import { record } from '#server/audit/audit.ts'
import { aboutHeader, type Context, type Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { cut, type BacktestedRule } from '#server/monitoring/backtest.ts'
import { resolved, triedRule } from '#server/monitoring/active-rules.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { findBacktest, runningBacktest } from './backtest-queries.ts'
import { BACKTEST } from './backtest-task.ts'
import { findRule } from './queries.ts'
import { checkRule } from './rule-writer.ts'

const DAY = 86_400_000

type Calls = Pick<Handlers<typeof rules>, 'backtest' | 'backtestView' | 'cancelBacktest'>

const missing = (uuid: string) => new Refusal(404, `There is no backtest ${uuid} here.`)

async function found({ db, platform }: Context, uuid: string): Promise<Backtest> {
  const backtest = await findBacktest(db, platform, uuid)
  if (!backtest) throw missing(uuid)
  return backtest
}

/** The compared rule; undefined if it cannot run. */
async function keptRule(db: Context['db'], live: Rule): Promise<BacktestedRule | undefined> {
  if (live.stopped !== undefined) return undefined
  const { name, description, platform, type, criteria, options, stage = 'live', revisionId } = live
  return { rule: await resolved(db, { name, description, platform, type, criteria, options }), stage, revisionId }
}

export const backtestCalls = (queue: TaskQueue): Calls => ({
  async backtest({ body: { rule, ruleId, days } }, context) {
    const { db, platform, account } = context
    aboutHeader(context, rule.platform)
    const live = ruleId === undefined ? undefined : await findRule(db, [platform], ruleId)
    if (ruleId !== undefined && (!live || live.platform !== platform)) {
      throw new Refusal(404, `There is no rule ${ruleId} here.`)
    }
    if (live?.isDeleted) throw new Refusal(409, 'The rule was deleted.', live)
    if (live && live.type !== rule.type) throw new Refusal(400, 'rule.type: a rule stays of its type')
    await checkRule(db, rule, { within: 'rule.', stored: live })
    const to = context.now()
    const draft = await resolved(db, rule)
    const kept = live && (await keptRule(db, live))
    const compared = [draft, kept?.rule ?? []].flat().map((one) => triedRule(one, ruleId ?? null))
    const parts = await cut(db, { platform, from: new Date(to.getTime() - days * DAY), to }, compared)
    const uuid = randomUUID()
    await db.transaction().execute(async (tx) => {
      // two requests at once: the second one sees the first
      await sql`select pg_advisory_xact_lock(hashtextextended(${`backtest ${account.id} ${platform}`}, 0))`.execute(tx)
      const running = await runningBacktest(tx, account.id, platform)
      if (running) throw new Refusal(409, 'A backtest of yours is running: wait for it, or end it.', running)
      const common = { allowlist_id: null, version_id: null, status: 'Processing', message: null } as const
      const task = { ...common, uuid, platform, kind: BACKTEST, author: account.id, created_at: to }
      await tx.insertInto('task').values(task).execute()
      const sides = { draft: JSON.stringify(draft), live: kept ? JSON.stringify(kept) : null }
      const trial = { task: uuid, rule_id: ruleId ?? null, ...sides, days, parts }
      await tx.insertInto('backtest').values(trial).execute()
      await queue.send(tx, BACKTEST, { task: uuid })
      const object = { kind: 'rule', id: ruleId ?? 'new' }
      await record(tx, context, { action: 'backtest rule', object, after: { task: uuid, days } })
    })
    queue.hurry(BACKTEST)
    return found(context, uuid)
  },

  backtestView: ({ params }, context) => found(context, params.uuid),

  async cancelBacktest({ params: { uuid } }, context) {
    const { ruleId } = await found(context, uuid)
    await context.db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('task')
        .set({ status: 'Canceled', message: 'Ended by hand.', ended_at: context.now() })
        .where('uuid', '=', uuid)
        .where('status', '=', 'Processing')
        .returning('author')
        .executeTakeFirst()
      if (ended && ended.author !== context.account.id)
        throw new Refusal(403, 'Only the person who started it can cancel it.')
      if (!ended) throw new Refusal(409, 'The backtest has ended already.')
      const object = { kind: 'rule', id: ruleId ?? 'new' }
      await record(tx, context, { action: 'cancel backtest', object, after: { task: uuid } })
    })
    return { message: 'Ended.' }
  },
})
