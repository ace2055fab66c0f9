// How long the worker takes to fold a queue: npm run bench -- stacks [--rows N] [--json].
import type { ReplicaRow } from '#contract/calls/sync.ts'
import { samplesNeeded, DEFAULT_SAMPLING } from '#contract/model/cases/stacks.ts'
import { toStamp } from '#contract/model/common.ts'
import { accountAlertShape } from '#engine/replica/account-alert-shape.ts'
import { caseShape } from '#engine/replica/case-shape.ts'
import { buildChunk, CHUNK_ROWS } from '#engine/replica/chunk.ts'
import { anything, type Shape } from '#engine/replica/shape.ts'
import { fold } from '#engine/replica/stacks.ts'
import { ReplicaTable } from '#engine/replica/table.ts'
import { quantile, round, type Report } from '#tests/bench/report.ts'
import { caseRow } from '#tests/support/rows.ts'

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

/** As many cases of the same, each with an alert or two, of which the older may be decided. */
function caseAt(i: number, rows: number): ReplicaRow<'case'> {
  const { customerId, ruleId, ruleName, createAt, hadStr, risk, measured } = rowAt(i, rows)
  const alert = { id: `${i}1`, ruleId, ruleName, status: 'new', alertLevel: 'alert', text: '12 of 10' } as const
  const older = { ...alert, id: `${i}2`, ruleId: `${ruleId}0`, status: i % 7 === 0 ? 'resolved' : 'new' } as const
  return {
    ...caseRow({
      id: `PX${1_000_000 + rows - i}`,
      alerts: i % 3 === 0 ? [alert, older] : [alert],
      activeHardStop: i % 50 === 0 ? 1 : 0,
      clientType: Number(customerId) % 5 === 0 ? 'business' : 'personal',
      createAt,
      customerId,
    }),
    data: { ...caseRow().data, transactionUsdAmount: String(measured) },
    ...(risk !== undefined && { risk }),
    ...(hadStr && { hadStr }),
    ...(i % 120 === 0 && { isNewCountry: true }),
    search: `customer ${customerId}`,
  }
}

/** Folds a list again and again; answers the last, with the times. */
function folding<Row>(shape: Shape<Row, never>, all: readonly Row[]) {
  const table = new ReplicaTable<Row, never>(shape, 'paxum')
  const starts = Array.from({ length: Math.ceil(all.length / CHUNK_ROWS) }, (_, i) => i * CHUNK_ROWS)
  table.replace(starts.map((from) => buildChunk(shape, all.slice(from, from + CHUNK_ROWS))))
  const found = table.select(anything)
  const times: number[] = []
  const copies: number[] = []
  let folded = fold(table, found)
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now()
    folded = fold(table, found)
    times.push(performance.now() - from)
    const sent = performance.now()
    structuredClone(folded)
    copies.push(performance.now() - sent)
  }
  return { folded, times, copies }
}

export async function measure({ rows = ROWS }: { rows?: number }): Promise<Report> {
  const counted = <Row>(make: (i: number, rows: number) => Row) => Array.from({ length: rows }, (_, i) => make(i, rows))
  const kinds = [
    {
      noun: 'account alerts',
      ...folding(accountAlertShape as Shape<ReplicaRow<'accountAlert'>, never>, counted(rowAt)),
    },
    { noun: 'cases', ...folding(caseShape as Shape<ReplicaRow<'case'>, never>, counted(caseAt)) },
  ]
  const figure = (what: string, times: readonly number[]) => ({
    what,
    median: round(quantile(times, 0.5)),
    p95: round(quantile(times, 0.95)),
  })
  return {
    title: `Folding ${rows} rows, as the worker does it`,
    rows: kinds.flatMap(({ noun, times, copies }) => [
      figure(`fold ${noun}, ms`, times),
      figure(`${noun} copied to the window, ms`, copies),
    ]),
    notes: [
      ...kinds.map(({ noun, folded }) => {
        const stacks = [...folded.stacks.keys()].map((place) => folded.sizes[place] ?? 0)
        const looked = stacks.reduce((sum, size) => sum + samplesNeeded(size, [], DEFAULT_SAMPLING), 0)
        return `${folded.sizes.length} lines for ${folded.ids.length} ${noun}: ${stacks.length} stacks, the largest of ${Math.max(...stacks)}, ${folded.outliers.size} outliers outside; by the default policy ${looked} are reviewed.`
      }),
      `Goal: ${GOAL_MS} ms at the median.`,
    ],
    isMissed: kinds.some(({ times }) => quantile(times, 0.5) > GOAL_MS),
  }
}
