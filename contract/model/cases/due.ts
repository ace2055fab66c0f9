/** Checks whether something with a due date is late; its dates are the server's (`server/business-hours`), the moment is the reader's. */
import { fromStamp, type Stamp } from '#contract/model/common.ts'

export const DUE_STATES = ['soon', 'breached'] as const
export type DueState = (typeof DUE_STATES)[number]

/** Time counts towards the due date: not while the customer is asked, nor after the decision. */
export const isTimeRunning = (status: string): boolean => status === 'new' || status === 'in_progress'

interface WithDueDate {
  status: string
  dueAt?: Stamp | null | undefined
  dueSoonAt?: Stamp | null | undefined
}

/** Null if there is time, or while paused: dates from before a change that is not sent do not count. */
export function dueState({ status, dueAt, dueSoonAt }: WithDueDate, now: number): DueState | null {
  if (!isTimeRunning(status)) return null
  if (dueAt && fromStamp(dueAt) <= now) return 'breached'
  return dueSoonAt && fromStamp(dueSoonAt) <= now ? 'soon' : null
}
