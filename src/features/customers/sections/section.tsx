// A section's frame: what is there, what is coming, and how old it is where the server cannot be asked.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LISTED_MAX } from '#contract/model/common.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { agoText } from '#src/format/age.ts'
import { formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'

interface PartProps<T> {
  /** The noun of the query: "documents", "log". */
  noun: string
  query: UseQueryResult<T>
  /** True if there is nothing to show. */
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Draws a query's data; shows empty, loading and unavailable states. */
export function SectionPart<T>({ noun, query, isEmpty, empty, children }: PartProps<T>) {
  const isOnline = useIsOnline()
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton lines={6} label={`Loading ${noun}`} />
    return (
      <Empty
        title={`The ${noun} ${isOnline ? 'could not be read' : noun.endsWith('s') ? 'need the network' : 'needs the network'}`}
      >
        <p>{isOnline ? query.error.message : 'It is not saved on this device.'}</p>
        <CommandButton command="customer.refresh">Try again</CommandButton>
      </Empty>
    )
  }
  if (isEmpty?.(query.data)) return empty ?? <Empty title={`No ${noun}`} />
  const { data } = query
  return (
    <>
      {countOf(data) >= LISTED_MAX && (
        <p role="note" className="px-4 pt-3 text-list text-muted">
          Only the latest {formatCount(LISTED_MAX)} {noun === 'log' ? 'entries' : noun} are shown.
        </p>
      )}
      {children(data)}
    </>
  )
}

/** The number of entries of a list; undefined for other data. */
function countOf(data: unknown): number {
  const isList = typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
  return isList ? (data.items as unknown[]).length : 0
}

/** "read 4 h ago", where the server cannot be asked. */
export function Aged({ query }: { query: Pick<UseQueryResult, 'dataUpdatedAt' | 'data'> }) {
  const isOnline = useIsOnline()
  const now = useNow()
  if (isOnline || query.data === undefined) return null
  return <span className="text-label text-muted">read {agoText(now - query.dataUpdatedAt)}</span>
}

/** A heading with its content. */
export function SectionBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-label font-medium text-muted">{title}</h3>
      {children}
    </section>
  )
}
