/** Background jobs, by kind and one by one (ours). */
import * as z from 'zod/mini'
import { stamp } from '#contract/model/common.ts'

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const

export const job = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  createdAt: stamp,
  startedAt: z.nullable(stamp),
  endedAt: z.nullable(stamp),
  /** The number of retries after a failure. */
  retries: z.number(),
  /** The error of the last attempt. */
  message: z.nullable(z.string()),
  /** The reason why it cannot be retried; null if it can. */
  refusal: z.nullable(z.string()),
})
export type Job = z.infer<typeof job>

/** One kind of job. */
export const jobKind = z.object({
  name: z.string(),
  /** The schedule, five fields of cron, UTC. */
  cron: z.nullable(z.string()),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  lastDone: z.nullable(stamp),
})
export type JobKind = z.infer<typeof jobKind>
