import { memo, useSyncExternalStore, type ReactNode } from 'react'
import type { ColumnWidth } from './viewport.ts'

export interface ListColumn<Row> extends ColumnWidth {
  id: string
  header: string
  /** The header is for screen readers only: a column of marks. */
  isHeaderHidden?: boolean
  align?: 'start' | 'end'
  /** The ascending and the descending order of this column; without it the column cannot be sorted. */
  sort?: { rising: string; falling: string }
  /** The text of the cell; a long one is clipped, with a tooltip. */
  text: (row: Row) => string
  /** Drawn in place of the text where shape or colour adds to it; has to fit by itself. */
  render?: (row: Row) => ReactNode
  /** The text for screen readers, if it differs; empty omits the cell. */
  spoken?: (row: Row) => string
}

export interface ListSelection {
  subscribe: (listener: () => void) => () => void
  has: (id: string) => boolean
}

export interface PlacedColumn<Row> {
  column: ListColumn<Row>
  pixels: number
}

interface ListRowProps<Row> {
  domId: string
  index: number
  top: number
  id: string | undefined
  row: Row | undefined
  columns: readonly PlacedColumn<Row>[]
  selection: ListSelection | undefined
  fit: (text: string, width: number) => boolean
  tone: ((row: Row) => 'quiet' | undefined) | undefined
  /** The text of the mark at the end of the row. */
  mark: string | undefined
  /** In a list with rows below others. */
  isOpen?: boolean | undefined
  level?: number
}

const ZERO_WIDTH = '\u200B'
export const CELL_PADDING = 8
/** The indentation of a row below another, px. */
export const INDENT = 20
const never = () => () => {}

function nameOf<Row>(row: Row, columns: readonly PlacedColumn<Row>[]): string {
  return columns
    .map(({ column }) => (column.spoken ?? column.text)(row))
    .filter((text) => text !== '')
    .join(', ')
}

/**
 * One slot of the list. Slots are recycled, so the row is a pure function of its props: the same element shows another
 * row when the list scrolls. `row` must stay the same object as long as its content is the same.
 */
function ListRowBody<Row>(props: ListRowProps<Row>) {
  const { domId, index, top, id, row, columns, selection, fit, tone, mark, isOpen, level } = props
  const isSelected = useSyncExternalStore(
    selection?.subscribe ?? never,
    () => id !== undefined && (selection?.has(id) ?? false),
  )
  const indented = (level ?? 1) > 1 ? columns.find(({ column }) => !column.isHeaderHidden) : undefined
  return (
    <div
      role="row"
      id={domId}
      aria-rowindex={index + 2}
      aria-expanded={isOpen}
      aria-level={level}
      aria-selected={selection ? isSelected : undefined}
      aria-label={row === undefined ? 'Loading' : nameOf(row, columns) + (mark === undefined ? '' : `, ${mark}`)}
      aria-busy={row === undefined || undefined}
      data-tone={row === undefined ? undefined : tone?.(row)}
      data-mark={mark === undefined ? undefined : ''}
      className="list-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((placed) => {
        const { column, pixels } = placed
        const isIndented = placed === indented
        const drawn = row && column.render?.(row)
        const text = row && !drawn ? column.text(row) : ''
        const isCut = !fit(text, pixels - 2 * CELL_PADDING - (isIndented ? INDENT : 0))
        return (
          <span
            key={column.id}
            role="gridcell"
            data-align={column.align}
            data-cut={isCut ? '' : undefined}
            title={isCut ? text : undefined}
            style={
              isIndented ? { inlineSize: pixels, paddingInlineStart: CELL_PADDING + INDENT } : { inlineSize: pixels }
            }
          >
            {/* without a character the text node would go that the next row of this slot will need */}
            {row === undefined ? <i className="list-skeleton" /> : (drawn ?? (text || ZERO_WIDTH))}
          </span>
        )
      })}
    </div>
  )
}

export const ListRow = memo(ListRowBody) as typeof ListRowBody
