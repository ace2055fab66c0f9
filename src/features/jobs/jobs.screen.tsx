// Background jobs: what comes of itself and when, what waits, what failed and why.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import type { Job, JobKind } from '#contract/model/job.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Tag, type Tone } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { jobQueries } from './queries.ts'
import { scheduleLabel } from './schedule-label.ts'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'

/** The cursor, which outlives the screen. */
const jobsList = createListState()
const jobKey = ({ name, id }: Job): string => `${name} ${id}`

const NONE: readonly Job[] = []
const noun = ['job', 'jobs'] as const

const STATES: Record<Job['state'], { label: string; tone: Tone }> = {
  created: { label: 'Waiting', tone: 'plain' },
  retry: { label: 'Waiting for retry', tone: 'warn' },
  active: { label: 'Running', tone: 'accent' },
  completed: { label: 'Done', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  failed: { label: 'Failed', tone: 'stop' },
}

const columnsAt = (now: number): readonly ListColumn<Job>[] => [
  { id: 'name', header: 'Job', width: 120, grow: 2, text: ({ name }) => name },
  {
    id: 'state',
    header: 'State',
    width: 150,
    text: ({ state }) => STATES[state].label,
    render: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  {
    id: 'age',
    header: 'Requested',
    width: 88,
    align: 'end',
    text: ({ createdAt }) => shortAge(now - fromStamp(createdAt)),
  },
  { id: 'message', header: 'Message', width: 160, grow: 3, hideBelow: 820, text: ({ message }) => message ?? '' },
]

export function JobsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(jobQueries.list(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const kinds = query.data?.kinds ?? []
  const sum = (part: 'waiting' | 'active' | 'failed') => kinds.reduce((total, kind) => total + kind[part], 0)
  return (
    <SectionFrame
      section="jobs"
      summary={query.data && `${sum('waiting')} waiting, ${sum('active')} running, ${sum('failed')} failed`}
    >
      <SectionRows
        section="jobs"
        query={query}
        rows={query.data?.items ?? NONE}
        noun={noun}
        keyOf={jobKey}
        columns={columns}
        state={jobsList}
        again="job.refresh"
        empty="No jobs of late"
        preview={(row) => <One key={jobKey(row)} row={row} kinds={kinds} />}
      />
    </SectionFrame>
  )
}

function One({ row, kinds }: { row: Job; kinds: readonly JobKind[] }) {
  const now = useNow()
  useReasonsOf([jobKey(row), row.state].join())
  return (
    <>
      <h2 className="text-title font-semibold">{row.name}</h2>
      <Details
        rows={[
          ['State', STATES[row.state].label],
          ['Requested', formatDateTime(row.createdAt)],
          ['Began', row.startedAt ? formatDateTime(row.startedAt) : ''],
          ['Ended', row.endedAt ? formatDateTime(row.endedAt) : ''],
          ['Tried again', row.retries > 0 ? countOf(row.retries, 'time') : ''],
          ['Message', row.message ?? ''],
        ]}
      />
      {row.state === 'failed' && (
        <p>
          <CommandButton command="job.retry" />
        </p>
      )}
      <h3 className="text-label font-medium text-muted">Kinds of jobs</h3>
      <Table
        label="Kinds of jobs"
        columns={['Job', 'Schedule (UTC)', 'Waiting', 'Failed', 'Last run']}
        align={{ 2: 'end', 3: 'end', 4: 'end' }}
        rows={kinds.map((kind) => ({
          key: kind.name,
          cells: [
            kind.name,
            kind.cron === null ? 'On demand' : scheduleLabel(kind.cron),
            kind.waiting,
            kind.failed,
            kind.lastDone ? shortAge(now - fromStamp(kind.lastDone)) : '–',
          ],
        }))}
      />
    </>
  )
}
