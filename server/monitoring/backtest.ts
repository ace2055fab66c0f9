/**
 * Backtests: a draft and the rule in force, compared over the past by the live detectors. The work is split into parts,
 * each in its own transaction, so that it reports progress, can be cancelled, and resumes after a crash: by time for
 * rules on transactions, else by customers. Allowlists do not apply.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import { availableParallelism } from 'node:os'
import type { BacktestResult } from '#contract/model/rules/backtest.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import type { RuleStage } from '#contract/model/values.ts'
import { passes } from '#server/monitoring/filter/filter.ts'
import { isEvaluationIdle } from '#server/monitoring/ingestion/in-turn.ts'
import type { Database } from '#server/schema/database.ts'
import { asksOf, triedRule, wantedBy, type ActiveRule } from './active-rules.ts'
import { resultOf } from './backtest-result.ts'
import type { Trial } from './backtest-trial.ts'
import { evaluateConditions } from './conditions/condition-hits.ts'
import { conditionedRules } from './conditions/wanted-operands.ts'
import { raisedBy } from './detect.ts'
import { summedFor, withoutLoops } from './detector-hits.ts'
import { overview, stageMovements } from './stage-movements.ts'
import { loadSubjects } from './filter-subjects.ts'
import { fillTouched, type Candidates } from './movement.ts'

type Tx = Transaction<Database>

const DAY = 86_400_000
/** Transactions of a part, about: some tenths of a second of work. */
const PART = 125_000
const PARTS_MAX = 200
/** Parts that are made in any case, however much of the past each of them looks back on again. */
const PARTS_MIN = 4

/** The compared rule, as it was at the start of the backtest. */
export interface BacktestedRule {
  rule: RuleBody
  stage: RuleStage
  revisionId: string
}

