/** The life of a queued operation as a pure function; nothing else changes a row's state (docs/design/offline.md#states-of-an-operation). */
import type { Ack, End, OpError, OpRow, Sealed, State } from '#engine/base/types.ts'

/** Events of the leader carry its epoch: a row claimed by another leader does not listen. */
export type OpEvent =
  /** Holding is over, by time or by "send now". */
  | { type: 'due' }
  | { type: 'claim'; epoch: number }
  | { type: 'ok'; epoch: number; ack: Ack }
  /** To be sent again. `reached`: the attempt may have had its effect; the server supports idempotency keys, so that is harmless. */
  | { type: 'again'; epoch: number; nextAt: number; error: OpError; reached: boolean }
  /** The server does not know keys and may have done it: read back before anything else. */
  | { type: 'unsure'; epoch: number; nextAt: number; error: OpError }
  | { type: 'signedOut'; epoch: number; error: OpError }
  /** A conflict: the user decides, and sees the server's values. */
  | { type: 'clash'; epoch: number; error: OpError; theirs?: Sealed }
  /** A dead letter: refused for good. */
  | { type: 'fail'; epoch: number; error: OpError }
  /** A new leader finds what the last one left. `safe`: the server supports idempotency keys. */
  | { type: 'reclaim'; epoch: number; safe: boolean }
  | { type: 'signedIn' }
  | { type: 'undo'; reason?: string }
  | { type: 'expire'; error: OpError }
  /** The operation that it depends on was discarded. */
  | { type: 'orphan'; error: OpError }
  /** The row cannot be opened any more. */
  | { type: 'unreadable'; error: OpError }
  /** The user wants it all the same: held again, so that this too can be taken back. */
  | { type: 'resend'; holdUntil: number }
  /** The user undoes an answer to a conflict before it has any effect: restores the row. */
  | { type: 'restore'; row: OpRow }
  | { type: 'discard'; reason: string }
  /** Every copy of the server's data on this device has it. */
  | { type: 'seen' }
  /** The server was restored from a backup, in which it has not happened. */
  | { type: 'missing'; error: OpError }

export type OpEventType = OpEvent['type']

/** The result of an event on a row: another row, a receipt, or null if it is not allowed. */
export type OpStep = { row: OpRow } | { end: End; reason?: string } | null

const WAITING: ReadonlySet<State> = new Set(['held', 'ready', 'auth'])
const STUCK: ReadonlySet<State> = new Set(['conflict', 'dead'])
/** The maximum number of stored attempts. */
const TRIES = 10

/** The row after an event. */
export function step(row: OpRow, event: OpEvent): OpStep {
  const to = (state: State, change: Partial<OpRow> = {}): OpStep => ({ row: { ...row, ...change, state } })
  const { state } = row
  switch (event.type) {
    case 'due':
      return state === 'held' ? to('ready', { nextAt: 0 }) : null
    case 'claim':
      return state === 'ready' ? to('sending', { epoch: event.epoch, attempts: row.attempts + 1 }) : null
    case 'ok':
      return isIts(row, event.epoch) ? to('acked', { ack: event.ack }) : null
    case 'again': {
      if (!isIts(row, event.epoch)) return null
      // an uncertain row that was read back and not found is known not to have had its effect
      const reached = state === 'uncertain' ? event.reached : row.reached === true || event.reached
      return to('ready', { nextAt: event.nextAt, ...failed(row, event.error), reached })
    }
    case 'unsure':
      if (!isIts(row, event.epoch)) return null
      return to('uncertain', { nextAt: event.nextAt, ...failed(row, event.error), reached: true })
    case 'signedOut':
      if (!isIts(row, event.epoch)) return null
      return to(state === 'uncertain' ? 'uncertain' : 'auth', failed(row, event.error))
    case 'clash':
      // an answer to the key settles what an unanswered attempt left open; a read-back without a result does not
      if (!isIts(row, event.epoch)) return null
      return to('conflict', {
        ...failed(row, event.error),
        reached: state === 'uncertain',
        ...(event.theirs && { theirs: event.theirs }),
      })
    case 'fail':
      // a 403 alone says nothing about an earlier attempt: access may have been withdrawn after it
      return isIts(row, event.epoch)
        ? to('dead', { ...failed(row, event.error), reached: row.reached === true && event.error.status === 403 })
        : null
    case 'reclaim':
      if (state === 'uncertain') return to('uncertain', { epoch: event.epoch })
      if (state !== 'sending' || row.epoch === event.epoch) return null
      return to(event.safe ? 'ready' : 'uncertain', { epoch: event.epoch, nextAt: 0, reached: true })
    case 'signedIn':
      return state === 'auth' ? to('ready', { nextAt: 0 }) : null
    case 'undo':
      return (WAITING.has(state) || STUCK.has(state)) && !row.reached
        ? { end: 'undone', ...(event.reason !== undefined && { reason: event.reason }) }
        : null
    case 'expire':
    case 'orphan':
      return WAITING.has(state) ? to('dead', failed(row, event.error)) : null
    case 'unreadable':
      return WAITING.has(state) || state === 'uncertain' ? to('dead', failed(row, event.error)) : null
    case 'resend':
      return STUCK.has(state) ? to('held', { nextAt: 0, holdUntil: event.holdUntil }) : null
    case 'restore':
      return WAITING.has(state) && row.attempts === event.row.attempts ? { row: event.row } : null
    case 'discard':
      return STUCK.has(state) ? { end: 'discarded', reason: event.reason } : null
    case 'seen':
      return state === 'acked' ? { end: 'done' } : null
    case 'missing': {
      const { ack: _, ...rest } = row
      return state === 'acked' ? { row: { ...rest, ...failed(row, event.error), state: 'dead' } } : null
    }
  }
}

/** Records a failed attempt on its row. Waiting behind another operation is no attempt. */
function failed(row: OpRow, error: OpError): Pick<OpRow, 'err' | 'tries'> {
  if (error.code === 'behind') return { err: error }
  return { err: error, tries: [...(row.tries ?? []), error].slice(-TRIES) }
}

/** Claimed by this leader and not settled. */
function isIts(row: OpRow, epoch: number): boolean {
  return (row.state === 'sending' || row.state === 'uncertain') && row.epoch === epoch
}
