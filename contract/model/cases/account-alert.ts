/** Account alerts: raised by changes of a customer's profile, worked as one queue over all customers. */
import * as z from 'zod/mini'
import { assignmentFacts, type FactFilters } from './queue-facts.ts'
import { flag, fromStamp, person, stamp, type Stamp } from '#contract/model/common.ts'
import {
  ALERT_LEVELS,
  ALERT_STATUSES,
  CUSTOMER_TYPES,
  OVERDUE_HOURS,
  type AlertStatus,
  type AlertTarget,
} from '#contract/model/values.ts'
import { isOpenAlert } from './alert.ts'

/** A row of the account-alert queue (ours, docs/design/specification.md#calls): what the list shows and what its commands need. */
export const accountAlertItem = z.object({
  id: z.string(),
  platform: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  customerType: z.enum(CUSTOMER_TYPES),
  ruleId: z.string(),
  ruleName: z.string(),
  /** The templates that fit it. */
  ruleType: z.string(),
  /** The values that triggered the rule, in a line. */
  text: z.string(),
  alertLevel: z.enum(ALERT_LEVELS),
  status: z.enum(ALERT_STATUSES),
  sar: flag,
  createAt: stamp,
  manager: z.nullable(person),
  /** New or waiting for more than a day. */
  isDay: z.boolean(),
  /** The customer's score, where there is one. */
  risk: z.optional(z.nullable(z.number())),
  /** An STR or SAR of the customer is on record. */
  hadStr: z.optional(z.boolean()),
  /** The rule's first measured value, if it is a number. */
  measured: z.optional(z.number()),
  /** The due date, and the time from which it counts as due soon; null while paused. */
  dueAt: z.optional(z.nullable(stamp)),
  dueSoonAt: z.optional(z.nullable(stamp)),
  version: z.number(),
})
export type AccountAlertItem = z.infer<typeof accountAlertItem>

/**
 * The transitions of an account alert by status. A decision can be reopened and decided again, so that the SAR flag
 * never changes without an explicit step.
 */
export const ACCOUNT_ALERT_STEPS: Record<AlertStatus, readonly AlertTarget[]> = {
  new: ['await', 'in_progress', 'resolved'],
  await: ['new', 'in_progress', 'resolved'],
  in_progress: ['new', 'await', 'resolved'],
  notification_sent: ['new', 'await', 'in_progress', 'resolved'],
  resolved: ['new', 'in_progress'],
  sar: ['new', 'in_progress'],
  rejected: [],
}

/** True if an account alert may go from one status to another. */
export function accountAlertMay(from: AlertStatus, to: AlertTarget): boolean {
  return ACCOUNT_ALERT_STEPS[from].includes(to)
}

/** True if a change needs words: a decision, and a decision taken back. */
export function needsNote(from: AlertStatus, to: AlertTarget): boolean {
  return to === 'resolved' || !isOpenAlert(from)
}

/** The displayed status of an account alert: resolved with the SAR flag is `sar`. */
export function accountAlertKey({ status, sar }: { status: AlertStatus; sar: 0 | 1 }): AlertStatus {
  return status === 'resolved' && sar === 1 ? 'sar' : status
}

/** New or waiting for more than a day. `now` in milliseconds of server time. */
export function isAlertDay({ status, createAt }: { status: AlertStatus; createAt: Stamp }, now: number): boolean {
  return (status === 'new' || status === 'await') && now - fromStamp(createAt) > OVERDUE_HOURS * 3_600_000
}

/** The facts by which the queue is narrowed, by parameter of its call. */
export const accountAlertFactFilters = {
  ...assignmentFacts,
  'status[]': { fact: 'status', of: accountAlertKey, isChanged: true },
  alertSar: { fact: 'sar', of: ({ sar }) => String(sar) },
  alertLevel: { fact: 'level', of: ({ alertLevel }) => alertLevel },
  accountType: { fact: 'type', of: ({ customerType }) => customerType },
  rule: { fact: 'rule', of: ({ ruleId }) => ruleId },
  customerId: { fact: 'customer', of: ({ customerId }) => customerId },
} satisfies FactFilters<AccountAlertItem>
