// A backtest over a million payments of a year, against the goal. npm run bench -- backtest [--json].
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Criteria, RuleBody, RuleOptions } from '#contract/model/rules/rule.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { cut, loadTrial, runParts, sumUp } from '#server/monitoring/backtest.ts'
import { triedRule } from '#server/monitoring/active-rules.ts'
import type { Store } from '#server/store/pool.ts'
import { insertRows } from '#server/store/insert-rows.ts'
import { round, type Report } from '#tests/bench/report.ts'
import { atWork, makeYear, PLATFORM, START, withDatabase } from './payments.ts'
import { row } from './row.ts'

const GOAL = 10
const PAYMENTS = 1_000_000

/** The rule in force, and the draft beside it. */
const TRIALS: Record<string, readonly [live: Criteria, draft: Criteria]> = {
  'a limit': [{ limit_transaction: { limit: '9000' } }, { limit_transaction: { limit: '8000' } }],
  'a total of a day': [
    { summary_amount_transaction: { total: '12000', period: 1 } },
    { summary_amount_transaction: { total: '15000', period: 1 } },
  ],
  'velocity of a week': [
    { account_velocity: { maxTransactions: 12, period: 7 } },
    { account_velocity: { maxTransactions: 10, period: 7 } },
  ],
}

const OPTIONS: RuleOptions = { action: 'alert', trigger_event: 'transaction' }

async function liveRule({ db }: Store, criteria: Criteria): Promise<string> {
  const type = Object.keys(criteria)[0]
  const about = { platform: PLATFORM, name: 'Live', description: '', area: 'transaction', type, criteria }
  const [row] = await insertRows<{ id: string }>(
    db,
    'rule',
    [{ ...about, options: OPTIONS, revision_id: 1, author: 'bench', stage: 'live' }],
    { returning: 'id' },
  )
  return row?.id ?? ''
}

/** As the call and the worker do it. */
async function run({ db }: Store, ruleId: string, criteria: Criteria, liveCriteria: Criteria) {
  const to = new Date(START)
  const task = randomUUID()
  const rule: RuleBody = {
    name: 'Draft',
    description: '',
    platform: PLATFORM,
    type: 'transaction',
    criteria,
    options: OPTIONS,
  }
  const beside = { rule: { ...rule, name: 'Live', criteria: liveCriteria }, stage: 'live', revisionId: '1' }
  const compared = [rule, beside.rule].map((one) => triedRule(one, ruleId))
  const parts = await cut(db, { platform: PLATFORM, from: new Date(to.getTime() - 365 * 86_400_000), to }, compared)
  const common = { allowlist_id: null, version_id: null, status: 'Processing', message: null } as const
  await db
    .insertInto('task')
    .values({ ...common, uuid: task, platform: PLATFORM, kind: 'bench', author: 'manager', created_at: to })
    .execute()
  await db
    .insertInto('backtest')
    .values({ task, rule_id: ruleId, draft: JSON.stringify(rule), live: JSON.stringify(beside), days: 365, parts })
    .execute()
  for (;;) {
    const trial = await loadTrial(db, task)
    if (!trial) throw new Error('it does not run')
    if (trial.done >= trial.parts.length) return db.transaction().execute((tx) => sumUp(tx, trial, to))
    await runParts(db, trial)
  }
}

export async function measure(): Promise<Report> {
  return withDatabase(async (store) => {
    await saveAccounts(store.db, DEMO_ACCOUNTS)
    await makeYear(store, PAYMENTS)
    const rows = []
    for (const [name, [live, draft]] of Object.entries(TRIALS)) {
      const ruleId = await liveRule(store, live)
      let told = ''
      const spent = await atWork(store, async () => {
        const result = await run(store, ruleId, draft, live)
        told = `${result.live.alerts} and ${result.draft.alerts} alerts, ${result.gained.alerts} gained, ${result.lost.alerts} lost`
      })
      const busy = spent.node + spent.postgres
      rows.push(
        row(`${name}: by the clock`, `${round(spent.seconds)} s`, {
          goal: `<= ${GOAL} s`,
          kept: spent.seconds <= GOAL,
          against: told,
        }),
        row(`${name}: CPU in Node and PostgreSQL`, `${round(busy)} s`),
      )
    }
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from transaction`.execute(store.db)
    return {
      title: `A draft beside the rule in force over ${counted[0]?.n} payments of 365 days`,
      rows,
      notes: ['Two connections work at a time; by the clock is what others leave of the machine.'],
    }
  })
}
