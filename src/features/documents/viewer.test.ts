import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { arrived, show, turnPages, turnRight, viewerStore, zoomBy } from './viewer.ts'

const at = () => viewerStore.getState()

beforeEach(() => {
  show({ id: 'a', name: 'a.pdf', bytes: null })
  viewerStore.setState({ pages: 3 })
})

it('stays within the pages', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (steps) => {
      for (const by of steps) turnPages(by)
      expect(at().page).toBeGreaterThanOrEqual(1)
      expect(at().page).toBeLessThanOrEqual(3)
    }),
  )
})

it('returns from its maximum zoom, and stops at both ends', () => {
  zoomBy(1)
  zoomBy(-1)
  expect(at().zoom).toBeCloseTo(1)
  for (let i = 0; i < 50; i++) zoomBy(1)
  expect(at().zoom).toBe(5)
  zoomBy(null)
  expect(at().zoom).toBe(1)
})

it('is upright after four rotations', () => {
  const seen = Array.from({ length: 4 }, () => {
    turnRight()
    return at().turn
  })
  expect(seen).toEqual([90, 180, 270, 0])
})

it('shows another document from its beginning, and ignores late bytes of the previous one', () => {
  turnPages(1)
  turnRight()
  show({ id: 'b', name: 'b.png', bytes: null })
  expect(at()).toMatchObject({ page: 1, pages: 0, zoom: 1, turn: 0 })
  arrived('a', new Blob(['late']))
  expect(at().shown?.bytes).toBeNull()
  const bytes = new Blob(['here'])
  arrived('b', bytes)
  expect(at().shown?.bytes).toBe(bytes)
})
