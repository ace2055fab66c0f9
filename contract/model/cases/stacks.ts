/** Decisions on stacks of alike rows: how much of one is looked at first, and what goes on record. */
import * as z from 'zod/mini'

/** How many of a stack are looked at before all of it is decided: a share of it, in percent, and no fewer than `least`. */
export function samplesNeeded(size: number, ruleId: string, { share, rules, least }: StackSampling): number {
  const percent = Math.max(share, rules[ruleId] ?? 0)
  return Math.min(size, Math.max(least, Math.ceil((size * percent) / 100)))
}

export interface StackSampling {
  /** Percent. */
  share: number
  /** Of rules whose decisions get second looks more often: then as much is looked at beforehand. */
  rules: Readonly<Record<string, number>>
  least: number
}

/** While nothing else is known of the platform. */
export const DEFAULT_SAMPLING: StackSampling = { share: 10, rules: {}, least: 2 }

/** So many of a stack are decided at once. */
export const STACK_MAX = 500

/** With a decision on one of a stack: the run it belongs to, how many were in it, and which were looked at. */
export const stackDecision = z.object({
  id: z.string(),
  size: z.number(),
  looked: z.array(z.string()),
})
export type StackDecision = z.infer<typeof stackDecision>
