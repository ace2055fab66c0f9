// Business hours and time limits of the platform: the current policy, and every change with author and reason.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { differencesOf, factsOf } from './draft.ts'
import {
  businessHoursList,
  businessHoursQueries,
  businessHoursRowKey,
  businessHoursRows,
  type BusinessHoursRow,
} from './business-hours.ts'

const noun = ['version', 'versions'] as const
const SPLIT = { storageKey: 'docket.hours', initial: 420 }
const NONE: readonly BusinessHoursRow[] = []

const changesIn = ({ change }: BusinessHoursRow) => (change ? differencesOf(change.before, change.after) : [])

const columns: readonly ListColumn<BusinessHoursRow>[] = [
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

export function BusinessHoursScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(businessHoursQueries.history(api, platform))
  const rows = useMemo(() => (query.data ? businessHoursRows(query.data.items) : NONE), [query.data])
  return (
    <PageFrame
      name="Business hours"
      summary={
        query.data &&
        (query.data.items.length === 0
          ? 'Never changed'
          : `${countOf(query.data.items.length, 'change')}, the latest first`)
      }
      actions={
        <>
          <CommandButton command="hours.change" variant="primary" />
          <TeamPages />
        </>
      }
    >
      <PageRows
        query={query}
        things="business hours"
        again="hours.refresh"
        label="Business hours"
        noun={noun}
        rows={rows}
        keyOf={businessHoursRowKey}
        columns={columns}
        state={businessHoursList}
        open="hours.change"
        context="hours list"
        split={SPLIT}
        preview={(row) => row && <Version row={row} isNow={row === rows[0]} />}
      />
    </PageFrame>
  )
}

function Version({ row, isNow }: { row: BusinessHoursRow; isNow: boolean }) {
  const { change, policy } = row
  const changes = changesIn(row)
  return (
    <PreviewPane>
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
    </PreviewPane>
  )
}
