/** Cases and the pure rules on them. */
import * as z from 'zod/mini'
import { caseReview } from './review.ts'
import { pendingApproval, flag, person, stamp, type Stamp, fromStamp } from '#contract/model/common.ts'
import {
  ALERT_LEVELS,
  ALERT_STATUSES,
  CASE_KEYS,
  CASE_STATUSES,
  CUSTOMER_TYPES,
  DIRECTIONS,
  OLD_DAYS,
  OVERDUE_HOURS,
  type CaseKey,
  type CaseStatus,
  type StatusFilter,
  type StrAction,
  type TransactionStatus,
} from '#contract/model/values.ts'

const HOUR = 3_600_000

/** An alert as a case's row carries it. `id` and `ruleId` are ours on the row: commands need them. */
export const caseAlert = z.object({
  id: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  status: z.enum(ALERT_STATUSES),
  alertLevel: z.enum(ALERT_LEVELS),
  /** The values that triggered the rule with their thresholds, on one line, for bulk notes and the preview (ours). */
  text: z.string(),
  /** Type of the rule (ours): which templates are for it. */
  ruleType: z.optional(z.string()),
})
export type CaseAlert = z.infer<typeof caseAlert>

export const caseItem = z.object({
  /** Platform code and transaction id. */
  id: z.string(),
  uuid: z.string(),
  /** The displayed status: see `caseKey`. */
  statusCases: z.enum(CASE_KEYS),
  /** Older than a day and not finished. */
  isDay: z.boolean(),
  activeHardStop: z.number(),
  alertCount: z.number(),
  alerts: z.array(caseAlert),
  assignDate: z.nullable(stamp),
  clientType: z.enum(CUSTOMER_TYPES),
  complete: z.boolean(),
  createAt: stamp,
  data: z.object({
    transactionId: z.string(),
    /** The rest is what a row shows; ours. Amounts are decimal text. */
    transactionType: z.string(),
    transactionDirection: z.enum(DIRECTIONS),
    transactionAmount: z.string(),
    transactionCurrency: z.string(),
    transactionUsdAmount: z.string(),
    transactionCountry: z.string(),
    clientName: z.string(),
    counterpartyName: z.string(),
  }),
  customerId: z.string(),
  manager: z.nullable(person),
  platform: z.string(),
  recommendedStr: flag,
  status: z.enum(CASE_STATUSES),
  /** An STR was proposed and waits for another person (ours; capability `fourEyes`, `str`). */
  strProposal: z.optional(z.object({ by: person, at: stamp })),
  /** Something else of it waits for a second person (ours). */
  approval: z.optional(pendingApproval),
  transactionStatus: z.string(),
  /** The customer's score, where there is one; ours. */
  risk: z.optional(z.nullable(z.number())),
  /** The due date, and the time from which it counts as due soon; null while paused (ours). */
  dueAt: z.optional(z.nullable(stamp)),
  dueSoonAt: z.optional(z.nullable(stamp)),
  /** When it comes back to be reviewed; null without a review (ours). */
  review: z.optional(z.nullable(caseReview)),
  /** Grows by one with every change; ours. */
  version: z.number(),
})
export type CaseItem = z.infer<typeof caseItem>

export const note = z.object({
  /** The id of the operation that wrote it. */
  id: z.string(),
  text: z.string(),
  author: person,
  createAt: stamp,
  alertId: z.nullable(z.string()),
  /** The note was written before somebody else closed the alert, and stored after (ours). */
  writtenBeforeClose: z.optional(z.boolean()),
  /** The template it was made from, as `id@version` (ours). */
  template: z.optional(z.string()),
})
export type Note = z.infer<typeof note>

/** A case as its call gives it; what is optional are fields of ours: see `wholeCase`. */
export const caseDetail = z.extend(caseItem, {
  /** With whatever else of the transaction a server has here; `transactionApprovalMode` as `approvalMode` has it. */
  data: z.looseObject(caseItem.shape.data.shape),
  customerName: z.optional(z.string()),
  clientInfo: z.object({
    name: z.optional(z.string()),
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    username: z.optional(z.string()),
    countryOfResidence: z.optional(z.string()),
  }),
  failedRule: z.nullable(z.string()),
  hardStopCount: z.number(),
  activity: z.array(
    z.object({ id: z.optional(z.string()), at: stamp, by: z.string(), action: z.string(), text: z.string() }),
  ),
  notes: z.optional(z.array(note)),
  /** Every field of the transaction that is known, by the specification's names. */
  transaction: z.optional(z.record(z.string(), z.unknown())),
})
type CaseReply = z.infer<typeof caseDetail>
type Filled = 'customerName' | 'notes' | 'transaction'
export type CaseDetail = Omit<CaseReply, Filled> & { [F in Filled]: NonNullable<CaseReply[F]> }

/** The whole case, where a server of the catalogue alone leaves fields of ours out (docs/design/specification.md#entities). */
export function wholeCase(reply: CaseReply): CaseDetail {
  const { clientInfo, data } = reply
  const { name, firstName, lastName } = clientInfo
  const fullName = name || [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...reply,
    customerName: reply.customerName || fullName || data.clientName,
    notes: reply.notes ?? [],
    transaction: reply.transaction ?? data,
  }
}

