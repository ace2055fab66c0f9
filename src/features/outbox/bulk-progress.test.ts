import { expect, it } from 'vitest'
import { Pending, type PendingOp, type PendingState } from '#src/data/engine-client/pending.ts'
import { followBulks, inProgress, progressOf, troubleText, type Bulk } from './bulk-progress.ts'

const entry = (id: string, state: PendingState = 'held', group = 'g', message = ''): PendingOp => ({
  op: {
    opId: id,
    at: 0,
    by: { id: 'u1', name: 'Ann' },
    kind: 'case.assign',
    target: { platform: 'paxum', customerId: '7', caseId: id, caseUuid: 'u' },
    body: {},
  },
  state,
  label: `${group} → Bo`,
  group,
  commandId: 'case.assign',
  holdUntil: 0,
  seq: 1,
  attempts: 0,
  nextAt: 0,
  ...(message && { error: { code: 'forbidden', message, at: 0 } }),
})

function setUp() {
  const pending = new Pending()
  const bulks = followBulks(pending)
  const trouble: Bulk[] = []
  bulks.onTrouble((bulk) => trouble.push(bulk))
  return { pending, trouble, shown: () => bulks.underWay().map(({ done, total }) => `${done} of ${total}`) }
}

it('reports a single operation only when it was rejected', () => {
  const { pending, trouble, shown } = setUp()
  pending.change([entry('a')])
  expect(shown()).toEqual([])
  pending.change([entry('a', 'dead', 'g', 'No access.')])
  expect(trouble.map(troubleText)).toEqual(['Rejected, g → Bo: No access'])
})

it('counts operations that were done and have left the outbox, and not undone ones', () => {
  const { pending, trouble, shown } = setUp()
  pending.change(['a', 'b', 'c', 'd'].map((id) => entry(id)))
  expect(shown()).toEqual(['0 of 4'])
  pending.change([entry('a', 'acked'), entry('b', 'sending')], ['d'])
  expect(shown()).toEqual(['1 of 3'])
  pending.change([], ['a'])
  expect(shown()).toEqual(['1 of 3'])
  pending.change([entry('b', 'acked'), entry('c', 'acked')])
  expect([shown(), trouble]).toEqual([[], []])
})

it('reports the progress of a bulk change, once it has begun', () => {
  const pending = new Pending()
  const bulks = followBulks(pending)
  const many = (count: number, group: string, acked: number) =>
    pending.change(Array.from({ length: count }, (_, n) => entry(`${group}${n}`, n < acked ? 'acked' : 'ready', group)))
  many(19, 'few', 5)
  many(40, 'waiting', 0)
  expect(progressOf(bulks.underWay())).toBeNull()
  many(40, 'one', 5)
  many(20, 'two', 19)
  expect(progressOf(bulks.underWay())).toEqual({ done: 24, total: 60 })
  expect(inProgress(bulks.underWay()).map(({ group }) => group)).toEqual(['one', 'two'])
  many(40, 'one', 40)
  many(20, 'two', 20)
  expect(progressOf(bulks.underWay())).toBeNull()
})

it('reports rejected operations once, after the last answer', () => {
  const { pending, trouble } = setUp()
  pending.change(['a', 'b', 'c'].map((id) => entry(id)))
  pending.change([entry('a', 'dead', 'g', 'No access.')])
  expect(trouble).toEqual([])
  pending.change([entry('b', 'conflict', 'g', 'Changed meanwhile.'), entry('c', 'acked')])
  pending.change([], ['c'])
  pending.change([entry('x', 'acked', 'other')])
  expect(trouble.map(troubleText)).toEqual(['g → Bo: 2 of 3 rejected'])
})

it('names the reason where all have the same', () => {
  const { pending, trouble } = setUp()
  pending.change(['a', 'b'].map((id) => entry(id)))
  pending.change(['a', 'b'].map((id) => entry(id, 'dead', 'g', 'No access.')))
  expect(trouble.map(troubleText)).toEqual(['g → Bo: 2 of 2 rejected: No access'])
})

it('reports nothing of conflicts from before the window was opened', () => {
  const pending = new Pending()
  pending.change([entry('a', 'dead'), entry('b', 'conflict')])
  const trouble: Bulk[] = []
  followBulks(pending).onTrouble((bulk) => trouble.push(bulk))
  pending.change([entry('x', 'held', 'other')])
  expect(trouble).toEqual([])
})
