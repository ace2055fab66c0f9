// The arithmetic of a list of equal rows: which are mounted, where the view has to be, how wide the columns are.
import type { Range } from '@tanstack/react-virtual'
import type { Breakpoint } from '#src/ui/sizes.ts'

export interface Viewport {
  rowHeight: number
  rowCount: number
  /** Height of the area that shows rows, in pixels. */
  height: number
}

/** Rows mounted beyond either end of the view, so that one frame of scrolling is covered. */
export const OVERSCAN = 10

/** The number of mounted rows: constant, so that their elements can be recycled. */
export function poolSize({ rowHeight, rowCount, height }: Viewport): number {
  return height > 0 ? Math.min(rowCount, Math.ceil(height / rowHeight) + 2 * OVERSCAN) : 0
}

/**
 * The mounted rows for the visible range: `pool` consecutive ones and the cursor row, if it is not among them, so that
 * the grid's active descendant is always in the page.
 */
export function mountedRows({ startIndex, overscan, count }: Range, pool: number, cursor: number): number[] {
  const first = Math.max(0, Math.min(count - pool, startIndex - overscan))
  const rows = Array.from({ length: pool }, (_, i) => first + i)
  if (cursor >= 0 && cursor < count && (cursor < first || cursor >= first + pool)) rows.push(cursor)
  return rows
}

/** The scroll position nearest to `top` at which row `index` is wholly visible. */
export function reveal(index: number, top: number, { rowHeight, height }: Omit<Viewport, 'rowCount'>): number {
  const start = index * rowHeight
  if (start < top) return start
  return Math.max(top, start + rowHeight - height)
}

export interface ColumnWidth {
  /** Least width in pixels. */
  width: number
  /** Share of the width that is left over; without it the column keeps its width. */
  grow?: number | undefined
  /** The column is left out where the list is narrower than this many pixels. */
  hideBelow?: Breakpoint | undefined
}

/** The columns that fit a list of `total` pixels, each with its width. */
export function layOutColumns<C extends ColumnWidth>(
  columns: readonly C[],
  total: number,
): { column: C; pixels: number }[] {
  let spare = total
  // a cut column cannot be scrolled to: what has no room is left out, but for the first
  const shown = columns.filter(({ hideBelow = 0, width }, at) => {
    if (total < hideBelow || (at > 0 && total > 0 && spare < width)) return false
    spare = Math.max(0, spare - width)
    return true
  })
  const shares = shown.reduce((sum, column) => sum + (column.grow ?? 0), 0)
  return shown.map((column) => ({
    column,
    pixels: column.width + (shares > 0 ? Math.floor((spare * (column.grow ?? 0)) / shares) : 0),
  }))
}
