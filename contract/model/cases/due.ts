/** Whether something with a clock is late; its dates are the server's (`server/clocks`), the moment is the reader's. */
import { fromStamp, type Stamp } from '#contract/model/common.ts'

export const DUE_STATES = ['soon', 'breached'] as const
export type DueState = (typeof DUE_STATES)[number]

/** The clock of a case or an account alert runs: not while the customer is asked, nor after the decision. */
export const clockRuns = (status: string): boolean => status === 'new' || status === 'in_progress'

interface Clocked {
  status: string
  dueAt?: Stamp | null | undefined
  dueSoonAt?: Stamp | null | undefined
}

/** Null where there is time, or no clock that runs: dates of before a change that is not sent do not count. */
export function dueState({ status, dueAt, dueSoonAt }: Clocked, now: number): DueState | null {
  if (!clockRuns(status)) return null
  if (dueAt && fromStamp(dueAt) <= now) return 'breached'
  return dueSoonAt && fromStamp(dueSoonAt) <= now ? 'soon' : null
}
