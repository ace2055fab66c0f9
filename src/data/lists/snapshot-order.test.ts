import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SnapshotOrder } from './snapshot-order.ts'

it('shows exactly the filled places, in order, whatever is hidden and shown', () => {
  const place = fc.nat({ max: 29 })
  const act = fc.record({ type: fc.constantFrom('hide', 'show'), place })
  fc.assert(
    fc.property(fc.uniqueArray(place), fc.array(act), (loaded, acts) => {
      const order = new SnapshotOrder(30)
      for (const at of loaded) order.put(at, `id${at}`)
      const hidden = new Set<number>()
      for (const { type, place: at } of acts) {
        if (type === 'hide') order.hide(at)
        else order.show(at)
        if (type === 'hide') hidden.add(at)
        else hidden.delete(at)
      }
      const visible = Array.from({ length: 30 }, (_, at) => at).filter((at) => !hidden.has(at))
      const idOf = (at: number) => (loaded.includes(at) ? `id${at}` : undefined)
      expect({
        size: order.size,
        ids: visible.map((_, index) => order.idAt(index)),
        places: visible.map((_, index) => order.placeAt(index)),
        beyond: order.idAt(visible.length),
        indexes: loaded.map((at) => order.indexOf(`id${at}`)),
      }).toEqual({
        size: visible.length,
        ids: visible.map(idOf),
        places: visible,
        beyond: undefined,
        indexes: loaded.map((at) => visible.indexOf(at)),
      })
    }),
  )
})

it('takes an id once and a place once', () => {
  const order = new SnapshotOrder(3)
  expect([order.put(1, 'a'), order.put(1, 'b'), order.put(2, 'a'), order.put(3, 'c'), order.put(-1, 'c')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

it('closes empty places that were read', () => {
  const order = new SnapshotOrder(4)
  order.put(0, 'a')
  order.put(2, 'c')
  order.cover(0, 3)
  expect({ size: order.size, ids: [0, 1, 2].map((i) => order.idAt(i)), covered: order.isCovered(3) }).toEqual({
    size: 3,
    ids: ['a', 'c', undefined],
    covered: false,
  })
})
