/** Many transactions at once, as an import or the demo world brings them. */
import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema.ts'
import { ingest, inOrder, type IngestResult } from './ingest.ts'
import type { IncomingTransaction } from './incoming.ts'
import { refreshStatistics } from './statistics.ts'

export interface IngestAllOptions {
  platform: string
  now: Date
  batchSize?: number
  onBatch?: (done: number, total: number) => void
}

/**
 * Ingests in order of time, batch by batch, each a database transaction of its own: what a crash interrupts is taken up
 * by running it again.
 */
export async function ingestAll(
  db: Kysely<Database>,
  transactions: readonly IncomingTransaction[],
  { platform, now, batchSize = 20_000, onBatch }: IngestAllOptions,
): Promise<IngestResult & { batches: number }> {
  const ordered = inOrder(transactions)
  const sum: IngestResult & { batches: number } = {
    stored: 0,
    duplicates: 0,
    alerts: 0,
    accountAlerts: 0,
    cases: 0,
    allowed: 0,
    batches: 0,
    rules: [],
    leftOut: [],
  }
  for (let start = 0; start < ordered.length; start += batchSize) {
    add(sum, await ingest(db, ordered.slice(start, start + batchSize), { platform, now }))
    sum.batches += 1
    onBatch?.(Math.min(start + batchSize, ordered.length), ordered.length)
  }
  await refreshStatistics(db, ['monitoring_case', 'alert'])
  return sum
}

function add(sum: IngestResult, each: IngestResult): void {
  sum.stored += each.stored
  sum.duplicates += each.duplicates
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
      alerts: rule.alerts + (before?.alerts ?? 0),
    }
  })
}
