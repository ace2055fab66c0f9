/** An import from beginning to end: read everything, then take it in. */
import { sql, type Kysely } from 'kysely'
import { seedRules } from '#server/monitoring/default-rules.ts'
import { ingestAll } from '#server/monitoring/ingestion/ingest-all.ts'
import type { RuleOutcome } from '#server/monitoring/ingestion/ingest.ts'
import { storeCustomers } from '#server/monitoring/ingestion/store-transactions.ts'
import type { LeftOut } from '#server/monitoring/active-rules.ts'
import type { Database } from '#server/schema/database.ts'
import { readAmlsim } from './amlsim.ts'
import { countReasons } from '#server/text/fault.ts'
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import type { Options } from './options.ts'
import { OTHER_CONTENT, withoutRepeated, type ReadPayments } from './payments.ts'
import { readPayments } from './read-payments.ts'
import { reconnecting, untilBack } from './reconnect.ts'
import type { RowError } from './read-csv.ts'
import { scoreRules, type RuleScore } from './score.ts'

/** The result of an import; rules are those of the platform, with their alerts on these transactions. */
export interface ImportReport {
  platform: string
  /** How the files were read, and what was assumed. */
  said: string[]
  accounts: number
  /** Rows, entries or messages of the files: those kept and those left out. */
  read: number
  /** Stored now, or known before with the same content. */
  kept: number
  /** The left-out rows, by reason. */
  leftOut: { reason: string; count: number }[]
  /** Columns or elements that no field was made of. */
  unread: string[]
  /** Shares of the kept payments without a field that rules look at, from 0 to 1. */
  lacking: { field: string; share: number }[]
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
  /** Rules that cannot run. */
  rulesLeftOut: LeftOut[]
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
  const data = await read(options, now)
  const { customers, marked, said, unread } = data
  const { placed, errors: repeated } = withoutRepeated(data.placed)
  const transactions = placed.map(({ transaction }) => transaction)
  const errors = [...data.errors, ...repeated]
  const accounts = customers?.length ?? new Set(transactions.map(({ customer }) => customer.id)).size
  const lacking = lackingOf(transactions)
  const head = { platform, said, accounts, read: data.read, unread, lacking, transactions: transactions.length }
  if (options.strict && errors.length > 0) {
    const nothing = {
      stored: 0,
      duplicates: 0,
      batches: 0,
      seconds: 0,
      alerts: 0,
      cases: 0,
      rules: [],
      rulesLeftOut: [],
    }
    const leftOut = [
      ...countReasons(errors.map(({ reason }) => reason)),
      { reason: 'without a fault, by --strict', count: transactions.length },
    ]
    return { ...head, ...nothing, errors, kept: 0, leftOut: leftOut.filter(({ count }) => count > 0), isRefused: true }
  }
  say(`${transactions.length} transactions read`)
  const patience = { say }
  await reconnecting(db, patience, async () => {
    await seedRules(db, [platform], now)
    await storeCustomers(db, platform, customers ?? [])
  })
  const begun = performance.now()
  const {
    leftOut: rulesLeftOut,
    conflicts,
    ...result
  } = await ingestAll(db, transactions, {
    platform,
    now,
    onBatch: (done, total) => say(`${done} of ${total}`),
    onFailure: (error) => untilBack(db, error, patience),
  })
  const seconds = (performance.now() - begun) / 1000
  const places = new Map(placed.map(({ transaction, file, line }) => [transaction.id, { file, line }]))
  for (const { id, fields } of conflicts)
    errors.push({
      ...(places.get(id) ?? { file: '', line: 0 }),
      message: `${id} is stored with another ${fields.join(', ')}: the id is not unique`,
      reason: OTHER_CONTENT,
    })
  const kept = result.stored + result.duplicates
  const leftOut = countReasons(errors.map(({ reason }) => reason))
  const report = { ...head, ...result, errors, kept, leftOut, rulesLeftOut, seconds, isRefused: false }
  if (marked === undefined) return report
  const ids = transactions.map(({ id }) => id)
  const flagged = await reconnecting(db, patience, () => flaggedBy(db, platform, ids))
  return { ...report, score: { marked: marked.size, rules: scoreRules(result.rules, flagged, marked) } }
}

async function read(options: Options, now: Date): Promise<ReadPayments> {
  if (options.format === 'amlsim') return await readAmlsim(options.folder, options.start)
  if (options.format === 'csv') return await readPayments({ path: options.file, map: options.map }, now)
  return await readPayments(options, now)
}

const FIELDS: readonly [field: string, isThere: (transaction: IncomingTransaction) => boolean][] = [
  ['counterparty', ({ counterparty }) => counterparty.name !== '' || counterparty.account !== null],
  ['counterparty country', ({ counterparty }) => counterparty.country !== null],
  ['country', ({ country }) => country !== null],
  ['service', ({ service }) => service !== null],
  ['description', ({ data }) => data?.['transactionDesc'] !== undefined],
  ['customer name', ({ customer }) => customer.name !== customer.id],
  ['customer country', ({ customer }) => (customer.country ?? null) !== null],
]

/** The fields that payments lack, most frequent first. */
function lackingOf(transactions: readonly IncomingTransaction[]): { field: string; share: number }[] {
  if (transactions.length === 0) return []
  return FIELDS.map(([field, isThere]) => {
    const without = transactions.filter((each) => !isThere(each)).length
    return { field, share: without / transactions.length }
  })
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
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
