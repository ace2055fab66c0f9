// The frame of every section of Administration: navigation, rows, and the current row's details.
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import type { ListState } from '#src/commands/list/list-state.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { LoadError } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { SECTIONS, sectionHref, type Section } from './links.ts'

interface FrameProps {
  section: Section
  summary?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The section's name, what there is of it, what can be done, and the other sections. */
export function SectionFrame({ section, summary, actions, children }: FrameProps) {
  const { platform = '' } = useParams({ strict: false })
  const title = SECTIONS.find((one) => one.section === section)?.title
  return (
    <section aria-label={title} className="flex h-full min-h-0 flex-col">
      <nav aria-label="Administration" className="flex flex-none flex-wrap gap-x-1 border-b border-line px-3">
        {SECTIONS.map((one) => (
          <Link
            key={one.section}
            to={sectionHref(platform, one.section)}
            aria-current={one.section === section ? 'page' : undefined}
            className="nav-tab h-9 [--tab-gap:1px]"
          >
            {one.title}
          </Link>
        ))}
      </nav>
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">{title}</h2>
        <p className="min-w-0 grow truncate text-muted">{summary}</p>
        {actions}
      </header>
      <div className="min-h-0 grow">{children}</div>
    </section>
  )
}

interface RowsProps<Data, Row> {
  section: Section
  query: UseQueryResult<Data>
  /** The same array as long as nothing has changed. */
  rows: readonly Row[]
  noun: readonly [one: string, many: string]
  keyOf: (row: Row) => string
  columns: readonly ListColumn<Row>[]
  /** The cursor outlives the screen. */
  state: ListState
  /** The action of Enter and double click. */
  open?: CommandId
  empty: string
  /** Reads them again. */
  again: CommandId
  preview: (row: Row) => ReactNode
}

/** Rows that are all there, with one in full beside them. */
export function SectionRows<Data, Row>(props: RowsProps<Data, Row>) {
  const { section, query, rows, noun, keyOf, columns, state, open, empty, again, preview } = props
  const { runner } = useCommandLayer()
  const current = useStore(state.cursor, ({ id }) => id)
  const title = SECTIONS.find((one) => one.section === section)?.title ?? section
  const row = rows.find((one) => keyOf(one) === current)
  if (query.isError && !query.data) {
    return <LoadError noun={noun[1]} error={query.error} again={again} />
  }
  if (query.isPending) {
    return (
      <div className="p-4">
        <Skeleton lines={6} label={`Loading ${noun[1]}`} />
      </div>
    )
  }
  if (rows.length === 0) return <Empty title={empty} />
  return (
    <SplitPane
      label="Resize preview"
      storageKey="docket.administration"
      initial={460}
      main={
        <ArrayList
          label={title}
          noun={noun}
          rows={rows}
          keyOf={keyOf}
          columns={columns}
          state={state}
          onOpen={() => open && runner.execute(open, { source: 'pointer' })}
          context={`${section} list`}
        />
      }
      side={<PreviewPane empty="Nothing selected">{row === undefined ? null : preview(row)}</PreviewPane>}
    />
  )
}
