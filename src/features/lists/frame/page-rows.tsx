import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { ArrayList, type ArrayListProps } from '#src/commands/list/array-list.tsx'
import type { ListState } from '#src/commands/list/list-state.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { LoadError } from './load-error.tsx'

/** How far rows are read: a query, or what is put together of several. */
interface Reading {
  data: unknown
  isError: boolean
  isPending: boolean
  error: Error | null
}

interface ReadProps {
  query: Reading
  /** The plural name of the rows: "handovers". */
  things: string
  /** The command that reads them again. */
  again: CommandId
  children: ReactNode
}

/** Shows a placeholder until the data is read, or the error. */
function WhenRead({ query, things, again, children }: ReadProps) {
  if (query.data !== undefined) return children
  if (query.isError) return <LoadError noun={things} error={query.error} again={again} />
  return (
    query.isPending && (
      <div className="p-4">
        <Skeleton lines={6} label={`Loading ${things}`} />
      </div>
    )
  )
}

export interface PageRowsProps<Row> extends Omit<ArrayListProps<Row>, 'onOpen' | 'state'>, Omit<ReadProps, 'children'> {
  /** The cursor outlives the page. */
  state: ListState
  /** The command of Enter and a double click. */
  open?: CommandId | undefined
  /** In place of no rows at all. */
  empty?: ReactNode
  /** Beside the rows; without it they take the whole width. */
  preview?: (row: Row | undefined) => ReactNode
  /** The width of the preview in pixels before somebody changed it, and the name under which it is remembered. */
  split?: { storageKey: string; initial?: number }
}

/** The rows of a page that are all there, with the one under the cursor in full beside them. */
export function PageRows<Row>(props: PageRowsProps<Row>) {
  const { query, things, again, open, empty, preview, split, ...list } = props
  const { rows, keyOf, state } = list
  const { runner } = useCommandLayer()
  const current = useStore(state.cursor, ({ id }) => id)
  const main = <ArrayList {...list} onOpen={() => open && runner.execute(open, { source: 'pointer' })} />
  return (
    <WhenRead query={query} things={things} again={again}>
      {rows.length === 0 ? (
        empty
      ) : preview ? (
        <SplitPane
          label="Resize preview"
          {...split}
          main={main}
          side={preview(rows.find((row) => keyOf(row) === current))}
        />
      ) : (
        main
      )}
    </WhenRead>
  )
}
