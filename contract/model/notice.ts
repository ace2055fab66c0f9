/** Notices to everybody on a platform (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'

export const NOTICE_MAX = 500

export const notice = z.object({
  id: z.string(),
  text: z.string(),
  by: person,
  at: stamp,
  /** ISO 8601: shown until then. */
  until: z.string(),
  endedAt: z.nullable(stamp),
})
export type Notice = z.infer<typeof notice>
