/**
 * Backtests: a draft and the rule in force, side by side over the past, by the detectors that judge live batches. The
 * work is cut by customers into parts, each a transaction of its own, so that it tells how far it is, can be ended, and
 * goes on where a crash interrupted it. Allowlists are left out on both sides.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { BacktestResult } from '#contract/model/backtest.ts'
import type { RuleBody } from '#contract/model/rule.ts'
import type { Database } from '#server/store/schema.ts'
import { resultOf } from './backtest-result.ts'
import { raisedBy, withoutLoops } from './detect.ts'
import { passes } from './filter.ts'
import { fillMovements, type Candidates } from './movement.ts'
import { asksOf, draftRule, loadRule, wantedBy, type ActiveRule, type Asks } from './rules.ts'
import { loadSubjects } from './subjects.ts'

type Tx = Transaction<Database>

const DAY = 86_400_000
/** Transactions of a part, about: some tenths of a second of work. */
const PART = 125_000
const PARTS_MAX = 200

/** What is compared, and over what. */
export interface Trial {
  task: string
  platform: string
  asks: Asks
  draft: ActiveRule
  live: ActiveRule | undefined
  from: Date
  to: Date
  /** The last customer of each part. */
  parts: readonly string[]
  done: number
}

/** Where to cut: the last customer's id of each part, so that the parts are about equal. */
export async function cut(db: Kysely<Database>, platform: string, from: Date, to: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with size as (
      select least(${PARTS_MAX}, 1 + count(*) / ${PART})::int as parts from transaction
      where platform = ${platform} and at between ${from} and ${to}
    )
    select max(id collate "C") as id
    from (select id, ntile((select parts from size)) over (order by id collate "C") as part from customer
      where platform = ${platform}) cut
    group by part order by part`.execute(db)
  return rows.map(({ id }) => id)
}

/** A trial that still runs; undefined where it has ended. */
export async function loadTrial(db: Kysely<Database>, task: string): Promise<Trial | undefined> {
  const row = await db
    .selectFrom('backtest as b')
    .innerJoin('task as t', 't.uuid', 'b.task')
    .select(['b.rule_id', 'b.draft', 'b.days', 'b.parts', 'b.done', 't.platform', 't.created_at'])
    .where('b.task', '=', task)
    .where('t.status', '=', 'Processing')
    .executeTakeFirst()
  if (!row) return undefined
  const body = row.draft as RuleBody
  return {
    task,
    platform: row.platform,
    asks: asksOf(body.type, body.options),
    draft: await draftRule(db, body, row.rule_id),
    live: row.rule_id === null ? undefined : await loadRule(db, row.rule_id),
    from: new Date(row.created_at.getTime() - row.days * DAY),
    to: row.created_at,
    parts: row.parts,
    done: row.done,
  }
}

/** Judges the next part. False where another instance was faster, and nothing was written. */
export async function runPart(tx: Tx, trial: Trial): Promise<boolean> {
  const { task, done, draft, live } = trial
  const rules = live ? [draft, live] : [draft]
  const candidates = await candidatesOf(tx, trial)
  await fillMovements(tx, candidates, wantedBy(rules))
  for (const rule of rules) {
    await withoutLoops(tx, async () => {
      await sql`
        insert into backtest_hit (task, is_draft, id, account)
        select ${task}::uuid, ${rule === draft}, id, account from (${raisedBy(rule, candidates)}) raised`.execute(tx)
    })
    await leaveOthers(tx, trial, rule)
  }
  const moved = await tx
    .updateTable('backtest')
    .set({ done: done + 1 })
    .where('task', '=', task)
    .where('done', '=', done)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

async function candidatesOf(tx: Tx, { platform, asks, from, to, parts, done }: Trial): Promise<Candidates> {
  const [after, upTo] = [parts[done - 1] ?? '', parts[done] ?? '']
  const accounts = sql<boolean>`c.id collate "C" > ${after} and c.id collate "C" <= ${upTo}`
  const where = sql<boolean>`t.at between ${from} and ${to}`
  if (asks === 'transaction') return { platform, where, from, to, accounts }
  const { rows } = await sql<{ id: string }>`
    select id from customer c where platform = ${platform} and ${accounts}`.execute(tx)
  const customers = rows.map(({ id }) => id)
  return asks === 'customer' ? { platform, from: to, to, customers } : { platform, where, from, to, customers }
}

/** Takes out the hits on customers of this part that the rule's filter does not let pass. */
async function leaveOthers(tx: Tx, { task, platform, draft, parts, done }: Trial, rule: ActiveRule): Promise<void> {
  const where = rule.options.customer_filters?.where
  if (!where) return
  const hit = sql`task = ${task} and is_draft = ${rule === draft} and account > ${parts[done - 1] ?? ''}`
  const { rows } = await sql<{ account: string }>`select distinct account from backtest_hit where ${hit}`.execute(tx)
  const subjects = await loadSubjects(
    tx,
    platform,
    rows.map(({ account }) => ({ transactionId: null, account })),
  )
  const others = [...subjects.values()].filter(({ subject }) => !passes(where, subject))
  const ids = others.map(({ subject }) => String(subject['customerId']))
  await sql`delete from backtest_hit where ${hit} and account = any(${ids})`.execute(tx)
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
