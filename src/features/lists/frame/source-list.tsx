// The rows of a source as a grid, with a message if there are none.
import { useMemo, type ReactNode } from 'react'
import type { KeyContext } from '#src/commands/dispatcher/key-context.ts'
import { useGrid } from '#src/commands/list/grid.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { useRows, versionOf } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import { List, type HeaderControl, type ListColumn, type ListProps } from '#src/ui/list/list.tsx'

interface SourceListProps<Row> {
  /** Accessible name of the grid. */
  label: string
  /** A constant or memoised. */
  columns: readonly ListColumn<Row>[]
  list: ListState
  source: RowSource<Row>
  keyOf: (row: Row) => string
  /** Which rows can be opened offline. */
  marks?: OfflineMarks
  /** The cursor is on the row already. */
  onOpen: (row: Row | undefined) => void
  /** Written to `data-kb-context`. */
  context: KeyContext
  autoFocus?: boolean
  header?: HeaderControl
  /** For folded rows: nesting, and the action of a click. */
  tree?: Pick<ListProps<Row>, 'levelOf' | 'onPointerCursor'> | undefined
  /** Stands in for rows that could not be read. */
  failed: (error: Error | null) => ReactNode
  /** Stands in for an empty list. */
  empty: ReactNode
}

/** Rows that others took away are grey; what can be opened without a network is marked. */
export function SourceList<Row extends object>(props: SourceListProps<Row>) {
  const { label, columns, list, source, keyOf, marks, context, tree, autoFocus = false } = props
  useRows(source)
  const grid = useGrid(list)
  const readVersion = versionOf(source)
  const stores = useMemo(
    () => ({
      version: {
        subscribe(listener: () => void) {
          const stops = [source.subscribe(listener), marks?.subscribe(listener)]
          return () => stops.forEach((stop) => stop?.())
        },
        getSnapshot: () => readVersion() + (marks?.version ?? 0),
      },
      idAt: (index: number) => source.idAt(index),
      rowAt: (index: number) => source.rowAt(index),
      ensure(from: number, to: number) {
        source.ensure(from, to)
        marks?.look(source.between(from, to - 1))
      },
      mark: (id: string) => (marks?.ageOf(id) === undefined ? undefined : 'available offline'),
      tone: (row: Row) => (source.isGone(keyOf(row)) ? ('quiet' as const) : undefined),
    }),
    [source, readVersion, marks, keyOf],
  )
  if (source.state === 'failed') return props.failed(source.error)
  if (source.state === 'ready' && source.total === 0) return props.empty
  return (
    <List
      label={label}
      columns={columns}
      rowCount={source.total}
      isCountExact={!source.capped}
      {...grid}
      {...stores}
      {...tree}
      onOpen={(index) => {
        list.moveTo(index)
        props.onOpen(source.rowAt(index))
      }}
      context={context}
      autoFocus={autoFocus}
      header={props.header}
    />
  )
}
