import { expect, it } from 'vitest'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { nextTry } from './op-details.tsx'

const entry = (state: PendingOp['state'], moments: Partial<Pick<PendingOp, 'holdUntil' | 'nextAt'>> = {}) =>
  ({ state, holdUntil: 0, nextAt: 0, ...moments }) as PendingOp
const NOW = Date.parse('2026-03-10T12:00:00Z')

it('promises no attempt for an operation that is being sent or needs an answer', () => {
  for (const state of ['sending', 'conflict', 'dead', 'acked'] as const) {
    expect(nextTry(entry(state), NOW, true), state).toBeNull()
  }
})

it('never gives a moment that has passed', () => {
  const past = { nextAt: NOW - 5000, holdUntil: NOW - 5000 }
  for (const state of ['held', 'ready', 'uncertain'] as const) {
    expect(nextTry(entry(state, past), NOW, true), state).toBe('within a minute')
    expect(nextTry(entry(state, past), NOW, false), state).toBe('when the connection is back')
  }
  // the clock of the screen moves in steps of half a minute
  expect(nextTry(entry('ready', { nextAt: NOW + 20_000 }), NOW, true)).toBe('within a minute')
  expect(nextTry(entry('ready', { nextAt: NOW + 600_000 }), NOW, false)).toBe('when the connection is back')
})
