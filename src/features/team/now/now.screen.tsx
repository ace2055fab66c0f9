// The workload of a platform by person, unassigned work, and its oldest cases, for assigning and reassigning.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import { AREA_LABELS, LEVEL_NAMES } from '#contract/model/skills.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { CaseTags, caseHref, Details } from '#src/features/cases/public.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { TeamPages } from '#src/features/team/team-pages.tsx'
import { teamQueries } from './queries.ts'
import { keyOf, rowsOf, teamList, type TeamRow } from './team-rows.ts'

const noun = ['person', 'people'] as const
const SPLIT = { storageKey: 'docket.team', initial: 360 }
const NONE: readonly TeamRow[] = []

const count = (
  id: string,
  header: string,
  of: (row: TeamRow) => number,
  hideBelow?: 600 | 820,
): ListColumn<TeamRow> => ({
  id,
  header,
  width: 84,
  align: 'end',
  ...(hideBelow && { hideBelow }),
  text: (row) => formatCount(of(row)),
})

const absenceWords = ({ absence, isAbsent }: TeamRow) =>
  absence ? `${isAbsent ? 'absent until' : 'from'} ${isAbsent ? absence.to : absence.from}` : ''

const columnsAt = (now: number): readonly ListColumn<TeamRow>[] => [
  { id: 'name', header: 'Person', width: 140, grow: 2, text: ({ name }) => name },
  count('open', 'Open', ({ open }) => open),
  count('overdue', 'Overdue', ({ overdue }) => overdue),
  count('breached', 'SLA breached', ({ breached }) => breached, 600),
  count('dueSoon', 'Due soon', ({ dueSoon }) => dueSoon, 600),
  count('hardStops', 'Hard stops', ({ hardStops }) => hardStops, 600),
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

export function NowScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(teamQueries.load(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const rows = useMemo(() => (query.data ? rowsOf(query.data) : NONE), [query.data])
  return (
    <PageFrame
      name="Team"
      summary={rows.length > 0 && `${countOf(rows.length - 1, 'person', 'people')}, ${sumOf(rows)} open cases`}
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
        state={teamList}
        open="team.open"
        context="team list"
        split={SPLIT}
        preview={(row) => row && <Work key={keyOf(row)} row={row} platform={platform} />}
      />
    </PageFrame>
  )
}

const sumOf = (rows: readonly TeamRow[]) => formatCount(rows.reduce((total, { open }) => total + open, 0))

/** The oldest open cases of the row under the cursor, and what can be done with all of them. */
function Work({ row, platform }: { row: TeamRow; platform: string }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(teamQueries.work(api, platform, row.personId))
  useReasonsOf([row.open, row.absence?.id, ...row.skills.map(({ area, level }) => area + level)].join())
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
        {row.personId !== null && !row.absence && <CommandButton command="team.absence" />}
        {row.absence && <CommandButton command="team.endAbsence" />}
      </p>
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
