import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrayOrder, emptyOrder, type Order } from '#src/commands/list-order.ts'
import { createListState, type ListState } from './list-state.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const listAt = (index: number) => {
  const list = createListState(arrayOrder(ids))
  list.moveTo(index)
  return list
}
const without = (...gone: string[]) => arrayOrder(ids.filter((id) => !gone.includes(id)))
const at = (list: ListState) => list.cursor.getState().id
const selected = (list: ListState) => [...list.selection.getState().ids].join('')

test('the last selection is restored right after its change was undone', () => {
  const list = listAt(0)
  list.select(['a', 'b'])
  const before = list.snapshot()
  list.remember(['a', 'b'])
  list.refresh(without('a', 'b'))
  list.refresh(arrayOrder(ids))
  list.restore(before)
  list.restoreLast()
  expect(selected(list)).toBe('ab')
  list.clear()
  list.restoreLast()
  expect(selected(list)).toBe('ab')
})

describe('the cursor', () => {
  test('is nowhere in an empty list and on the first row once there is one', () => {
    const list = createListState()
    list.moveBy(3)
    expect(list.cursor.getState()).toMatchObject({ id: null, index: -1 })
    list.refresh(arrayOrder(ids))
    expect(at(list)).toBe('a')
  })

  test('stays within the list', () => {
    const list = listAt(1)
    list.moveBy(99)
    expect(at(list)).toBe('e')
    list.moveBy(-99)
    expect(at(list)).toBe('a')
  })

  test('moves to the next row when its row leaves, to the previous one at the end', () => {
    const middle = listAt(2)
    middle.refresh(without('c'))
    const end = listAt(4)
    end.refresh(without('e'))
    expect([at(middle), at(end)]).toEqual(['d', 'd'])
  })

  test('moves past all rows that leave with it', () => {
    const list = listAt(1)
    list.noteLeaving(['a', 'b', 'c'])
    list.refresh(without('a', 'b', 'c'))
    expect(at(list)).toBe('d')
  })

  test('stays on its row when others leave or arrive before it', () => {
    const list = listAt(3)
    list.refresh(without('a', 'b'))
    expect(list.cursor.getState()).toMatchObject({ id: 'd', index: 1 })
    list.refresh(arrayOrder(['x', 'y', ...ids]))
    expect(list.cursor.getState()).toMatchObject({ id: 'd', index: 5 })
  })

  test('takes the id of a row when it is loaded', () => {
    const loading: Order = {
      total: 5,
      idAt: (index) => (index < 2 ? ids[index] : undefined),
      indexOf: (id) => ids.indexOf(id),
    }
    const list = createListState(loading)
    list.moveTo(3)
    expect(list.cursor.getState()).toMatchObject({ id: null, index: 3 })
    expect(list.targets()).toEqual([])
    list.refresh(arrayOrder(ids))
    expect(list.cursor.getState()).toMatchObject({ id: 'd', index: 3 })
  })

  test('advances in the direction of the last move, and only from a changed row', () => {
    const down = listAt(1)
    down.advance(['b'])
    const up = listAt(3)
    up.moveBy(-1)
    up.advance(['c'])
    const elsewhere = listAt(0)
    elsewhere.advance(['d'])
    expect([at(down), at(up), at(elsewhere)]).toEqual(['c', 'b', 'a'])
  })

  test('finds its row under another filter, or goes to the top', () => {
    const kept = listAt(3)
    kept.reset(arrayOrder(['x', 'd']))
    const lost = listAt(3)
    lost.reset(arrayOrder(['x', 'y']))
    expect([at(kept), at(lost)]).toEqual(['d', 'x'])
  })

  test('finds its row among the first rows that load, not among later ones', () => {
    const [early, late] = [listAt(3), listAt(3)]
    for (const list of [early, late]) list.reset(emptyOrder)
    early.refresh(arrayOrder(['x', 'd']))
    late.refresh(arrayOrder(['x', 'y']))
    late.refresh(arrayOrder(['x', 'y', 'd']))
    expect([at(early), at(late)]).toEqual(['d', 'x'])
  })

  test('returns to a row that undo restores, unless the user has moved since', () => {
    const [waits, moves] = [listAt(2), listAt(2)]
    for (const list of [waits, moves]) {
      const before = list.snapshot()
      list.refresh(without('c'))
      list.restore(before)
    }
    moves.moveBy(1)
    for (const list of [waits, moves]) list.refresh(arrayOrder(ids))
    expect([at(waits), at(moves)]).toEqual(['c', 'e'])
  })

  test('is always on a row of the list, unless the list is empty', () => {
    const step = fc.oneof(
      fc.integer({ min: -7, max: 7 }).map((rows) => (list: ListState) => list.moveBy(rows)),
      fc.subarray(ids).map((left) => (list: ListState) => list.refresh(arrayOrder(left))),
      fc.shuffledSubarray(ids).map((left) => (list: ListState) => list.reset(arrayOrder(left))),
      fc.subarray(ids).map((some) => (list: ListState) => list.noteLeaving(some)),
      fc.constant((list: ListState) => list.extendBy(1)),
      fc.constant((list: ListState) => list.restore(list.snapshot())),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const list = createListState(arrayOrder(ids))
        for (const act of steps) {
          act(list)
          const { order } = list.order.getState()
          const { id, index } = list.cursor.getState()
          expect(id === null ? order.total : order.idAt(index)).toBe(id ?? 0)
        }
      }),
    )
  })
})

describe('the selection', () => {
  test('toggles several rows downward and leaves the cursor on the last', () => {
    const list = listAt(1)
    list.toggle(3)
    expect([selected(list), at(list)]).toEqual(['bcd', 'd'])
  })

  test('survives a filter whose rows are still loading', () => {
    const list = listAt(0)
    list.select(['a', 'd'])
    list.reset(emptyOrder)
    list.refresh(arrayOrder(['d', 'x']))
    const { ids: kept, hidden, frozen } = list.selection.getState()
    expect([[...kept], [...hidden], frozen]).toEqual([['a', 'd'], ['a'], true])
  })

  test('stops at the end', () => {
    const list = listAt(3)
    list.toggle(9)
    expect(selected(list)).toBe('de')
  })

  test('is what commands act on, in list order; else the cursor row', () => {
    const list = listAt(3)
    expect(list.targets()).toEqual(['d'])
    list.select(['c', 'a'])
    expect(list.targets()).toEqual(['a', 'c'])
    list.clear()
    list.refresh(emptyOrder)
    expect(list.targets()).toEqual([])
  })

  test('does not depend on the cursor', () => {
    const list = listAt(0)
    list.toggle()
    list.moveBy(3)
    expect([selected(list), at(list)]).toEqual(['a', 'd'])
  })
})
