import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OpRow } from '#engine/base/types.ts'
import { undoable } from './undo-together.ts'

type Made = Pick<OpRow, 'state' | 'deps' | 'opId' | 'seq'>
const row = (seq: number, state: OpRow['state'], deps: readonly number[] = []): OpRow =>
  ({ seq, opId: String(seq), state, deps: deps.map(String) }) satisfies Made as OpRow

it('the closing of a case is taken back with the decision on its alert, or neither is', () => {
  expect([...undoable([row(1, 'held'), row(2, 'held', [1])])]).toEqual([1, 2])
  expect([...undoable([row(1, 'sending'), row(2, 'held', [1])])]).toEqual([])
  // the first half was done, and its row is gone
  expect([...undoable([row(2, 'held', [1])])]).toEqual([])
})

it('of a bulk change, other cases are taken back', () => {
  const rows = [row(1, 'sending'), row(2, 'held', [1]), row(3, 'held'), row(4, 'held', [3])]
  expect([...undoable(rows)]).toEqual([3, 4])
})

it('no operation is ever taken back without those that it needs, and those that need it', () => {
  const rows = fc
    .array(
      fc.record({
        state: fc.constantFrom<OpRow['state']>('held', 'ready', 'sending', 'acked', 'conflict'),
        needs: fc.array(fc.nat(7), { maxLength: 3 }),
      }),
      { maxLength: 8 },
    )
    .map((list) =>
      list.map(({ state, needs }, seq) =>
        row(
          seq,
          state,
          needs.filter((one) => one < seq),
        ),
      ),
    )
  fc.assert(
    fc.property(rows, (list) => {
      const undone = undoable(list)
      return list.every(({ seq, deps, state }) => {
        if (undone.has(seq) && (state === 'sending' || state === 'acked')) return false
        return deps.every((one) => undone.has(seq) === undone.has(Number(one)))
      })
    }),
  )
})
