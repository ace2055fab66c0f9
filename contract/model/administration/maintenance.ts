/** Background jobs, and notices to everybody on a platform (ours). */
import * as z from 'zod/mini'
import { person, stamp } from '#contract/model/common.ts'

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const

export const job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  createdAt: stamp,
  startedAt: z.nullable(stamp),
  endedAt: z.nullable(stamp),
  /** How often it was tried again after a failure. */
  retries: z.number(),
  /** What went wrong at the last attempt. */
  message: z.nullable(z.string()),
  /** Why it cannot be retried; null where it can. */
  refusal: z.nullable(z.string()),
})
export type Job = z.infer<typeof job>

/** One kind of job. */
export const jobKind = z.object({
  name: z.string(),
  /** When it comes of itself: five fields, UTC. */
  cron: z.nullable(z.string()),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  lastDone: z.nullable(stamp),
})
export type JobKind = z.infer<typeof jobKind>

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
