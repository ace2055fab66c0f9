/** The handover of a shift (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'
import { FORM_STATUSES, FORM_TYPES } from '#contract/model/forms/document-form.ts'

/** A shift is at most so long, and as long as this unless told otherwise or another was handed over since. */
export const SHIFT_MAX_HOURS = 24
export const SHIFT_HOURS = 8

/** The open work of a queue, and how much of it is past its due date. */
const waiting = z.object({ open: z.number(), overdue: z.number() })

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
    /** Pending in the other queues. */
    accountAlerts: waiting,
    sanctionsHits: waiting,
    tickets: waiting,
    forms: waiting,
    /** Forms that are not filed, the first due first; `due` is a day, null without one. */
    formsDue: z.array(
      z.object({
        id: z.string(),
        type: z.enum(FORM_TYPES),
        status: z.enum(FORM_STATUSES),
        client: z.string(),
        due: z.nullable(z.string()),
        isOverdue: z.boolean(),
      }),
    ),
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
