/** Background tasks: an allowlist that resolves the alerts it covers. */
import * as z from 'zod/mini'
import { stamp } from './common.ts'

export const TASK_STATUSES = ['Processing', 'Processed', 'Error', 'Canceled'] as const

export const task = z.object({
  uuid: z.string(),
  allowlistId: z.nullable(z.string()),
  platform: z.string(),
  status: z.enum(TASK_STATUSES),
  /** Alerts to go through, and those done. */
  total: z.number(),
  done: z.number(),
  message: z.nullable(z.string()),
  createAt: stamp,
  endedAt: z.nullable(stamp),
  author: z.string(),
})
export type Task = z.infer<typeof task>

/** One of the alerts that a task goes through (ours). */
export const taskEntry = z.object({
  alertId: z.string(),
  /** Null for an alert on an account. */
  caseId: z.nullable(z.string()),
  customerId: z.string(),
  customerName: z.string(),
  status: z.enum(['waiting', 'resolved', 'skipped']),
  /** The reason why it was left unchanged. */
  reason: z.nullable(z.string()),
})
export type TaskEntry = z.infer<typeof taskEntry>

/** A task with those alerts, the suppressed ones first, at most 1,000 (ours). */
export const taskInFull = z.extend(task, { entries: z.optional(z.array(taskEntry)) })

/** True if the list must be polled: an entry is in progress (docs/design/specification.md#saving). */
export function isProcessing(tasks: readonly Pick<Task, 'status'>[]): boolean {
  return tasks.some((one) => one.status === 'Processing')
}
