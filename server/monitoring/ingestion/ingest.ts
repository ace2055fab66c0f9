/** Ingestion: the only way of storing transactions, live or imported, with monitoring. */
import { sql, type Kysely } from 'kysely'
import { raise } from '#server/monitoring/create-alerts.ts'
import { detectStaged, type Hit } from '#server/monitoring/detect.ts'
import { summedFor } from '#server/monitoring/detector-hits.ts'
import { dropAllowlisted } from '#server/monitoring/drop-allowlisted.ts'
import { detectOnCustomers } from '#server/monitoring/detect-customers.ts'
import type { Candidates } from '#server/monitoring/movement.ts'
import type { Need } from '#server/monitoring/rule-type.ts'
import { loadRules, wantedBy, type ActiveRule, type LeftOut } from '#server/monitoring/active-rules.ts'
import { countShadow } from '#server/monitoring/shadow.ts'
import { updateStaged, stageMovements, recordForStaging } from '#server/monitoring/stage-movements.ts'
import type { Database } from '#server/schema/database.ts'
import { screen } from '#server/screening/screen-parties.ts'
import { poke } from '#server/store/pokes.ts'
import type { IncomingTransaction, Party } from './incoming.ts'
import { inTurn } from './in-turn.ts'
import { refreshStatistics } from './statistics.ts'
import { findConflicts, storeCustomers, storeTransactions, type Conflict } from './store-transactions.ts'

/** A rule's results on a batch. */
export interface RuleOutcome {
  ruleId: string
  name: string
  type: string
  /** Transactions of the batch that have every field the rule needs; 0 means "not applicable". */
  applicable: number
  /** Transactions of batches on which the rule's conditions failed: it raised nothing there, and might have. */
  notEvaluated: number
  alerts: number
}

export interface IngestResult {
  stored: number
  /** Transactions that are stored already: left as they are. */
  duplicates: number
  /** Transactions whose id is stored with other content: the stored one stays, and this one is not kept. */
  conflicts: Conflict[]
  /** On transactions. */
  alerts: number
  /** On customers that the batch added or changed. */
  accountAlerts: number
  cases: number
  /** Hits that an allowlist covers: they raise nothing. */
  allowed: number
  rules: RuleOutcome[]
  /** Rules that cannot run at present. */
  leftOut: LeftOut[]
}

export interface IngestOptions {
  platform: string
  now: Date
  /** The previous batch, if still being evaluated: this one fails with it. */
  after?: Promise<unknown> | undefined
  /** Called when the next batch may start: it is stored while this one is evaluated. */
  onTurn?: () => void
}

/**
 * Stores transactions: their customers and the new payments; screens the names, runs the platform's rules, raises
 * alerts and cases, all in one database transaction. Ingesting twice changes nothing. A batch has two stages, see
 * `ingestion-lock.ts`: its payments are stored and staged while the previous batch is evaluated; then follow its
 * customers, the effects of the previous batch, and the rules as they were in the first stage. The order is by time and
 * then id, and each transaction is evaluated by earlier ones, in this batch or before. A late transaction is evaluated
 * by its own past, and earlier results do not change. Batches of one platform run one after the other.
 */
export async function ingest(
  db: Kysely<Database>,
  batch: readonly IncomingTransaction[],
  { platform, now, after, onTurn }: IngestOptions,
): Promise<IngestResult> {
  const ordered = inOrder(batch)
  return await inTurn(db, platform, async (trx, turn) => {
    await sql`select set_config('work_mem', '64MB', true)`.execute(trx)
    const stored = await storeTransactions(trx, platform, ordered, now)
    const conflicts = await conflictsOf(trx, platform, ordered, stored)
    await refreshStatistics(trx, ['transaction'])
    const leftOut: LeftOut[] = []
    const tell = (rule: LeftOut) => void leftOut.push(rule)
    const rules = await loadRules(trx, platform, 'transaction', tell)
    const candidates = rules.length > 0 ? candidatesOf(platform, stored, now) : undefined
    if (candidates) await stageMovements(trx, candidates, wantedBy(rules), summedFor(rules))
    await after
    await turn()
    onTurn?.()
    // values of the previous batch are older than this one's
    const changed = await storeCustomers(trx, platform, partiesOf(ordered))
    await refreshStatistics(trx, ['customer'])
    // before the rules, one of which asks what it found
    const customers = [...new Set([...partiesOf(ordered)].map(({ id }) => id))]
    const transactions = stored.map(({ id }) => id)
    await screen(trx, platform, { kind: 'batch', customers, changed, transactions }, now)
    if (candidates) await updateStaged(trx, candidates, wantedBy(rules), summedFor(rules))
    const found = candidates ? await detectStaged(trx, rules, candidates, tell) : []
    const times = new Map(stored.map(({ id, at }) => [id, at]))
    const timeOf = ({ transactionId }: Hit) => times.get(transactionId ?? '')
    const left = await dropAllowlisted(trx, platform, found, timeOf)
    const hits = left.filter(({ rule }) => rule.stage === 'live')
    const shadowed = left.filter(({ rule }) => rule.stage === 'shadow')
    await countShadow(trx, shadowed, hits, timeOf)
    const { cases, alerts, raised } = await raise(trx, platform, stored, hits, now)
    if (cases > 0) await poke(trx, [{ platform, topic: 'case' }])
    if (stored.length > 0) await recordForStaging(trx, platform, transactions)
    const judged = await judgeChanged(trx, platform, changed, now, tell)
    return {
      stored: stored.length,
      duplicates: batch.length - stored.length - conflicts.length,
      conflicts,
      alerts,
      accountAlerts: judged.alerts,
      cases,
      allowed: found.length - left.length + judged.allowed,
      rules: outcomesOf(rules, ordered, raised, leftOut),
      leftOut,
    }
  })
}

