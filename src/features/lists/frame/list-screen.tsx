/** A screen that is a list: what it is narrowed to, its rows, and beside them what is under the cursor. */
import { Suspense, useEffect, useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import type { KeyContext } from '#src/commands/dispatcher/key-context.ts'
import { useActiveList, useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { FilterArea } from '#src/features/lists/filter-commands.ts'
import type { Narrowing } from '#src/features/lists/filter-control.ts'
import { activeListOf, type ListView } from '#src/features/lists/list-view.ts'
import { useFilter } from '#src/features/lists/use-filter.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { HeaderControl, ListColumn, ListProps } from '#src/ui/list/list.tsx'
import { ListFrame } from './list-frame.tsx'
import { SourceList } from './source-list.tsx'
import type { NoRowsProps } from './no-rows.tsx'

// no part of the first rows
const [NoRows] = lazyPart<NoRowsProps>(() => import('./no-rows.tsx').then((m) => m.NoRows))

export interface ListScreenProps<Row, F> {
  /** Whose commands: `contract.addFilter`, `contract.showNew`. */
  area: FilterArea
  /** The name of the list, on screen and aloud. */
  name: string
  /** A constant. */
  noun: readonly [one: string, many: string]
  view: ListView<Row, F>
  narrowing: Narrowing<F>
  keyOf: (row: Row) => string
  /** A constant or memoised. */
  columns: readonly ListColumn<Row>[]
  header?: HeaderControl
  /** The tree of folded rows: their levels, and the effect of pressing one. */
  tree?: Pick<ListProps<Row>, 'levelOf' | 'onPointerCursor'> | undefined
  /** Which rows can be opened without a network. */
  marks?: OfflineMarks
  /** The command of Enter and a double click. */
  open: CommandId
  /** True if a double click opens the row; every row unless it says otherwise. */
  isOpenable?: (row: Row) => boolean
  /** Written to `data-kb-context`. */
  context: KeyContext
  /** Beside the filter: what else can be done with the list. */
  more?: ReactNode
  /** The row under the cursor; may be a lazy part. */
  preview: (source: RowSource<Row>) => ReactNode
  /** The name of the list without a filter, on the button that leads there. */
  unfiltered?: string
  /** The name of the rows in an error where they come from the server or from this device: "queue". */
  unanswered?: string
  /** In place of rows that could not be read, where more is to be said than that. */
  failed?: (error: Error | null) => ReactNode
  /** In place of no rows, where more is to be said than that. */
  empty?: ReactNode
  /** In place of rows that are not asked for at all. */
  withoutRows?: ReactNode
  /** In place of the whole list, over the same rows: triage. */
  instead?: ((source: RowSource<Row>) => ReactNode) | undefined
}

/** The rows are those that the address asks for. They outlive the screen: see list-view.ts. */
export function ListScreen<Row extends object, F extends object>(props: ListScreenProps<Row, F>) {
  // draws again only when its list or its screen does: to keep parts between would weigh more in the first load than it saves
  'use no memo'
  const { area, name, noun, view, narrowing, keyOf, columns, header, tree, marks, open, isOpenable, context } = props
  const { more, preview, unfiltered, unanswered, failed, empty, withoutRows, instead } = props
  const { runner } = useCommandLayer()
  const control = useFilter(narrowing)
  const { platform, filter, lacksWords } = control
  const { source, isPreviewOpen } = useStore(view.store)
  useEffect(() => {
    if (filter) view.show(platform, filter)
    else if (lacksWords) view.hide(platform)
  }, [view, platform, filter, lacksWords])
  useFlag('previewOpen', isPreviewOpen)
  useActiveList(useMemo(() => activeListOf(view, { name, noun }), [view, name, noun]))
  if (instead && source) return instead(source)
  const noRows = (failure?: NoRowsProps['failure']) => (
    <Suspense fallback={null}>
      <NoRows {...{ area, noun, failure, unanswered, unfiltered }} />
    </Suspense>
  )
  return (
    <ListFrame
      {...{ area, noun, view, source, narrowing, control, more }}
      main={
        source &&
        (withoutRows || (
          <SourceList
            label={name}
            list={view.list}
            {...{ source, keyOf, columns, header, tree, marks, context }}
            onOpen={(row) => {
              if (row === undefined || (isOpenable?.(row) ?? true)) runner.execute(open, { source: 'pointer' })
            }}
            autoFocus
            failed={(error) => failed?.(error) ?? noRows({ error })}
            empty={empty ?? noRows()}
          />
        ))
      }
      preview={source && preview(source)}
    />
  )
}
