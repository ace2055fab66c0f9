import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrayOrder } from '#src/commands/list-order.ts'
import {
  clear,
  extend,
  freeze,
  has,
  invert,
  loadedIds,
  materialised,
  keep,
  noSelection,
  reconcileSelection,
  reinstate,
  remember,
  remove,
  restoreLast,
  select,
  selectMatching,
  selectTo,
  sizeOf,
  toggle,
  type Selection,
} from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const order = arrayOrder(ids)
const of = (selection: Selection) => [...selection.ids].toSorted().join('')
const some = fc.subarray(ids)
const id = fc.constantFrom(...ids)
const selection = some.map((list) => select(noSelection, list))

describe('ranges', () => {
  test('shrink when they turn back', () => {
    const down = extend(extend(noSelection, order, 'b', 'c'), order, 'c', 'd')
    expect([
      of(down),
      of(extend(down, order, 'd', 'c')),
      of(extend(extend(down, order, 'd', 'c'), order, 'c', 'b')),
    ]).toEqual(['bcd', 'bc', 'b'])
  })

  test('turn over their anchor', () =>
    expect(of(extend(extend(noSelection, order, 'c', 'd'), order, 'd', 'a'))).toBe('abc'))

  test('keep earlier selected rows', () =>
    expect(of(extend(extend(toggle(noSelection, ['f']), order, 'b', 'c'), order, 'c', 'b'))).toBe('bf'))

  test('start at the cursor again after a plain move', () => {
    const first = extend(noSelection, order, 'a', 'b')
    expect(of(extend(first, order, 'e', 'f'))).toBe('abef')
  })

  test('extend from the anchor to the cursor', () =>
    expect(of(selectTo(toggle(noSelection, ['b']), order, 'd'))).toBe('bcd'))
  test('are one row without an anchor', () => expect(of(selectTo(noSelection, order, 'd'))).toBe('d'))

  test('keep the base and the anchor row when they return to their start', () =>
    fc.assert(
      fc.property(selection, id, fc.array(id, { minLength: 1 }), (start, from, path) => {
        let at = from
        let now: Selection = { ...start, head: null }
        for (const to of [...path, from]) {
          now = extend(now, order, at, to)
          at = to
        }
        expect(new Set(now.ids)).toEqual(new Set([...start.ids, from]))
      }),
    ))
})

describe('toggling', () => {
  test('selects or clears a run, as its first row decides', () => {
    const one = toggle(noSelection, ['b'])
    expect([of(toggle(one, ['a', 'b', 'c'])), of(toggle(one, ['b', 'c', 'd']))]).toEqual(['abc', ''])
  })

  test('twice is not at all', () =>
    fc.assert(
      fc.property(selection, id, (start, one) => {
        expect(of(toggle(toggle(start, [one]), [one]))).toBe(of(start))
      }),
    ))

  test('of no rows changes nothing', () => expect(toggle(noSelection, [])).toBe(noSelection))
})

describe('inverting', () => {
  test('twice is not at all', () =>
    fc.assert(
      fc.property(selection, (start) => {
        expect(of(invert(invert(start, order), order))).toBe(of(start))
      }),
    ))

  test('ignores rows that the filter hides', () => {
    const frozen = freeze(select(noSelection, ['a', 'x']), order)
    expect(of(invert(frozen, order))).toBe('bcdefx')
  })
})

describe('rows that leave', () => {
  test('are no longer selected', () =>
    fc.assert(
      fc.property(selection, some, (start, left) => {
        const after = reconcileSelection(start, arrayOrder(ids.filter((one) => !left.includes(one))))
        expect([...after.ids].some((one) => left.includes(one))).toBe(false)
        expect(after.ids.size).toBe([...start.ids].filter((one) => !left.includes(one)).length)
      }),
    ))

  test('remove the anchor', () => expect(remove(toggle(toggle(noSelection, ['a']), ['b']), ['b']).anchor).toBeNull())

  test('return with undo, and then count as shown', () => {
    const before = select(noSelection, ['a', 'b'])
    const without = arrayOrder(['a', 'c'])
    const back = reinstate(before, without)
    expect([
      of(reconcileSelection(back, without)),
      [...back.hidden],
      [...reconcileSelection(back, order).hidden],
    ]).toEqual(['ab', ['b'], []])
  })
})