/** The boundaries of parts of similar size, by time so that little is read twice. */
export async function cut(
  db: Kysely<Database>,
  { platform, from, to }: Pick<Trial, 'platform' | 'from' | 'to'>,
  rules: readonly ActiveRule[],
): Promise<string[]> {
  const isByTime = rules.every(({ asks }) => asks === 'transaction')
  const most = (to.getTime() - from.getTime()) / (2 * DAY * wantedBy(rules).reachDays)
  const parts = isByTime ? Math.min(PARTS_MAX, Math.max(PARTS_MIN, most)) : PARTS_MAX
  const span = sql`platform = ${platform} and at between ${from} and ${to}`
  const { rows } = await sql<{ end: string }>`
    with counted as (select count(*) as n from transaction where ${span}),
    wanted as (select n, greatest(1, least(${Math.floor(parts)}, (n + ${PART - 1}) / ${PART})) as parts from counted),
    size as (select n, parts::int, (n + parts - 1) / parts as each from wanted)
    ${
      isByTime
        ? sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as end
          from (select at, row_number() over (order by at) as n from transaction where ${span}) passed, size
          where passed.n % size.each = 0 or passed.n = size.n
          order by at`
        : sql`select max(id collate "C") as end
          from (select id, ntile((select parts from size)) over (order by id collate "C") as part from customer
            where platform = ${platform}) cut
          group by part order by part`
    }`.execute(db)
  return rows.map(({ end }) => end)
}

/** A trial that still runs; undefined where it has ended. */
export async function loadTrial(db: Kysely<Database>, task: string): Promise<Trial | undefined> {
  const row = await db
    .selectFrom('backtest as b')
    .innerJoin('task as t', 't.uuid', 'b.task')
    .select(['b.rule_id', 'b.draft', 'b.live', 'b.days', 'b.parts', 'b.done', 't.platform', 't.created_at'])
    .where('b.task', '=', task)
    .where('t.status', '=', 'Processing')
    .executeTakeFirst()
  if (!row) return undefined
  const body = row.draft as RuleBody
  const live = row.live as BacktestedRule | null
  return {
    task,
    platform: row.platform,
    asks: asksOf(body.type, body.options),
    draft: triedRule(body, row.rule_id),
    live: live ? triedRule(live.rule, row.rule_id) : undefined,
    from: new Date(row.created_at.getTime() - row.days * DAY),
    to: row.created_at,
    parts: row.parts,
    done: row.done,
  }
}

/**
 * Judges the next parts, two at a time where there are two cores and no live batch wants one. Throws where another
 * instance was faster. What a part found counts once those before it do.
 */
export async function runParts(db: Kysely<Database>, trial: Trial): Promise<void> {
  const most = availableParallelism() > 1 && (await isEvaluationIdle(db)) ? 2 : 1
  let before: Promise<void> = Promise.resolve()
  const parts = trial.parts.slice(trial.done, trial.done + most).map((_, n) => {
    const last = before
    before = db.transaction().execute(async (tx) => {
      if (!(await runPart(tx, { ...trial, done: trial.done + n }, last))) {
        throw new Error('another instance did this part')
      }
    })
    return before
  })
  await Promise.all(parts)
}

/**
 * Judges the next part; `before` is the one before it, where that is under way. False where another instance was faster,
 * and nothing was written.
 */
export async function runPart(tx: Tx, trial: Trial, before: Promise<void> = Promise.resolve()): Promise<boolean> {
  const { task, done, draft, live } = trial
  const rules = live ? [draft, live] : [draft]
  const filtered = rules.filter(({ options }) => options.customer_filters).map((rule) => rule === draft)
  const candidates = await candidatesOf(tx, trial)
  const conditional = conditionedRules(rules)
  if (conditional.length > 0) {
    await stageMovements(tx, candidates, wantedBy(rules), summedFor(rules))
    await overview(tx, candidates, summedFor(rules))
    await evaluateConditions(tx, conditional, candidates)
  } else await fillTouched(tx, candidates)
  await withoutLoops(tx, async () => {
    const { rows: hit } = await sql<{ is_draft: boolean; account: string }>`
      with hit as (
        insert into backtest_hit (task, is_draft, id, account)
        select ${task}::uuid, n = 0, id, account from (${raisedBy(rules, candidates)}) raised
        returning is_draft, account
      )
      select distinct is_draft, account from hit where is_draft = any(${filtered}::boolean[])`.execute(tx)
    for (const rule of rules) {
      const its = hit.filter(({ is_draft }) => is_draft === (rule === draft))
      await leaveOthers(tx, trial, rule, its)
    }
  })
  await before
  const moved = await tx
    .updateTable('backtest')
    .set({ done: done + 1 })
    .where('task', '=', task)
    .where('done', '=', done)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

async function candidatesOf(tx: Tx, { platform, asks, from, to, parts, done }: Trial): Promise<Candidates> {
  const [after, upTo] = [parts[done - 1], parts[done] ?? '']
  if (asks === 'transaction') {
    const begin = after === undefined ? from : new Date(after)
    // microseconds of the database belong to the next millisecond
    const end = new Date(new Date(upTo).getTime() + 1)
    const isLater = after === undefined ? sql<boolean>`t.at >= ${from}` : sql<boolean>`t.at > ${after}::timestamptz`
    const where = sql<boolean>`${isLater} and t.at <= ${upTo}::timestamptz`
    return { platform, where, from: begin, to: end, fewCustomers: PART }
  }
  const { rows } = await sql<{ id: string }>`
    select id from customer c
    where platform = ${platform} and c.id collate "C" > ${after ?? ''} and c.id collate "C" <= ${upTo}`.execute(tx)
  const customers = rows.map(({ id }) => id)
  if (asks === 'customer') return { platform, from: to, to, customers }
  return { platform, where: sql<boolean>`t.at between ${from} and ${to}`, from, to, customers }
}

/** Takes out the hits on customers that the rule's filter does not let pass. */
async function leaveOthers(
  tx: Tx,
  { task, platform, draft }: Trial,
  rule: ActiveRule,
  hit: readonly { account: string }[],
): Promise<void> {
  const where = rule.options.customer_filters?.where
  if (!where) return
  const subjects = await loadSubjects(
    tx,
    platform,
    hit.map(({ account }) => ({ transactionId: null, account })),
  )
  const others = [...subjects.values()].filter(({ subject }) => !passes(where, subject))
  const ids = others.map(({ subject }) => String(subject['customerId']))
  await sql`delete from backtest_hit where task = ${task} and is_draft = ${rule === draft} and account = any(${ids})`.execute(
    tx,
  )
}

/** Sums up a trial whose parts are done, and forgets its hits. */
export async function sumUp(tx: Tx, trial: Trial, now: Date): Promise<BacktestResult> {
  const result = await resultOf(tx, trial, now)
  await tx
    .updateTable('backtest')
    .set({ result: JSON.stringify(result) })
    .where('task', '=', trial.task)
    .execute()
  await forgetHits(tx, trial.task)
  return result
}

/** Takes away what a trial kept on its way. */
export async function forgetHits(db: Kysely<Database>, task: string): Promise<void> {
  await db.deleteFrom('backtest_hit').where('task', '=', task).execute()
}
