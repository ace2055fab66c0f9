// Business hours and time limits of the platform: the current policy, and every change with author and reason.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { LoadError } from '#src/features/lists/public.ts'
import { TeamPages } from '#src/features/team/team-pages.tsx'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { differencesOf, factsOf } from './draft.ts'
import { hoursList, hoursQueries, hoursRowKey, hoursRows, type HoursRow } from './hours.ts'

const noun = ['version', 'versions'] as const
const NONE: readonly HoursRow[] = []

const changesIn = ({ change }: HoursRow) => (change ? differencesOf(change.before, change.after) : [])

const columns: readonly ListColumn<HoursRow>[] = [
  {
    id: 'at',
    header: 'Changed',
    width: 150,
    text: ({ change }) => (change ? formatDateTime(change.at) : 'Default'),
  },
  { id: 'by', header: 'By', width: 140, hideBelow: 600, text: ({ change }) => change?.by.name ?? '' },
  { id: 'what', header: 'What', width: 200, grow: 3, text: (row) => changesIn(row).join('; ') },
  { id: 'why', header: 'Reason', width: 140, grow: 2, hideBelow: 820, text: ({ change }) => change?.reason ?? '' },
]

export function HoursScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { runner } = useCommandLayer()
  const query = useQuery(hoursQueries.history(api, platform))
  const rows = useMemo(() => (query.data ? hoursRows(query.data.items) : NONE), [query.data])
  const current = useStore(hoursList.cursor, ({ id }) => id)
  const row = rows.find((one) => hoursRowKey(one) === current)
  return (
    <section aria-label="Business hours" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">Business hours</h2>
        <p className="min-w-0 grow truncate text-muted">
          {query.data &&
            (query.data.items.length === 0
              ? 'Never changed'
              : `${countOf(query.data.items.length, 'change')}, the latest first`)}
        </p>
        <CommandButton command="hours.change" variant="primary" />
        <TeamPages />
      </header>
      <div className="min-h-0 grow">
        {query.isError && !query.data && <LoadError noun="business hours" error={query.error} again="hours.refresh" />}
        {query.isPending && (
          <div className="p-4">
            <Skeleton lines={6} label="Loading the business hours" />
          </div>
        )}
        {rows.length > 0 && (
          <SplitPane
            label="Resize preview"
            storageKey="docket.hours"
            initial={420}
            main={
              <ArrayList
                label="Business hours"
                noun={noun}
                rows={rows}
                keyOf={hoursRowKey}
                columns={columns}
                state={hoursList}
                onOpen={() => runner.execute('hours.change', { source: 'pointer' })}
                context="hours list"
              />
            }
            side={row && <Version row={row} isNow={row === rows[0]} />}
          />
        )}
      </div>
    </section>
  )
}

function Version({ row, isNow }: { row: HoursRow; isNow: boolean }) {
  const { change, policy } = row
  const changes = changesIn(row)
  return (
    <aside
      aria-label="Preview"
      tabIndex={0}
      data-scrolls=""
      className="flex h-full flex-col gap-4 overflow-y-auto bg-raised p-4"
    >
      <h2 className="text-title font-semibold">{isNow ? 'In force' : `In force until version ${row.version + 1}`}</h2>
      <Details
        rows={[
          ['Changed by', change?.by.name ?? 'Nobody (default)'],
          ['Changed', change ? formatDateTime(change.at) : ''],
          ['Reason', change?.reason ?? ''],
        ]}
      />
      {changes.length > 0 && (
        <ul aria-label="What changed" className="grid gap-1 text-list">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <h3 className="text-label font-medium text-muted">Hours and due times</h3>
      <Details rows={factsOf(policy)} />
    </aside>
  )
}