/** The displayed status of a case: new without alerts counts as processed, complete with a recommendation as STR. */
export function caseKey(row: { status: CaseStatus; alertCount: number; recommendedStr: 0 | 1 }): CaseKey {
  if (row.status === 'new' && row.alertCount === 0) return 'process'
  if (row.status === 'complete' && row.recommendedStr === 1) return 'str'
  return row.status
}

/** Display names (docs/design/specification.md#case-states). */
export const CASE_LABELS: Record<CaseKey, string> = {
  new: 'New',
  await: 'Awaiting Response',
  process: 'Processed (No Alerts)',
  reject: 'Reject',
  error: 'Error',
  str: 'Resolved (STR Recommended)',
  complete: 'Resolved (NO STR)',
  sar: 'Resolved with SAR',
  in_progress: 'In progress',
}

/**
 * The list query for a value of the status filter. `str` and `process` also match the statuses of that name, which
 * ingestion and import store; "all" is every status, so that rejected transactions are found too.
 */
export function statusQuery(filter: StatusFilter): {
  'status[]': CaseStatus[]
  recommendedStr?: '0' | '1'
  withoutAlerts?: '0' | '1'
} {
  switch (filter) {
    case '':
      return { 'status[]': [...CASE_STATUSES] }
    case 'on':
      return { 'status[]': ['new', 'str', 'complete'], withoutAlerts: '0' }
    case 'New & Await':
      return { 'status[]': ['new', 'await'] }
    case 'str':
      return { 'status[]': ['complete', 'str'], recommendedStr: '1' }
    case 'complete':
      return { 'status[]': ['complete'], recommendedStr: '0', withoutAlerts: '0' }
    case 'process':
      return { 'status[]': ['complete', 'process'], withoutAlerts: '1' }
    default:
      return { 'status[]': [filter] }
  }
}

/**
 * The transition table: which acts may happen to a case, by its status. An act that is not listed is refused with 409.
 *
 * | act | from | to |
 * |---|---|---|
 * | `await` | new, error | await |
 * | `new` | await | new |
 * | `recommendStr` | new, await, error, process, reject | complete |
 * | `review` | new, await, error, process, complete | unchanged |
 *
 * `reject` is finished, but an attempted transaction can still be reported.
 */
export const CASE_ACTS = {
  note: CASE_STATUSES,
  assign: ['new', 'await', 'error', 'process', 'reject'],
  release: ['new', 'await', 'error', 'process', 'reject'],
  escalate: ['new', 'await', 'error', 'process', 'reject'],
  await: ['new', 'error'],
  new: ['await'],
  recommendStr: ['new', 'await', 'error', 'process', 'reject'],
  resolveAlert: ['new', 'await', 'error', 'process'],
  review: ['new', 'await', 'error', 'process', 'complete'],
} as const satisfies Record<string, readonly CaseStatus[]>
export type CaseAct = keyof typeof CASE_ACTS

/** True if an act may happen to a case in that status. */
export function caseMay(act: CaseAct, status: CaseStatus): boolean {
  return (CASE_ACTS[act] as readonly CaseStatus[]).includes(status)
}

/** A case in these statuses still waits for a decision; see `CASE_ACTS`. */
export const UNFINISHED_CASES = ['new', 'await', 'error', 'process'] as const satisfies readonly CaseStatus[]

/**
 * The status of the transaction after its case is closed: `str` where an STR is recommended; a transaction that failed
 * or was rejected stays `error`; otherwise `resolve` where staff decided alerts, `complete` where there were none.
 */
export function closedTransactionStatus(
  row: { transactionStatus: string; alertCount: number },
  action: StrAction,
): TransactionStatus {
  if (action === 'proceed') return 'str'
  if (row.transactionStatus === 'error') return 'error'
  return row.alertCount > 0 ? 'resolve' : 'complete'
}

/** Still to be worked on. */
export function isOpenCase(status: CaseStatus): boolean {
  return status === 'new' || status === 'await'
}

/** Older than a day and not finished (docs/design/specification.md#case-states). `now` in milliseconds of server time. */
export function isDay(row: { status: CaseStatus; createAt: Stamp }, now: number): boolean {
  return isOpenCase(row.status) && now - fromStamp(row.createAt) > OVERDUE_HOURS * HOUR
}

/** New for more than a day. */
export function isOverdue(row: { status: string; createAt: Stamp }, now: number): boolean {
  return row.status === 'new' && now - fromStamp(row.createAt) > OVERDUE_HOURS * HOUR
}

/** Older than a month: more than 30 days. */
export function isOld(createAt: Stamp, now: number): boolean {
  return now - fromStamp(createAt) > OLD_DAYS * 24 * HOUR
}

const MODES = new Map([
  ['code', 'approvalCode'],
  ['approval', 'approvalCode'],
  ['approvalCode', 'approvalCode'],
  ['sms', 'sms'],
  ['push', 'push'],
  ['otp', 'otp'],
  ['device', 'device'],
])

/** An approval mode as the screens know it; whatever is unknown or empty is `N/A`. */
export function approvalMode(raw: unknown): string {
  return (typeof raw === 'string' && MODES.get(raw)) || 'N/A'
}
