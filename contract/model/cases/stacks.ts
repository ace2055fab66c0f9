/** Decisions on stacks of similar rows: the required sample, and the record. */
import * as z from 'zod/mini'

/** The sample of a stack that must be reviewed: a share in percent, and at least `least`. The highest rate of its rules counts. */
export function samplesNeeded(size: number, ruleIds: readonly string[], sampling: StackSampling): number {
  const { share, rules, least } = sampling
  const percent = Math.max(share, ...ruleIds.map((id) => rules[id] ?? 0))
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

/** The refusal of a report in a decision on a stack: the rest of the stack would concern a customer with an STR. */
export const NO_REPORT = 'An STR or SAR is not decided with a stack: decide each by itself.'

/** The maximum number of decisions on a stack at once. */
export const STACK_MAX = 500

/**
 * The property that rows of a stack share, besides their rules: the customer, or the customer's type and risk level.
 */
const LIKENESSES = ['customer', 'facts'] as const
export type Similarity = (typeof LIKENESSES)[number]

/** With a decision on one of a stack: the run it belongs to, how many were in it, and which were looked at. */
export const stackDecision = z.object({
  id: z.string(),
  size: z.number(),
  looked: z.array(z.string()),
  by: z.prefault(z.enum(LIKENESSES), 'facts'),
})
export type StackDecision = z.infer<typeof stackDecision>
