import { expect, it } from 'vitest'
import { Pending, type PendingOp, type PendingState } from '#src/data/engine-client/pending.ts'
import { createOutbox, waitsFor } from './outbox.ts'

const entry = (seq: number, kind: string, caseId: string, state: PendingState = 'ready'): PendingOp => ({
  op: {
    opId: `o${seq}`,
    at: 0,
    by: { id: 'u1', name: 'Ann' },
    kind,
    target: { platform: 'paxum', customerId: '7', caseId, caseUuid: 'u' },
    body: { note: 'x' },
  },
  state,
  label: '',
  group: 'g',
  commandId: 'c',
  holdUntil: 0,
  seq,
  attempts: 0,
  nextAt: 0,
})

it('lists conflicts first, and shows only what the user can settle', () => {
  const pending = new Pending()
  const outbox = createOutbox(pending)
  pending.change([
    entry(1, 'case.await', 'PX1'),
    entry(2, 'case.note', 'PX2', 'refused'),
    entry(3, 'case.await', 'PX3', 'conflict'),
    entry(4, 'case.await', 'PX4', 'acked'),
    entry(5, 'case.await', 'PX5', 'dead'),
  ])
  expect(outbox.rows().map(({ op }) => op.opId)).toEqual(['o2', 'o3', 'o5', 'o1'])
  expect(outbox.stuck().map(({ op }) => op.opId)).toEqual(['o3', 'o5'])
})

it('waits for the previous operation on its case, a note never for one in conflict', () => {
  const rows = [
    entry(1, 'case.await', 'PX1', 'dead'),
    entry(2, 'case.note', 'PX1'),
    entry(3, 'case.renew', 'PX2'),
    entry(4, 'case.renew', 'PX1'),
    entry(5, 'case.note', 'PX1', 'dead'),
    entry(6, 'case.note', 'PX1'),
    entry(7, 'case.await', 'PX2'),
    entry(8, 'case.note', 'PX2'),
  ]
  const waiting = rows.map((row) => waitsFor(row, rows)?.op.opId)
  expect(waiting).toEqual([undefined, undefined, undefined, 'o2', 'o2', 'o2', 'o3', 'o7'])
})

it('waits for the operation it depends on, whichever case that is on', () => {
  const rows = [entry(1, 'case.await', 'PX1', 'dead'), { ...entry(2, 'case.note', 'PX2'), deps: ['o1'] }]
  expect(rows.map((row) => waitsFor(row, rows)?.op.opId)).toEqual([undefined, 'o1'])
})
