/**
 * The state that the user decided on: sent as `expect`, checked by the server field by field
 * (docs/design/offline.md#conflicts). Absent fields are not checked.
 */
import * as z from 'zod/mini'
import { ALERT_STATUSES, CASE_STATUSES } from '#contract/model/values.ts'
import { flag } from '#contract/model/common.ts'

const version = z.optional(z.number())

/** For operations on a case; `manager` is an id, or null if unassigned. */
export const caseExpect = z.strictObject({
  status: z.optional(z.enum(CASE_STATUSES)),
  recommendedStr: z.optional(flag),
  manager: z.optional(z.nullable(z.string())),
  /** The day of review, or null without one. */
  review: z.optional(z.nullable(z.string())),
  version,
})
export type CaseExpect = z.infer<typeof caseExpect>

/** For operations on one alert; `version` is the alert's own, `manager` as on a case. */
export const alertExpect = z.strictObject({
  status: z.optional(z.enum(ALERT_STATUSES)),
  sar: z.optional(flag),
  manager: z.optional(z.nullable(z.string())),
  version,
})
export type AlertExpect = z.infer<typeof alertExpect>
