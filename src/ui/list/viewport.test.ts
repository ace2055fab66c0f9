import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutColumns, mountedRows, OVERSCAN, poolSize, reveal } from './viewport.ts'

const view = fc.record({
  rowHeight: fc.constantFrom(28, 36),
  rowCount: fc.integer({ min: 1, max: 200_000 }),
  height: fc.integer({ min: 36, max: 2000 }),
})

const share = fc.double({ min: 0, max: 1, noNaN: true })

/** As the list asks: for the first and last row of which any part is in view, with the cursor on some row. */
const asked = fc.tuple(view, share, fc.integer({ min: -1, max: 200_000 })).map(([v, scrolled, cursor]) => {
  const top = scrolled * Math.max(0, v.rowCount * v.rowHeight - v.height)
  const startIndex = Math.min(v.rowCount - 1, Math.floor(top / v.rowHeight))
  const endIndex = Math.min(v.rowCount - 1, Math.floor((top + v.height - 1) / v.rowHeight))
  const range = { startIndex, endIndex, overscan: OVERSCAN, count: v.rowCount, lanes: 1 }
  return { v, range, cursor, rows: mountedRows(range, poolSize(v), cursor) }
})

describe('list window', () => {
  it('mounts every row in view', () => {
    fc.assert(
      fc.property(asked, ({ range, rows }) => {
        const missing: number[] = []
        for (let i = range.startIndex; i <= range.endIndex; i += 1) if (!rows.includes(i)) missing.push(i)
        expect(missing).toEqual([])
      }),
    )
  })

  it('mounts each existing row once, and each of the pool in its own slot', () => {
    fc.assert(
      fc.property(asked, ({ v, rows }) => {
        expect(new Set(rows).size).toBe(rows.length)
        expect(rows.every((row) => row >= 0 && row < v.rowCount)).toBe(true)
        const pool = poolSize(v)
        expect(new Set(rows.slice(0, pool).map((row) => row % pool)).size).toBe(pool)
      }),
    )
  })

  it('always mounts the cursor row, and at most one row beyond the pool for it', () => {
    fc.assert(
      fc.property(asked, ({ v, cursor, rows }) => {
        expect(rows.includes(cursor)).toBe(cursor >= 0 && cursor < v.rowCount)
        expect(rows.length - poolSize(v)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('scrolls a row fully into view, and no further than needed', () => {
    fc.assert(
      fc.property(view, fc.nat(1_000_000), share, (v, top, at) => {
        const index = Math.floor(at * (v.rowCount - 1))
        const next = reveal(index, top, v)
        expect(next).toBeLessThanOrEqual(index * v.rowHeight)
        expect(next + v.height).toBeGreaterThanOrEqual((index + 1) * v.rowHeight)
        const wasVisible = index * v.rowHeight >= top && (index + 1) * v.rowHeight <= top + v.height
        expect(next === top).toBe(wasVisible)
      }),
    )
  })

  it('gives spare width to the growing columns and leaves out those that do not fit', () => {
    const id = { width: 100 }
    const party = { width: 200, grow: 1 }
    const rule = { width: 100, grow: 3 }
    const late = { width: 60, hideBelow: 820 } as const
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
    expect(layOutColumns([id, party, rule], 350)).toEqual([
      { column: id, pixels: 100 },
      { column: party, pixels: 250 },
    ])
    expect(layOutColumns([party, id], 80)).toEqual([{ column: party, pixels: 200 }])
  })
})
