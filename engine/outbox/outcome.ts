/** Maps an answer's status to an outcome: the only such function in the engine. */
import { isRefusalStored } from '#contract/refusal-code.ts'
import type { Problem } from '#contract/model/common.ts'

/** `wait`: the delay that the server asks for, ms; null without one. */
export type Outcome =
  | { type: 'ok'; version?: number }
  | { type: 'again'; code: string; message: string; status?: number; wait: number | null; reached: boolean }
  /** Stopped by an earlier one of its lane: not tried. */
  | { type: 'behind' }
  | { type: 'unsure'; code: string; message: string; status?: number }
  | { type: 'signedOut' }
  | { type: 'clash'; code: string; message: string; status?: number; current?: unknown }
  | { type: 'fail'; code: string; message: string; status?: number }

/** True if the server would repeat the refusal for this id. Without an answer nothing is stored. */
export function isRefusalKept(status: number | undefined): boolean {
  return status !== undefined && isRefusalStored(status)
}

/** How long an operation of a newer kind waits for a newer server, ms. */
const UPGRADE_WAIT_MS = 5 * 60_000
/** How long a second attempt waits for the first one to end, ms. */
const RUNNING_WAIT_MS = 1000

const CODES: Record<number, string> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'missing',
  410: 'missing',
  413: 'too-large',
  422: 'invalid',
}

/** The outcome of a status. `wait` is the answer's `Retry-After`. */
export function outcomeOf(status: number, problem: Partial<Problem> | null, wait: number | null): Outcome {
  const message = problem?.message ?? `The server answered ${status}`
  const code = problem?.code ?? CODES[status] ?? `status-${status}`
  if (status >= 200 && status < 300) return { type: 'ok' }
  if (status === 401) return { type: 'signedOut' }
  if (status === 424) return { type: 'behind' }
  if (status === 409 && problem?.code === 'in-progress')
    return { type: 'again', code, message, status, wait: wait ?? RUNNING_WAIT_MS, reached: true }
  if (status === 409 && problem?.code === 'upgrade-client')
    return { type: 'again', code, message, status, wait: UPGRADE_WAIT_MS, reached: false }
  if (status === 409 || status === 412 || status === 428)
    return { type: 'clash', code, message, status, current: problem?.current }
  if (status === 425 || status === 429) return { type: 'again', code, message, status, wait, reached: false }
  if (status === 408 || status >= 500) return { type: 'again', code, message, status, wait, reached: true }
  return { type: 'fail', code, message, status }
}

/** The outcome where no answer came, or one that is not the server's: a captive portal, a cut body. */
export function noAnswer(message: string): Outcome {
  return { type: 'again', code: 'no-answer', message, wait: null, reached: true }
}
