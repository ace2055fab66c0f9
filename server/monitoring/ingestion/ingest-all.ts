/** Many transactions at once, as an import or the demo world brings them. */
import type { Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import type { IncomingTransaction } from './incoming.ts'
import { ingest, inOrder, type IngestOptions, type IngestResult } from './ingest.ts'
import { refreshStatistics } from './statistics.ts'

export interface IngestAllOptions {
  platform: string
  now: Date
  batchSize?: number
  onBatch?: (done: number, total: number) => void
  /** Called on a failure: if it resolves, incomplete batches are repeated; if it throws, the import ends. */
  onFailure?: (error: unknown) => Promise<void>
}

/**
 * Ingests in time order, batch by batch, each in its own transaction: a repeated run resumes after a crash. A batch is
 * read and stored while the previous one is evaluated, and fails with it.
 */
export async function ingestAll(
  db: Kysely<Database>,
  transactions: readonly IncomingTransaction[],
  { platform, now, batchSize = 20_000, onBatch, onFailure }: IngestAllOptions,
): Promise<IngestResult & { batches: number }> {
  const ordered = inOrder(transactions)
  const sum: IngestResult & { batches: number } = {
    stored: 0,
    duplicates: 0,
    conflicts: [],
    alerts: 0,
    accountAlerts: 0,
    cases: 0,
    allowed: 0,
    batches: 0,
    rules: [],
    leftOut: [],
  }
  const takeRest = async () => {
    let last: { judged: Promise<void> } | undefined
    try {
      // batches end in their order, so those that have are the first
      for (let start = sum.batches * batchSize; start < ordered.length; start += batchSize) {
        const batch = ordered.slice(start, start + batchSize)
        last = await takeIn(db, batch, { platform, now, after: last?.judged }, (each) => {
          add(sum, each)
          sum.batches += 1
          onBatch?.(start + batch.length, ordered.length)
        })
      }
    } finally {
      // also after a failure: a running evaluation must not be repeated concurrently
      await last?.judged
    }
  }
  while (sum.batches * batchSize < ordered.length) {
    try {
      await takeRest()
    } catch (error) {
      if (!onFailure) throw error
      await onFailure(error)
    }
  }
  await refreshStatistics(db, ['monitoring_case', 'alert'])
  return sum
}

/** Answers as soon as the next batch may come, in an object, as a promise in a promise would be waited for. */
async function takeIn(
  db: Kysely<Database>,
  batch: readonly IncomingTransaction[],
  options: IngestOptions,
  tell: (result: IngestResult) => void,
): Promise<{ judged: Promise<void> }> {
  return await new Promise((resolve, reject) => {
    const judged = ingest(db, batch, { ...options, onTurn: () => resolve({ judged }) }).then(tell)
    judged.catch(reject)
  })
}

function add(sum: IngestResult, each: IngestResult): void {
  sum.stored += each.stored
  sum.duplicates += each.duplicates
  sum.conflicts.push(...each.conflicts)
  sum.alerts += each.alerts
  sum.accountAlerts += each.accountAlerts
  sum.cases += each.cases
  sum.allowed += each.allowed
  sum.leftOut.push(...each.leftOut.filter(({ ruleId }) => !sum.leftOut.some((one) => one.ruleId === ruleId)))
  sum.rules = each.rules.map((rule) => {
    const before = sum.rules.find(({ ruleId }) => ruleId === rule.ruleId)
    return {
      ...rule,
      applicable: rule.applicable + (before?.applicable ?? 0),
      notEvaluated: rule.notEvaluated + (before?.notEvaluated ?? 0),
      alerts: rule.alerts + (before?.alerts ?? 0),
    }
  })
}
