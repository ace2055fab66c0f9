/** Alerts and the pure rules on them. */
import * as z from 'zod/mini'
import { flag, person, stamp } from '#contract/model/common.ts'
import { ALERT_LEVELS, ALERT_STATUSES, type AlertStatus } from '#contract/model/values.ts'
import { CASE_LABELS, note } from './case.ts'

export const alertFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  createAt: stamp,
})
export type AlertFile = z.infer<typeof alertFile>

/** One thing the rule saw, against what it allows. Values are decimal text where they are numbers. */
export const fact = z.object({
  label: z.string(),
  saw: z.string(),
  allows: z.nullable(z.string()),
  field: z.optional(z.string()),
})
export type Fact = z.infer<typeof fact>

export const alert = z.object({
  id: z.string(),
  platform: z.string(),
  caseId: z.nullable(z.string()),
  /** The case's transaction; absent on an account alert. */
  caseData: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  customerId: z.string(),
  alertLevel: z.enum(ALERT_LEVELS),
  createAt: stamp,
  /** The rule's parameters as they were when it fired; a server gives them under either name. */
  criteria: z.optional(z.record(z.string(), z.unknown())),
  ruleCriteria: z.optional(z.record(z.string(), z.unknown())),
  sar: flag,
  note: z.nullable(z.string()),
  notes: z.array(note),
  /** Checks whether an STR was recommended on the case, and the case's status; absent on an account alert. */
  report: z.optional(z.unknown()),
  files: z.array(alertFile),
  resolveDate: z.nullable(stamp),
  resolvedManager: z.nullable(person),
  revId: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  ruleType: z.string(),
  ruleDescription: z.string(),
  manager: z.nullable(person),
  status: z.enum(ALERT_STATUSES),
  /** The reason why it was raised: measured values with their thresholds, and the number of hits. */
  triggerInfo: z.object({ text: z.string(), facts: z.array(fact) }),
  enrichmentData: z.record(z.string(), z.unknown()),
  /** The rule's last options hold procedures. */
  isProcedures: z.boolean(),
  activity: z.optional(z.looseObject({ transactionApprovalMode: z.optional(z.string()) })),
  version: z.number(),
})
export type Alert = z.infer<typeof alert>

/** True if an alert still awaits a decision. */
export function isOpenAlert(status: AlertStatus): boolean {
  return status === 'new' || status === 'await' || status === 'in_progress' || status === 'notification_sent'
}

/** The alert that represents a case: the first open one, else the first. */
export function leadAlert<A extends { status: AlertStatus }>(alerts: readonly A[]): A | undefined {
  return alerts.find(({ status }) => isOpenAlert(status)) ?? alerts[0]
}

/** Display names; those that cases have too are the same. */
export const ALERT_LABELS: Record<AlertStatus, string> = {
  new: CASE_LABELS.new,
  await: CASE_LABELS.await,
  resolved: 'Resolved',
  rejected: 'Rejected',
  sar: CASE_LABELS.sar,
  in_progress: CASE_LABELS.in_progress,
  notification_sent: 'Notification sent',
}
