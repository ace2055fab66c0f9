import { describe, expect, it } from 'vitest'
import { STATES, type OpRow, type State } from '#engine/base/types.ts'
import { step, type OpEvent, type OpEventType } from './op-state-machine.ts'

const error = { code: 'x', message: 'x', at: 5 }
const EVENTS: { [T in OpEventType]: Extract<OpEvent, { type: T }> } = {
  due: { type: 'due' },
  claim: { type: 'claim', epoch: 3 },
  ok: { type: 'ok', epoch: 3, ack: { at: 9 } },
  again: { type: 'again', epoch: 3, nextAt: 7, error, reached: true },
  unsure: { type: 'unsure', epoch: 3, nextAt: 7, error },
  signedOut: { type: 'signedOut', epoch: 3, error },
  clash: { type: 'clash', epoch: 3, error },
  fail: { type: 'fail', epoch: 3, error },
  reclaim: { type: 'reclaim', epoch: 4, safe: true },
  signedIn: { type: 'signedIn' },
  undo: { type: 'undo' },
  expire: { type: 'expire', error },
  orphan: { type: 'orphan', error },
  unreadable: { type: 'unreadable', error },
  resend: { type: 'resend', holdUntil: 9 },
  restore: { type: 'restore', row: undefined as never },
  discard: { type: 'discard', reason: 'no longer needed' },
  seen: { type: 'seen' },
  missing: { type: 'missing', error },
}

const row = (state: State, change: Partial<OpRow> = {}): OpRow => ({
  seq: 1,
  opId: '018f',
  lane: 'l',
  deps: [],
  kind: 'case.note',
  kindV: 1,
  appV: '1',
  state,
  attempts: 0,
  nextAt: 0,
  holdUntil: 0,
  expiresAt: 0,
  epoch: 3,
  platform: 'paxum',
  createdAt: 0,
  skewMs: null,
  group: 'g',
  commandId: 'c',
  keyId: 'k',
  iv: new Uint8Array(12),
  ct: new ArrayBuffer(0),
  ...change,
})

EVENTS.restore.row = row('conflict')

// one line a state, one cell an event: where it goes, a receipt with a slash, or `-` where it must not happen
const TABLE = `
           due    claim    ok     again  unsure     signedOut  clash     fail  reclaim    signedIn  undo     expire  orphan  unreadable  resend  restore   discard     seen   missing
held       ready  -        -      -      -          -          -         -     -          -         /undone  dead    dead    dead        -       conflict  -           -      -
ready      -      sending  -      -      -          -          -         -     -          -         /undone  dead    dead    dead        -       conflict  -           -      -
sending    -      -        acked  ready  uncertain  auth       conflict  dead  ready      -         -        -       -       -           -       -         -           -      -
uncertain  -      -        acked  ready  uncertain  uncertain  conflict  dead  uncertain  -         -        -       -       dead        -       -         -           -      -
auth       -      -        -      -      -          -          -         -     -          ready     /undone  dead    dead    dead        -       conflict  -           -      -
conflict   -      -        -      -      -          -          -         -     -          -         /undone  -       -       -           held    -         /discarded  -      -
dead       -      -        -      -      -          -          -         -     -          -         /undone  -       -       -           held    -         /discarded  -      -
acked      -      -        -      -      -          -          -         -     -          -         -        -       -       -           -       -         -           /done  dead
`

function cell(state: State, event: OpEvent): string {
  const next = step(row(state), event)
  if (!next) return '-'
  return 'row' in next ? next.row.state : `/${next.end}`
}

describe('the state machine', () => {
  it('implements the table for every state and event', () => {
    const [head, ...lines] = TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    expect([...(head ?? [])].toSorted()).toEqual(Object.keys(EVENTS).toSorted())
    expect(lines.map(([state]) => state)).toEqual(STATES)
    const actual = STATES.map((state) => [
      state,
      ...(head ?? []).map((type) => cell(state, EVENTS[type as OpEventType])),
    ])
    expect(actual).toEqual(lines)
  })

  it('refuses an outcome from a leader that did not claim the operation', () => {
    for (const type of ['ok', 'again', 'unsure', 'signedOut', 'clash', 'fail'] as const) {
      expect(step(row('sending', { epoch: 4 }), EVENTS[type]), type).toBeNull()
    }
  })

  it('reverts an acknowledgement that the server has lost with its data', () => {
    const next = step(row('acked', { ack: { at: 9 } }), EVENTS.missing)
    expect(next).toEqual({ row: row('dead', { err: error, tries: [error] }) })
  })

  it('reclaims only operations that an earlier leader was sending', () => {
    expect(step(row('sending', { epoch: 4 }), EVENTS.reclaim)).toBeNull()
    expect(step(row('sending'), { ...EVENTS.reclaim, safe: false })).toMatchObject({ row: { state: 'uncertain' } })
  })

  it('refuses undo where an attempt may have had an effect', () => {
    const next = step(row('sending'), EVENTS.again)
    if (!next || !('row' in next)) throw new Error('expected a row')
    expect(next.row).toMatchObject({ state: 'ready', reached: true, nextAt: 7, err: error })
    expect(step(next.row, EVENTS.undo)).toBeNull()
  })

  it('allows undo again once an answer has settled the outcome', () => {
    const next = step(row('sending', { reached: true }), EVENTS.fail)
    if (!next || !('row' in next)) throw new Error('expected a row')
    expect(step(next.row, EVENTS.undo)).toEqual({ end: 'undone' })
  })

  it('withdraws the answer to a conflict only before another attempt', () => {
    const was = row('conflict', { attempts: 1, reached: true })
    expect(step(row('held', { attempts: 1 }), { type: 'restore', row: was })).toEqual({ row: was })
    expect(step(row('ready', { attempts: 2 }), { type: 'restore', row: was })).toBeNull()
  })

  it('holds a retried operation again', () => {
    expect(step(row('dead'), EVENTS.resend)).toMatchObject({ row: { state: 'held', holdUntil: 9, nextAt: 0 } })
  })

  it('keeps the last ten attempts; waiting behind another operation is not an attempt', () => {
    let current = row('sending')
    const again = (code: string) => {
      const next = step(current, { ...EVENTS.again, error: { code, message: '', at: 0 } })
      if (!next || !('row' in next)) throw new Error('expected a row')
      current = { ...next.row, state: 'sending' }
    }
    again('behind')
    expect(current).toMatchObject({ err: { code: 'behind' } })
    expect(current.tries).toBeUndefined()
    for (let n = 1; n <= 12; n += 1) again(String(n))
    expect(current.tries?.map(({ code }) => code)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
  })

  it('keeps the server’s values instead', () => {
    const theirs = { keyId: 'k', iv: new Uint8Array(12), ct: new ArrayBuffer(1) }
    expect(step(row('sending'), { ...EVENTS.clash, theirs })).toMatchObject({ row: { state: 'conflict', theirs } })
  })

  it('counts attempts and keeps the server’s message', () => {
    expect(step(row('ready'), EVENTS.claim)).toMatchObject({ row: { attempts: 1, epoch: 3 } })
    expect(step(row('sending'), EVENTS.ok)).toMatchObject({ row: { ack: { at: 9 } } })
    expect(step(row('dead'), EVENTS.discard)).toEqual({ end: 'discarded', reason: 'no longer needed' })
  })
})
