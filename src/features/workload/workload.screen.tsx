// The workload of a platform by person, unassigned work, and its oldest cases, for assigning and reassigning.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import { WORK_QUEUE_LABELS } from '#contract/model/team/exclusion.ts'
import { AREA_LABELS, LEVEL_NAMES } from '#contract/model/team/skills.ts'
import { DUE_NOTE, LOAD_QUEUE_LABELS, LOAD_QUEUES } from '#contract/model/team/team.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { CaseTags, caseHref, Details } from '#src/features/cases/public.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Table } from '#src/ui/list/table.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { exclusionText } from './exclusion-text.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { workloadQueries } from './queries.ts'
import { assignedOf, keyOf, rowsOf, workloadList, totalOf, type WorkloadRow } from './workload-rows.ts'

const noun = ['person', 'people'] as const
const SPLIT = { storageKey: 'docket.team', initial: 360 }
const NONE: readonly WorkloadRow[] = []

const count = (
  id: string,
  header: string,
  of: (row: WorkloadRow) => number,
  hideBelow?: 600 | 820 | 900,
): ListColumn<WorkloadRow> => ({
  id,
  header,
  width: 84,
  align: 'end',
  ...(hideBelow && { hideBelow }),
  text: (row) => formatCount(of(row)),
})

const absenceWords = ({ absence, isAbsent }: WorkloadRow) =>
  absence ? `${isAbsent ? 'absent until' : 'from'} ${isAbsent ? absence.to : absence.from}` : ''

const columnsAt = (now: number): readonly ListColumn<WorkloadRow>[] => [
  { id: 'name', header: 'Person', width: 140, grow: 2, text: ({ name }) => name },
  count('open', 'Open', (row) => totalOf(row, 'open')),
  count('breached', 'Breached', (row) => totalOf(row, 'breached')),
  count('dueSoon', 'Due soon', (row) => totalOf(row, 'dueSoon'), 600),
  count('cases', 'Cases', ({ queues }) => queues.case.open, 600),
  count('alerts', 'Alerts', ({ queues }) => queues.accountAlert.open, 600),
  count('hits', 'Hits', ({ queues }) => queues.sanctionsHit.open, 820),
  count('forms', 'Forms', ({ queues }) => queues.form.open, 820),
  count('tickets', 'Tickets', ({ queues }) => queues.ticket.open, 820),
  count('hardStops', 'Hard stops', ({ hardStops }) => hardStops, 900),
  {
    id: 'oldest',
    header: 'Oldest',
    width: 72,
    align: 'end',
    hideBelow: 600,
    text: ({ oldest }) => (oldest ? shortAge(now - fromStamp(oldest)) : '–'),
  },
  count('today', 'Today', ({ decidedToday }) => decidedToday, 820),
  {
    id: 'absence',
    header: 'Absence',
    width: 160,
    grow: 1,
    hideBelow: 820,
    text: absenceWords,
    render: (row) => (row.isAbsent ? <Tag tone="warn">{absenceWords(row)}</Tag> : absenceWords(row)),
  },
]