async function conflictsOf(
  db: Kysely<Database>,
  platform: string,
  batch: readonly IncomingTransaction[],
  stored: readonly IncomingTransaction[],
): Promise<Conflict[]> {
  if (stored.length === batch.length) return []
  const fresh = new Set(stored)
  return await findConflicts(
    db,
    platform,
    batch.filter((each) => !fresh.has(each)),
  )
}

/** By time and then id: the order of evaluation. */
export function inOrder<T extends { at: Date; id: string }>(transactions: readonly T[]): T[] {
  return transactions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

function candidatesOf(platform: string, stored: readonly IncomingTransaction[], asOf: Date): Candidates | undefined {
  const [first, last] = [stored[0], stored.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const ids = stored.map(({ id }) => id)
  const accounts = [...new Set([...partiesOf(stored)].map(({ id }) => id))]
  return { platform, where: sql`t.id = any(${ids})`, from: first.at, to: last.at, asOf, accounts }
}

async function judgeChanged(
  db: Kysely<Database>,
  platform: string,
  customers: readonly string[],
  now: Date,
  tell: (rule: LeftOut) => void,
) {
  if (customers.length === 0) return { alerts: 0, allowed: 0 }
  const rules = await loadRules(db, platform, 'customer', tell)
  return await detectOnCustomers(db, rules, { platform, customers, from: now, to: now }, tell)
}

function* partiesOf(batch: readonly IncomingTransaction[]): Iterable<Party> {
  for (const { customer, counterparty } of batch) {
    yield customer
    if (counterparty.account !== null) yield counterparty.account
  }
}

const has =
  (name: string) =>
  ({ data }: IncomingTransaction) =>
    typeof data?.[name] === 'string'

const PRESENT: Record<Need, (transaction: IncomingTransaction) => boolean> = {
  country: ({ country, counterparty }) => country !== null || counterparty.country !== null,
  service: ({ service }) => service !== null,
  description: has('transactionDesc'),
  bank: ({ data = {} }) => Object.keys(data).some((name) => /(BankName|SwiftCode|BankCode|CardNumber)$/.test(name)),
  card: has('clientCardNumber'),
  'cash machine': has('merchantCode'),
  dispute: has('disputedTransactionId'),
  // a filter tells what it does not know: it passes nothing, or what is asked to be unknown
  filters: () => true,
}

function outcomesOf(
  rules: readonly ActiveRule[],
  batch: readonly IncomingTransaction[],
  raised: readonly Hit[],
  leftOut: readonly LeftOut[],
): RuleOutcome[] {
  // many rules need the same
  const counted = new Map<string, number>()
  return rules.map((rule) => {
    const { id, name, type, detectors, options } = rule
    const needs = new Set(detectors.flatMap((detector) => detector.needs))
    if (options.transaction_services?.length) needs.add('service')
    const all = [...needs].toSorted()
    const key = all.join()
    const applicable = counted.get(key) ?? batch.filter((each) => all.every((need) => PRESENT[need](each))).length
    counted.set(key, applicable)
    const alerts = raised.filter((hit) => hit.rule === rule).length
    const notEvaluated = leftOut.some(({ ruleId }) => ruleId === id) ? batch.length : 0
    return { ruleId: id, name, type, applicable, notEvaluated, alerts }
  })
}
