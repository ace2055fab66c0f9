import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstMounted, layOutColumns, poolSize, reveal } from './list-window.ts'

const view = fc.record({
  rowHeight: fc.constantFrom(28, 36),
  rowCount: fc.integer({ min: 1, max: 200_000 }),
  height: fc.integer({ min: 36, max: 2000 }),
})

describe('list window', () => {
  it('mounts every row that any part of the view shows', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 0, max: 1, noNaN: true }), (v, share) => {
        const top = share * Math.max(0, v.rowCount * v.rowHeight - v.height)
        const first = firstMounted(top, v)
        const lastVisible = Math.min(v.rowCount - 1, Math.floor((top + v.height - 1) / v.rowHeight))
        expect(first).toBeLessThanOrEqual(Math.floor(top / v.rowHeight))
        expect(first + poolSize(v) - 1).toBeGreaterThanOrEqual(lastVisible)
      }),
    )
  })

  it('never mounts a row that does not exist', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 0, max: 10_000_000 }), (v, top) => {
        const first = firstMounted(top, v)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(first + poolSize(v)).toBeLessThanOrEqual(v.rowCount)
      }),
    )
  })

  it('reveals a row wholly and moves no further than needed', () => {
    fc.assert(
      fc.property(view, fc.nat(1_000_000), fc.double({ min: 0, max: 1, noNaN: true }), (v, top, share) => {
        const index = Math.floor(share * (v.rowCount - 1))
        const next = reveal(index, top, v)
        expect(next).toBeLessThanOrEqual(index * v.rowHeight)
        expect(next + v.height).toBeGreaterThanOrEqual((index + 1) * v.rowHeight)
        const wasVisible = index * v.rowHeight >= top && (index + 1) * v.rowHeight <= top + v.height
        expect(next === top).toBe(wasVisible)
      }),
    )
  })

  it('gives spare width to the columns that grow and leaves out those that do not fit', () => {
    const id = { width: 100 }
    const party = { width: 200, grow: 1 }
    const rule = { width: 100, grow: 3 }
    const late = { width: 60, hideBelow: 700 }
    expect(layOutColumns([id, party, rule, late], 600)).toEqual([
      { column: id, pixels: 100 },
      { column: party, pixels: 250 },
      { column: rule, pixels: 250 },
    ])
    expect(layOutColumns([id, party, rule, late], 860)).toEqual([
      { column: id, pixels: 100 },
      { column: party, pixels: 300 },
      { column: rule, pixels: 400 },
      { column: late, pixels: 60 },
    ])
  })
})
