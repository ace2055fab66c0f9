/** Decisions on stacks of similar rows: the required sample, and the record. */
import * as z from 'zod/mini'

/** The sample of a stack that must be reviewed: a share in percent, and at least `least`. */
export function samplesNeeded(size: number, ruleId: string, { share, rules, least }: StackSampling): number {
  const percent = Math.max(share, rules[ruleId] ?? 0)
  return Math.min(size, Math.max(least, Math.ceil((size * percent) / 100)))
}

export interface StackSampling {
  /** Percent. */
  share: number
  /** Rules whose quality review rate is higher: their sample is as large. */
  rules: Readonly<Record<string, number>>
  least: number
}

/** While nothing else is known of the platform. */
export const DEFAULT_SAMPLING: StackSampling = { share: 10, rules: {}, least: 2 }

/** The maximum number of decisions on a stack at once. */
export const STACK_MAX = 500

/** Sent with a decision on an alert of a stack: its run, the size, and the reviewed alerts. */
export const stackDecision = z.object({
  id: z.string(),
  size: z.number(),
  looked: z.array(z.string()),
})
export type StackDecision = z.infer<typeof stackDecision>
