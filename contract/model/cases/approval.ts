/** Requests for approval: acts that count once a second person has approved them (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'
import { difference } from '#contract/model/rules/difference.ts'
import { ruleEvidence } from '#contract/model/rules/rule.ts'
import { thresholdToTry } from '#contract/model/screening/screening.ts'
import { APPROVAL_KINDS, type ApprovalKind } from '#contract/model/values.ts'

export const APPROVAL_LABELS: Record<ApprovalKind, string> = {
  rule: 'Rule',
  allowlist: 'Allowlist',
  allowlistResolve: 'Resolve by allowlist',
  str: 'STR',
  close: 'Close without STR',
  hardstop: 'Hard stop',
  bulk: 'Bulk close',
  sanctions: 'Sanctions',
  access: 'Administrator rights',
  policy: 'Policy',
  configSet: 'Values of rules',
  form: 'SAR or EDD form',
}

export const approval = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  platform: z.string(),
  /** The object, with its name. */
  object: z.object({
    kind: z.string(),
    id: z.string(),
    label: z.string(),
    customerId: z.nullable(z.string()),
    caseId: z.nullable(z.string()),
    /** For an allowlist. */
    ruleId: z.optional(z.nullable(z.string())),
  }),
  /** The first request, if several are pending as one. */
  parts: z.optional(z.array(z.object({ label: z.string(), caseId: z.nullable(z.string()) }))),
  /** The requested action as text. */
  title: z.string(),
  by: person,
  at: stamp,
  reason: z.nullable(z.string()),
  /** The day by which a form is due, `YYYY-MM-DD`. */
  dueOn: z.optional(z.nullable(z.string())),
  /** The data that the reader sees, sent back so that exactly these are approved. */
  version: z.string(),
  status: z.enum(['open', 'approved', 'returned']),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(stamp),
  note: z.nullable(z.string()),
  differences: z.array(difference),
  /** The backtest a rule's change rests on. */
  evidence: z.optional(z.nullable(ruleEvidence)),
  /** For a screening threshold. */
  threshold: z.optional(thresholdToTry),
  /** The reason why the reader may not approve it; null if they may. */
  refusal: z.nullable(z.string()),
})
export type Approval = z.infer<typeof approval>
