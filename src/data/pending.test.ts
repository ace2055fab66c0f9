import { expect, it } from 'vitest'
import { Pending, type PendingOp, type PendingState } from './pending.ts'

const entry = (n: number, group: string, state: PendingState): PendingOp => ({
  op: {
    opId: `${group}${n}`,
    at: 0,
    by: { id: 'u1', name: 'Ana' },
    kind: 'case.await',
    target: { platform: 'paxum', customerId: '7', caseId: `PX${n}` },
    body: {},
  },
  state,
  label: `Await ${group}`,
  group,
  commandId: 'case.await',
  holdUntil: 0,
  seq: n,
  attempts: 0,
  nextAt: 0,
})
const many = (group: string, states: (n: number) => PendingState, count = 40) =>
  Array.from({ length: count }, (_, n) => entry(n, group, states(n)))

it('tells of nothing that is small, held, over, or not begun', () => {
  const pending = new Pending()
  pending.change([
    ...many('few', (n) => (n === 0 ? 'acked' : 'ready'), 19),
    ...many('held', () => 'held'),
    ...many('over', () => 'acked'),
    ...many('waiting', () => 'ready'),
  ])
  expect(pending.progress()).toEqual([])
})

it('counts what the server has taken of a bulk, without what it refused', () => {
  const pending = new Pending()
  pending.change(many('a', (n) => (n < 5 ? 'sending' : 'ready')))
  expect(pending.progress()).toEqual([{ group: 'a', label: 'Await a', sent: 0, total: 40 }])
  pending.change(many('a', (n) => (n < 5 ? 'acked' : n === 5 ? 'conflict' : 'ready')))
  const told = pending.progress()
  expect(told).toEqual([{ group: 'a', label: 'Await a', sent: 5, total: 39 }])
  // whatever else changes, nothing is drawn again
  pending.change([entry(99, 'other', 'ready')])
  expect(pending.progress()).toBe(told)
})
