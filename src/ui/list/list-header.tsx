import type { PlacedColumn } from './list-row.tsx'

export interface HeaderControl {
  /** The current sort order. */
  sort: string
  onSort: (column: string) => unknown
  /** Columns as they are from now on, in their order, `id:width` where a width was chosen. */
  onArrange: (columns: readonly string[]) => unknown
}

interface ListHeaderProps<Row> {
  placed: readonly PlacedColumn<Row>[]
  control: HeaderControl | undefined
}

/** The names of the columns: pressed they sort, dragged they move, and their ends make them wider. */
export function ListHeader<Row>({ placed, control }: ListHeaderProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="list-header"
      onPointerDown={
        control &&
        // its code comes with the first press
        ((event) => void import('./drag-column.ts').then(({ dragColumn }) => dragColumn(event.nativeEvent, control)))
      }
    >
      {placed.map(({ column, pixels }) => {
        const { id, header, isHeaderHidden, align, sort } = column
        const order = control && (sort?.rising === control.sort ? 1 : sort?.falling === control.sort ? -1 : 0)
        const name = isHeaderHidden ? <span className="sr-only">{header}</span> : header
        return (
          <span
            key={id}
            role="columnheader"
            aria-sort={order ? (order > 0 ? 'ascending' : 'descending') : undefined}
            data-column={id}
            data-align={align}
            style={{ inlineSize: pixels }}
          >
            {control && sort ? (
              <button type="button" tabIndex={-1} onClick={() => control.onSort(id)}>
                {name}
              </button>
            ) : (
              name
            )}
            {control && !isHeaderHidden && <i className="list-grip" />}
          </span>
        )
      })}
    </div>
  )
}