describe('another filter', () => {
  const frozen = freeze(select(noSelection, ['a', 'b', 'c']), arrayOrder(['c', 'x']))

  test('keeps the ids and asks', () =>
    expect([of(frozen), [...frozen.hidden], frozen.frozen]).toEqual(['abc', ['a', 'b'], true]))
  test('asks once', () => expect(keep(frozen).frozen).toBe(false))
  test('asks nothing without a selection', () => expect(freeze(noSelection, order)).toBe(noSelection))
  test('keeps hidden ids at the next refresh', () =>
    expect(of(reconcileSelection(frozen, arrayOrder(['x'])))).toBe('ab'))
  test('a new selection ends the question', () =>
    expect(select(frozen, ['x'])).toMatchObject({ frozen: false, hidden: new Set() }))
})

describe('the last selection', () => {
  test('returns after clearing', () =>
    expect(of(restoreLast(clear(select(noSelection, ['a', 'b'])), order))).toBe('ab'))
  test('includes the rows that left the filter since, as hidden', () =>
    expect(restoreLast(clear(select(noSelection, ['a', 'z'])), order)).toMatchObject({
      ids: new Set(['a', 'z']),
      hidden: new Set(['z']),
      frozen: false,
    }))
  test('survives clearing twice', () =>
    expect(of(restoreLast(clear(clear(select(noSelection, ['a']))), order))).toBe('a'))
  test('is what a change acted on', () => {
    const written = reconcileSelection(remember(select(noSelection, ['a', 'b'])), arrayOrder(['b']))
    expect([of(written), of(restoreLast(written, order))]).toEqual(['b', 'ab'])
  })
})

describe('selecting all matches', () => {
  /** Ten rows, of which the first six are loaded. */
  const partly = { ...order, total: 10, idAt: (index: number) => ids[index] }
  const all = selectMatching(noSelection, partly)

  test('is a query while rows are missing, and ids where all are loaded', () =>
    expect([all.mode, sizeOf(all, partly), of(selectMatching(noSelection, order))]).toEqual(['query', 10, 'abcdef']))
  test('rows taken out are exceptions, and can return', () => {
    const without = toggle(all, ['b', 'c'])
    expect([sizeOf(without, partly), has(without, 'b'), loadedIds(without, partly).join('')]).toEqual([
      8,
      false,
      'adef',
    ])
    expect(sizeOf(toggle(without, ['b']), partly)).toBe(9)
  })
  test('a range restores rows', () =>
    expect(sizeOf(extend(toggle(all, ['b', 'c', 'd']), partly, 'a', 'c'), partly)).toBe(9))
  test('inverted selects its exceptions', () => expect(of(invert(toggle(all, ['b', 'e']), partly))).toBe('be'))
  test('under another filter it becomes the loaded rows, and asks', () => {
    const frozen = freeze(toggle(all, ['a']), arrayOrder(['b', 'x']), partly)
    expect([of(frozen), [...frozen.hidden].join(''), frozen.frozen]).toEqual(['bcdef', 'cdef', true])
  })
  test('becomes ids when a command reads it, and `* l` restores those', () => {
    const written = remember(materialised(all, ['a', 'b', 'f']))
    expect([of(written), of(restoreLast(clear(written), partly))]).toEqual(['abf', 'abf'])
  })

  test('behaves like the equivalent ids under every change', () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('toggle' as const), ids: fc.subarray(ids, { minLength: 1 }) }),
      fc.record({ act: fc.constant('remove' as const), ids: fc.subarray(ids) }),
      fc.record({ act: fc.constant('invert' as const) }),
    )
    const asQuery: Selection = { ...noSelection, mode: 'query' }
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let query = asQuery
        let plain = select(noSelection, ids)
        for (const one of steps) {
          // rows that left are out of the order, and not selected whatever the mode
          if (one.act === 'remove') {
            const left = arrayOrder(ids.filter((id) => !one.ids.includes(id)))
            expect(loadedIds(remove(query, one.ids), left)).toEqual(loadedIds(remove(plain, one.ids), left))
            continue
          }
          const apply = (to: Selection) => (one.act === 'toggle' ? toggle(to, one.ids) : invert(to, order))
          query = apply(query)
          plain = apply(plain)
        }
        expect(loadedIds(query, order)).toEqual(loadedIds(plain, order))
        expect(sizeOf(query, order)).toBe(sizeOf(plain, order))
      }),
    )
  })
})
