/** Rules of type schedule: which are due, and a run of one over every customer, slice by slice. */
import { sql, type Transaction } from 'kysely'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { Database } from '#server/schema/database.ts'
import { detectOnCustomers } from './detect-customers.ts'
import { CONFIG_VALUES, loadRules, whyNotRun, type ActiveRule, type LeftOut } from './active-rules.ts'
import { lastMoments } from './schedule.ts'

type Tx = Transaction<Database>

/** The number of customers per transaction. */
const SLICE = 2000

interface Scheduled {
  id: string
  name: string
  criteria: Criteria
  options: RuleOptions
  values: string[]
  updated_at: Date
  last: Date | null
}

/** A run of a rule: the rule, and the moment of its schedule. */
export interface Run {
  ruleId: string
  at: Date
}

/**
 * Records the due runs and returns them: for each rule the latest scheduled time since it was written, once over all
 * instances. One run makes up for all missed ones, also for a rule that could not run; `tell` is notified.
 */
export async function startDueRuns(tx: Tx, now: Date, tell: (rule: LeftOut) => void = () => {}): Promise<Run[]> {
  const { rows: rules } = await sql<Scheduled>`
    select r.id, r.name, r.criteria, r.options, r.updated_at, ${CONFIG_VALUES} as values,
      (select max(at) from rule_run u where u.rule_id = r.id) as last
    from rule r where r.area = 'schedule' and r.deleted_at is null and r.stage <> 'proposed' order by r.id`.execute(tx)
  const due = rules.flatMap(({ id, name, criteria, options, values, updated_at: written, last }) => {
    if (options.schedule === undefined) return []
    const reason = whyNotRun(criteria, values, options)
    if (reason !== null) {
      tell({ ruleId: id, name, reason })
      return []
    }
    try {
      const [at, before] = lastMoments(options.schedule, now)
      return at <= written || (last && at <= last) ? [] : [{ rule_id: id, at, since: last ?? before }]
    } catch (error) {
      // one rule must not keep those of all platforms from running
      tell({ ruleId: id, name, reason: `schedule: ${(error as Error).message}` })
      return []
    }
  })
  if (due.length === 0) return []
  const started = await tx
    .insertInto('rule_run')
    .values(due)
    .onConflict((one) => one.doNothing())
    .returning(['rule_id', 'at'])
    .execute()
  return started.map(({ rule_id: ruleId, at }) => ({ ruleId, at }))
}

/**
 * Evaluates the next customers of a run: their current state, and their payments since the last run. False at the end
 * of the run, or if the rule was deleted.
 */
export async function runSlice(tx: Tx, { ruleId, at }: Run): Promise<boolean> {
  const run = await tx
    .selectFrom('rule_run as u')
    .innerJoin('rule as r', 'r.id', 'u.rule_id')
    .select(['u.since', 'u.after', 'r.platform'])
    .where('u.rule_id', '=', ruleId)
    .where('u.at', '=', at)
    .where('u.ended_at', 'is', null)
    .forUpdate('u')
    .executeTakeFirst()
  if (!run) return false
  const rule = (await loadRules(tx, run.platform, 'schedule')).find(({ id }) => id === ruleId)
  const customers = rule ? await nextCustomers(tx, run.platform, run.after, rule) : []
  const judged =
    rule && customers.length > 0 ? await judge(tx, run.platform, rule, customers, { since: run.since, at }) : 0
  const isOver = customers.length < SLICE
  await tx
    .updateTable('rule_run')
    .set((eb) => ({
      after: customers.at(-1) ?? run.after,
      customers: eb('customers', '+', customers.length),
      alerts: eb('alerts', '+', judged),
      ...(isOver && { ended_at: at }),
    }))
    .where('rule_id', '=', ruleId)
    .where('at', '=', at)
    .execute()
  return !isOver
}

async function judge(
  tx: Tx,
  platform: string,
  rule: ActiveRule,
  customers: readonly string[],
  { since, at }: { since: Date; at: Date },
): Promise<number> {
  const paid = sql<boolean>`t.at > ${since} and t.at <= ${at}
    and (t.customer_id = any(${customers}) or t.counterparty_id = any(${customers}))`
  const { alerts } = await detectOnCustomers(tx, [rule], { platform, where: paid, customers, from: since, to: at })
  return alerts
}

async function nextCustomers(tx: Tx, platform: string, after: string, { options }: ActiveRule): Promise<string[]> {
  const rows = await tx
    .selectFrom('customer')
    .select('id')
    .where('platform', '=', platform)
    .where('id', '>', after)
    .$if(options.account_type !== undefined, (query) => query.where('type', '=', options.account_type ?? 'personal'))
    .orderBy('id')
    .limit(SLICE)
    .execute()
  return rows.map(({ id }) => id)
}
