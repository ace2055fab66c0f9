/**
 * The effect of an outcome on its operation: the conflict rule of its kind (docs/design/offline.md#conflicts) and the
 * time of the next attempt.
 */
import { findKind } from '#contract/ops/kinds.ts'
import { backoff, MAX_WAIT_MS } from '#engine/base/backoff.ts'
import type { OpError, OpRow, Sealed } from '#engine/base/types.ts'
import type { OpEvent } from './op-state-machine.ts'
import type { Body } from './outbox.ts'
import type { Outcome } from './outcome.ts'
import { isReached } from './read-back.ts'

export interface Answered {
  row: OpRow
  body: Body
  /** The delay of the whole queue, ms; its operations have no delay of their own. */
  wait: number | null
  now: number
  /** The leader who sent it. */
  epoch: number
  /** In [0, 1). */
  random: number
  /** The server's values, encrypted. */
  theirs?: Sealed | undefined
}

/** The event of an answer, or of none. */
export function eventOfOutcome(outcome: Outcome, { row, body, wait, now, epoch, random, theirs }: Answered): OpEvent {
  const error = (code: string, message: string, status?: number): OpError => ({
    code,
    message,
    at: now,
    ...(status !== undefined && { status }),
  })
  switch (outcome.type) {
    case 'ok':
      return {
        type: 'ok',
        epoch,
        ack: { at: now, ...(outcome.version !== undefined && { version: outcome.version }) },
      }
    case 'signedOut':
      return { type: 'signedOut', epoch, error: error('signed-out', 'Sign in to go on') }
    case 'behind': {
      const why = error('behind', 'Waits for an earlier operation')
      return { type: 'again', epoch, nextAt: now, reached: false, error: why }
    }
    case 'again': {
      const pause = Math.min(MAX_WAIT_MS, outcome.wait ?? (wait === null ? backoff(row.attempts, random) : 0))
      const why = error(outcome.code, outcome.message, outcome.status)
      return { type: 'again', epoch, nextAt: now + pause, reached: outcome.reached, error: why }
    }
    case 'unsure':
      return {
        type: 'unsure',
        epoch,
        nextAt: now,
        error: error(outcome.code, outcome.message, outcome.status),
      }
    case 'fail':
      return { type: 'fail', epoch, error: error(outcome.code, outcome.message, outcome.status) }
    case 'clash': {
      const why = error(outcome.code, outcome.message, outcome.status)
      const rule = findKind(row.kind)?.conflict
      if (rule === 'append' && row.state !== 'uncertain') return { type: 'fail', epoch, error: why }
      if (rule === 'same-target-is-done' && isReached(body.op, outcome.current))
        return { type: 'ok', epoch, ack: { at: now } }
      return { type: 'clash', epoch, error: why, ...(theirs && { theirs }) }
    }
  }
}
