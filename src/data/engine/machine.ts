/** The life of a queued operation as a pure function; nothing else changes a row's state (offline design, 2.3). */
import type { Ack, End, OpError, OpRow, State } from './types.ts'

/** Events of the leader carry its epoch: a row claimed by another leader does not listen. */
export type Event =
  /** Holding is over, by time or by "send now". */
  | { type: 'due' }
  | { type: 'claim'; epoch: number }
  | { type: 'ok'; epoch: number; ack: Ack }
  /** To be sent again. `reached`: the attempt may have had its effect; the server knows keys, so that is harmless. */
  | { type: 'again'; epoch: number; nextAt: number; error: OpError; reached: boolean }
  /** The server does not know keys and may have done it: read back before anything else. */
  | { type: 'unsure'; epoch: number; nextAt: number; error: OpError }
  | { type: 'signedOut'; epoch: number; error: OpError }
  /** Somebody else was there first; the user decides. */
  | { type: 'clash'; epoch: number; error: OpError }
  /** Refused for good. */
  | { type: 'fail'; epoch: number; error: OpError }
  /** A new leader finds what the last one left. `safe`: the server knows keys. */
  | { type: 'reclaim'; epoch: number; safe: boolean }
  | { type: 'signedIn' }
  | { type: 'undo' }
  | { type: 'expire'; error: OpError }
  /** The row cannot be opened any more. */
  | { type: 'unreadable'; error: OpError }
  | { type: 'resend' }
  | { type: 'discard'; reason: string }
  /** Every copy of the server's data on this device has it. */
  | { type: 'seen' }

export type EventType = Event['type']

/** What an event makes of a row: another row, a receipt, or null where it must not happen. */
export type Step = { row: OpRow } | { end: End; reason?: string } | null

const WAITING: ReadonlySet<State> = new Set(['held', 'ready', 'auth'])
const STUCK: ReadonlySet<State> = new Set(['conflict', 'dead'])

/** The row after an event. */
export function step(row: OpRow, event: Event): Step {
  const to = (state: State, change: Partial<OpRow> = {}): Step => ({ row: { ...row, ...change, state } })
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
      return to('ready', { nextAt: event.nextAt, err: event.error, reached })
    }
    case 'unsure':
      if (!isIts(row, event.epoch)) return null
      return to('uncertain', { nextAt: event.nextAt, err: event.error, reached: true })
    case 'signedOut':
      if (!isIts(row, event.epoch)) return null
      return to(state === 'uncertain' ? 'uncertain' : 'auth', { err: event.error })
    case 'clash':
      // an answer to the key settles what an unanswered attempt left open; a read-back without a result does not
      return isIts(row, event.epoch) ? to('conflict', { err: event.error, reached: state === 'uncertain' }) : null
    case 'fail':
      // 403 alone says nothing about an earlier attempt: access may have gone after it
      return isIts(row, event.epoch)
        ? to('dead', { err: event.error, reached: row.reached === true && event.error.status === 403 })
        : null
    case 'reclaim':
      if (state === 'uncertain') return to('uncertain', { epoch: event.epoch })
      if (state !== 'sending' || row.epoch === event.epoch) return null
      return to(event.safe ? 'ready' : 'uncertain', { epoch: event.epoch, nextAt: 0, reached: true })
    case 'signedIn':
      return state === 'auth' ? to('ready', { nextAt: 0 }) : null
    case 'undo':
      return (WAITING.has(state) || STUCK.has(state)) && !row.reached ? { end: 'undone' } : null
    case 'expire':
      return WAITING.has(state) ? to('dead', { err: event.error }) : null
    case 'unreadable':
      return WAITING.has(state) || state === 'uncertain' ? to('dead', { err: event.error }) : null
    case 'resend':
      return STUCK.has(state) ? to('ready', { nextAt: 0 }) : null
    case 'discard':
      return STUCK.has(state) ? { end: 'discarded', reason: event.reason } : null
    case 'seen':
      return state === 'acked' ? { end: 'done' } : null
  }
}

/** Claimed by this leader and not settled. */
function isIts(row: OpRow, epoch: number): boolean {
  return (row.state === 'sending' || row.state === 'uncertain') && row.epoch === epoch
}