export function WorkloadScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(workloadQueries.load(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = useMemo(() => (query.data ? rowsOf(query.data) : NONE), [query.data])
  return (
    <PageFrame
      name="Team"
      summary={rows.length > 0 && <span title={DUE_NOTE}>{summaryOf(rows)}</span>}
      actions={
        <>
          <CommandButton command="team.auto" />
          <TeamPages />
        </>
      }
    >
      <PageRows
        query={query}
        things="figures of the team"
        again="team.refresh"
        label="Team"
        noun={noun}
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        state={workloadList}
        open="team.open"
        context="team list"
        split={SPLIT}
        preview={(row) => row && <Work key={keyOf(row)} row={row} platform={platform} />}
      />
    </PageFrame>
  )
}

/** The open work of everybody and of nobody, in every queue. */
function summaryOf(rows: readonly WorkloadRow[]): string {
  const sum = (of: 'open' | 'breached') => formatCount(rows.reduce((total, row) => total + totalOf(row, of), 0))
  return `${countOf(rows.length - 1, 'person', 'people')}, ${sum('open')} open, ${sum('breached')} breached`
}

const rosterWords = ({ worksOn, isOnRoster }: WorkloadRow) =>
  `${worksOn.map((queue) => WORK_QUEUE_LABELS[queue]).join(', ') || 'No queue'}${isOnRoster ? '' : ' (by role)'}`

/** Open, breached and due soon by queue. */
function Loads({ queues }: Pick<WorkloadRow, 'queues'>) {
  return (
    <Table
      label="Open work by queue"
      columns={['Queue', 'Open', 'Breached', 'Due soon']}
      align={{ 1: 'end', 2: 'end', 3: 'end' }}
      rows={LOAD_QUEUES.map((queue) => {
        const { open, breached, dueSoon } = queues[queue]
        return { key: queue, cells: [LOAD_QUEUE_LABELS[queue], ...[open, breached, dueSoon].map(formatCount)] }
      })}
    />
  )
}

/** The oldest open cases of the row under the cursor, and what can be done with all of them. */
function Work({ row, platform }: { row: WorkloadRow; platform: string }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(workloadQueries.work(api, platform, row.personId))
  useReasonsOf(
    [
      assignedOf(row),
      row.absence?.id,
      rosterWords(row),
      ...row.exclusions.map(({ id }) => id),
      ...row.skills.map(({ area, level }) => area + level),
    ].join(),
  )
  return (
    <PreviewPane>
      <h2 className="text-title font-semibold">{row.name}</h2>
      {row.absence && (
        <p>
          Absent from {row.absence.from} to {row.absence.to}
          {row.absence.cover ? `; ${row.absence.cover.name} covers` : ''}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <CommandButton command="team.spread" variant="primary" />
        <CommandButton command="team.open" />
        {row.personId !== null && <CommandButton command="team.skill" />}
        {row.personId !== null && <CommandButton command="team.roster" />}
        {row.personId !== null && <CommandButton command="team.exclude" />}
        {row.exclusions.length > 0 && <CommandButton command="team.endExclusion" />}
        {row.personId !== null && !row.absence && <CommandButton command="team.absence" />}
        {row.absence && <CommandButton command="team.endAbsence" />}
      </p>
      <section aria-label="Open work" className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Open work</h3>
        <Loads queues={row.queues} />
        <p className="text-label text-muted">{DUE_NOTE}</p>
      </section>
      {row.personId !== null && (
        <section aria-label="Roster" className="grid gap-2">
          <h3 className="text-label font-medium text-muted">Roster</h3>
          {!row.isHere && <p>Can no longer work here: reassign what is open.</p>}
          <Details
            rows={[
              ['Is dealt', rosterWords(row)],
              ...row.exclusions.map((one): [string, string] => ['Excluded from', exclusionText(one)]),
            ]}
          />
        </section>
      )}
      {row.skills.length > 0 && (
        <section aria-label="Skills" className="grid gap-2">
          <h3 className="text-label font-medium text-muted">Skills</h3>
          <Details rows={row.skills.map(({ area, level }) => [AREA_LABELS[area], LEVEL_NAMES[level]])} />
        </section>
      )}
      <h3 className="text-label font-medium text-muted">Oldest open cases</h3>
      {isError && !data && <p className="text-list text-muted">They could not be read: {error.message}</p>}
      {!data && !isError && <Skeleton lines={6} label="Loading the cases" />}
      {data?.items.length === 0 && <p className="text-list text-muted">Nothing is open</p>}
      <ul className="grid gap-2">
        {data?.items.map((one) => (
          <li key={one.id} className="grid gap-0.5 text-list">
            <span className="flex items-baseline justify-between gap-3">
              <Link to={caseHref(platform, one.id)}>{one.id}</Link>
              <CaseTags row={one} />
            </span>
            <span className="truncate text-muted">{one.data.clientName}</span>
          </li>
        ))}
      </ul>
    </PreviewPane>
  )
}
