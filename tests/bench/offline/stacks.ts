// How long the worker takes to fold a queue of account alerts: npm run bench -- stacks [--rows N] [--json].
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { samplesNeeded, DEFAULT_SAMPLING } from '#contract/model/cases/stacks.ts'
import { toStamp } from '#contract/model/common.ts'
import { accountAlertShape, type AccountAlertQuery } from '#engine/replica/account-alert-shape.ts'
import { buildChunk, CHUNK_ROWS } from '#engine/replica/chunk.ts'
import { anything } from '#engine/replica/shape.ts'
import { fold } from '#engine/replica/stacks.ts'
import { ReplicaTable } from '#engine/replica/table.ts'
import { quantile, round, type Report } from '#tests/bench/report.ts'

const ROWS = 100_000
const RUNS = 9
const RULES = 40
const NOON = Date.UTC(2026, 2, 10, 12)
/** A window that waits longer than this for an answer to a key looks broken. */
const GOAL_MS = 1000

/** Alerts of 40 rules on a third as many customers, some of them stopped, with an STR, or with an amount far above the others. */
function rowAt(i: number, rows: number): ReplicaRow<'accountAlert'> {
  const customer = (i * 7919) % Math.ceil(rows / 3)
  const rule = customer % RULES
  const createdAt = new Date(NOON - i * 1000)
  return {
    id: String(1_000_000 + rows - i),
    platform: 'paxum',
    customerId: String(customer),
    customerName: `Customer ${customer}`,
    customerType: customer % 5 === 0 ? 'business' : 'personal',
    ruleId: String(rule),
    ruleName: `Rule ${rule}`,
    ruleType: 'account_velocity',
    text: '12 transactions in 24 hours (threshold: 10)',
    alertLevel: i % 50 === 0 ? 'hardstop' : 'alert',
    status: 'new',
    sar: 0,
    createAt: toStamp(createdAt),
    manager: null,
    isDay: false,
    risk: customer % 100,
    ...(customer % 100 === 0 && { hadStr: true }),
    measured: 100 + (i % 30) + (i % 200 === 0 ? 100_000 : 0),
    version: 1,
    search: `customer ${customer}`,
  }
}

export async function measure({ rows = ROWS }: { rows?: number }): Promise<Report> {
  const all = Array.from({ length: rows }, (_, i) => rowAt(i, rows))
  const table = new ReplicaTable<ReplicaRow<'accountAlert'>, AccountAlertQuery>(accountAlertShape, 'paxum')
  const starts = Array.from({ length: Math.ceil(rows / CHUNK_ROWS) }, (_, i) => i * CHUNK_ROWS)
  table.replace(starts.map((from) => buildChunk(accountAlertShape, all.slice(from, from + CHUNK_ROWS))))
  const found = table.select(anything)
  const times: number[] = []
  let folded = fold(table, found)
  let copied = 0
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now()
    folded = fold(table, found)
    times.push(performance.now() - from)
    const sent = performance.now()
    structuredClone(folded)
    copied = performance.now() - sent
  }
  const stacks = [...folded.stacks.keys()].map((place) => folded.sizes[place] ?? 0)
  const median = quantile(times, 0.5)
  return {
    title: `Folding ${rows} account alerts, as the worker does it`,
    rows: [
      { what: 'fold, ms', median: round(median), p95: round(quantile(times, 0.95)) },
      { what: 'copied to the window, ms', median: round(copied), p95: round(copied) },
    ],
    notes: [
      `${folded.sizes.length} lines for ${folded.ids.length} alerts: ${stacks.length} stacks, the largest of ${Math.max(...stacks)}, ${folded.outliers.size} outliers outside.`,
      `By the default policy ${stacks.reduce((sum, size) => sum + samplesNeeded(size, '', DEFAULT_SAMPLING), 0)} of them are looked at.`,
      `Goal: ${GOAL_MS} ms at the median.`,
    ],
    isMissed: median > GOAL_MS,
  }
}
