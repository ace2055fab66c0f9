/** An import from beginning to end: read everything, then take it in. */
import { sql, type Kysely } from 'kysely'
import { seedRules } from '#server/monitoring/default-rules.ts'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import type { RuleOutcome } from '#server/monitoring/ingestion/ingest.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import type { LeftOut } from '#server/monitoring/rules.ts'
import type { Database } from '#server/schema/database.ts'
import { readAmlsim } from './amlsim.ts'
import { readTransactions } from './csv.ts'
import { readMapping } from './mapping.ts'
import type { Options } from './options.ts'
import { reconnecting, untilBack } from './reconnect.ts'
import type { RowError } from './read-csv.ts'
import { scoreRules, type RuleScore } from './score.ts'

/** The result of an import; rules are those of the platform, with their alerts on these transactions. */
export interface ImportReport {
  platform: string
  accounts: number
  transactions: number
  errors: RowError[]
  /** With `--strict` and a broken row nothing was stored. */
  isRefused: boolean
  stored: number
  duplicates: number
  batches: number
  seconds: number
  alerts: number
  cases: number
  rules: RuleOutcome[]
  leftOut: LeftOut[]
  /** Against the accounts that the data marks. */
  score?: { marked: number; rules: RuleScore[] }
}

/** Throws `UnreadableInput` if there is nothing to read. `say` receives the progress. */
export async function runImport(
  db: Kysely<Database>,
  options: Options,
  now: Date,
  say: (line: string) => void = () => {},
): Promise<ImportReport> {
  const { platform } = options
  const { transactions, errors, customers, marked } = await read(options)
  const accounts = customers?.length ?? new Set(transactions.map(({ customer }) => customer.id)).size
  const head = { platform, accounts, transactions: transactions.length, errors }
  if (options.strict && errors.length > 0) {
    const nothing = { stored: 0, duplicates: 0, batches: 0, seconds: 0, alerts: 0, cases: 0, rules: [], leftOut: [] }
    return { ...head, ...nothing, isRefused: true }
  }
  say(`${transactions.length} transactions read`)
  const patience = { say }
  await reconnecting(db, patience, async () => {
    await seedRules(db, [platform], now)
    await storeCustomers(db, platform, customers ?? [])
  })
  const begun = performance.now()
  const result = await ingestAll(db, transactions, {
    platform,
    now,
    onBatch: (done, total) => say(`${done} of ${total}`),
    onFailure: (error) => untilBack(db, error, patience),
  })
  const seconds = (performance.now() - begun) / 1000
  const report = { ...head, ...result, seconds, isRefused: false }
  if (marked === undefined) return report
  const ids = transactions.map(({ id }) => id)
  const flagged = await reconnecting(db, patience, () => flaggedBy(db, platform, ids))
  return { ...report, score: { marked: marked.size, rules: scoreRules(result.rules, flagged, marked) } }
}

async function read(options: Options) {
  if (options.format === 'amlsim') return await readAmlsim(options.folder, options.start)
  const data = await readTransactions(options.file, readMapping(options.map))
  return { ...data, customers: undefined, marked: undefined }
}

/** The alerts on these transactions, those of an earlier run too: by rule, with the accounts that take part. */
async function flaggedBy(db: Kysely<Database>, platform: string, ids: string[]) {
  const { rows } = await sql<{ ruleId: string; account: string; from: string; to: string | null }>`
    select a.rule_id as "ruleId", a.customer_id as account, t.customer_id as from, t.counterparty_id as to
    from alert a
    join monitoring_case c on c.platform = a.platform and c.id = a.case_id
    join transaction t on t.platform = c.platform and t.id = c.transaction_id
    where a.platform = ${platform} and t.id = any(${ids})`.execute(db)
  return rows
}
