// The arithmetic of a list of equal rows: which are mounted, where the view has to be, how wide the columns are.

export interface Viewport {
  rowHeight: number
  rowCount: number
  /** Height of the area that shows rows, in pixels. */
  height: number
}

const OVERSCAN = 10

/** How many rows are mounted at once: what is visible and a few on either side, so that one frame of scrolling is covered. */
export function poolSize({ rowHeight, rowCount, height }: Viewport): number {
  return Math.min(rowCount, Math.ceil(height / rowHeight) + 2 * OVERSCAN)
}

/** Index of the first mounted row for a scroll position. */
export function firstMounted(top: number, view: Viewport): number {
  const last = view.rowCount - poolSize(view)
  return Math.max(0, Math.min(last, Math.floor(top / view.rowHeight) - OVERSCAN))
}

/** The scroll position nearest to `top` at which row `index` is wholly visible. */
export function reveal(index: number, top: number, { rowHeight, height }: Viewport): number {
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
  hideBelow?: number | undefined
}

/** The columns that fit a list of `total` pixels, each with its width. */
export function layOutColumns<C extends ColumnWidth>(
  columns: readonly C[],
  total: number,
): { column: C; pixels: number }[] {
  const shown = columns.filter((column) => total >= (column.hideBelow ?? 0))
  const shares = shown.reduce((sum, column) => sum + (column.grow ?? 0), 0)
  const spare = Math.max(0, total - shown.reduce((sum, column) => sum + column.width, 0))
  return shown.map((column) => ({
    column,
    pixels: column.width + (shares > 0 ? Math.floor((spare * (column.grow ?? 0)) / shares) : 0),
  }))
}
