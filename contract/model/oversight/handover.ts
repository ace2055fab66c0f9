/** The handover of a shift (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'

/** A shift is at most so long, and as long as this unless told otherwise or another was handed over since. */
export const SHIFT_MAX_HOURS = 24
export const SHIFT_HOURS = 8

const named = z.object({ id: z.string(), name: z.string(), count: z.number() })

/** The numbers of a shift, as they were when it was handed over. */
export const brief = z.object({
  from: stamp,
  to: stamp,
  came: z.object({ cases: z.number(), alerts: z.number(), rules: z.array(named) }),
  went: z.object({ cases: z.number(), strs: z.number(), decisions: z.number(), people: z.array(named) }),
  waits: z.object({
    open: z.number(),
    unassigned: z.number(),
    awaiting: z.number(),
    hardStops: z.number(),
    approvals: z.number(),
    findings: z.number(),
    overdue: z.number(),
    dueSoon: z.number(),
    /** Those that are overdue or due soon, the first due first. */
    dueFirst: z.array(z.object({ id: z.string(), client: z.string(), due: stamp, isOverdue: z.boolean() })),
  }),
  /** A number that is unusual against the same hours of the four weeks before; `ruleId` null for all rules together. */
  unusual: z.array(
    z.object({
      ruleId: z.nullable(z.string()),
      name: z.string(),
      count: z.number(),
      usual: z.number(),
    }),
  ),
  /** There is enough history for a baseline. */
  isComparable: z.boolean(),
})
export type Brief = z.infer<typeof brief>

export const handover = z.object({ id: z.string(), by: person, at: stamp, brief })
export type Handover = z.infer<typeof handover>
