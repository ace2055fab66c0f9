// The lists that everybody is screened against: versions and what they changed, what could not be read, thresholds, own names.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ScreeningChanges, ScreeningList, ScreeningThreshold } from '#contract/model/screening/screening.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { humanise } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { SectionFrame, SectionRows } from '#src/features/administration-pages/public.ts'
import { ADVERSE, listsState, rowKey, screeningQueries, type ListRow } from './rows.ts'
import { KIND_LABELS, summaryRows, scoreText } from './labels.ts'

const NONE: readonly ListRow[] = []
const noun = ['list', 'lists'] as const
/** The maximum number of shown changes; the rest is counted. */
const SHOWN = 100

const isWaiting = ({ thresholds }: ListRow) => thresholds.some(({ pending }) => pending)

function stateOf(row: ListRow): string {
  const { list, broken } = row
  if (broken) return list ? 'New file not valid' : 'Not in force'
  if (isWaiting(row)) return 'Waits for approval'
  if (list?.screenedAt === null) return 'Screening under way'
  const left = list?.unusable.count ?? 0
  return left > 0 ? `In force, ${left} with faults` : 'In force'
}

const toneOf = (row: ListRow) => {
  if (row.broken) return 'stop'
  return isWaiting(row) || row.list?.screenedAt === null || (row.list?.unusable.count ?? 0) > 0 ? 'warn' : 'done'
}

const columns: readonly ListColumn<ListRow>[] = [
  { id: 'name', header: 'List', width: 180, grow: 3, text: ({ name }) => name },
  {
    id: 'state',
    header: 'State',
    width: 170,
    text: stateOf,
    render: (row) => <Tag tone={toneOf(row)}>{stateOf(row)}</Tag>,
  },
  {
    id: 'entries',
    header: 'Entries',
    width: 80,
    align: 'end',
    text: ({ list }) => (list ? list.entries.toLocaleString('en') : '–'),
  },
  {
    id: 'thresholds',
    header: 'Thresholds',
    width: 100,
    align: 'end',
    hideBelow: 820,
    text: ({ thresholds }) => thresholds.map(({ threshold }) => scoreText(threshold)).join(' / '),
    spoken: ({ thresholds }) =>
      thresholds.map(({ kind, threshold }) => `${KIND_LABELS[kind]} from ${scoreText(threshold)}`).join(', '),
  },
  {
    id: 'loaded',
    header: 'Loaded',
    width: 130,
    hideBelow: 820,
    text: ({ list }) => (list ? formatDateTime(list.importedAt) : ''),
  },
]

export function ScreeningListsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const query = useQuery(screeningQueries.rows(api, platform))
  const rows = query.data ?? NONE
  const broken = rows.filter((row) => row.broken).length
  return (
    <SectionFrame
      section="screening-lists"
      summary={
        query.data &&
        `${countOf(rows.filter(({ list }) => list).length, 'list')} in force${broken > 0 ? `, ${countOf(broken, 'file')} not valid` : ''}`
      }
      actions={<CommandButton command="screeningList.addName" />}
    >
      <SectionRows
        section="screening-lists"
        query={query}
        rows={rows}
        noun={noun}
        keyOf={rowKey}
        columns={columns}
        state={listsState}
        open="screeningList.threshold"
        again="screeningList.refresh"
        empty="No lists: nobody is screened"
        preview={(row) => <One key={row.key} row={row} />}
      />
    </SectionFrame>
  )
}

const titled = 'text-label font-medium text-muted'

function One({ row }: { row: ListRow }) {
  const states = row.thresholds.map(({ version, pending }) => `${version} ${pending?.at.date ?? ''}`)
  useReasonsOf([row.key, row.list?.version, ...states].join())
  const { name, list, broken, thresholds } = row
  return (
    <>
      <h2 className="text-title font-semibold">{name}</h2>
      {broken && (
        <p>
          {broken.message} {list ? 'The version below stays in force.' : 'It is not used for screening.'} Read{' '}
          {formatDateTime(broken.at)}.
        </p>
      )}
      {list && (
        <>
          <Details
            rows={[
              ['Source', list.source === ADVERSE ? 'Kept here' : list.source],
              ['Version', `${list.version} (${list.digest})`],
              ['Loaded', formatDateTime(list.importedAt)],
              ['Everybody screened', list.screenedAt ? formatDateTime(list.screenedAt) : 'Under way'],
              ['Entries', `${list.entries.toLocaleString('en')}, ${countOf(list.names, 'name')}`],
            ]}
          />
          <Table
            label="Thresholds"
            columns={['Entries', 'Hit from a match score of']}
            align={{ 1: 'end' }}
            rows={thresholds.map(({ kind, threshold, version }) => ({
              key: kind,
              cells: [KIND_LABELS[kind], `${scoreText(threshold)}${version === 0 ? ' (default)' : ''}`],
            }))}
          />
          {thresholds.map((one) => one.pending && <Pending key={one.kind} kind={one.kind} pending={one.pending} />)}
          <p className="flex flex-wrap gap-2">
            <CommandButton command="screeningList.threshold" variant="primary" />
            {isWaiting(row) && <CommandButton command="nav.approvals" />}
          </p>
          {list.source === ADVERSE && <OwnNames />}
          <Changes list={list} />
          <Summary list={list} />
          <Unusable list={list} />
        </>
      )}
    </>
  )
}

interface PendingProps {
  kind: ScreeningThreshold['kind']
  pending: NonNullable<ScreeningThreshold['pending']>
}

function Pending({ kind, pending: { threshold, by, at, platform: where } }: PendingProps) {
  const { platform } = useParams({ strict: false })
  return (
    <p>
      <Tag tone="warn">Waits for approval</Tag> {KIND_LABELS[kind]} from {scoreText(threshold)}: {by.name},{' '}
      {formatDateTime(at)}
      {where !== platform && `, on ${where}`}. It takes effect once another administrator approves it.
    </p>
  )
}

function OwnNames() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { data } = useQuery(screeningQueries.names(api, platform))
  if (!data) return <Skeleton lines={2} label="Loading the names" />
  return (
    <>
      <h3 className={titled}>Names</h3>
      <Table
        label="Own adverse names"
        columns={['Name', 'Added', 'Reason']}
        rows={data.items.map(({ id, name, aliases, birth, country, addedBy, addedAt, reason }) => ({
          key: id,
          cells: [
            [[name, ...aliases].join('; '), birth, country].filter(Boolean).join(', '),
            `${addedBy.name}, ${formatDateTime(addedAt)}`,
            reason,
          ],
        }))}
      />
      <p>
        <CommandButton command="screeningList.removeName" />
      </p>
    </>
  )
}

function Changes({ list }: { list: ScreeningList }) {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { data, isError } = useQuery(screeningQueries.changes(api, platform, list))
  if (isError && !data) return <p className="text-muted">The changes of this version cannot be read now.</p>
  if (!data) return <Skeleton lines={3} label="Loading the changes of this version" />
  if (!data.before) return <p className="text-list text-muted">First version: every entry is new.</p>
  const { added, changed, removed, hits, before, items } = data
  return (
    <>
      <h3 className={titled}>
        Changes since version {before.version}, loaded {formatDateTime(before.importedAt)}
      </h3>
      <p>
        {added} added, {changed} changed, {removed} removed. Hits touched: {hits.open} open, {hits.decided} decided.
      </p>
      {items.length > 0 && (
        <Table
          label="Changed entries"
          columns={['Change', 'Entry', 'Fields', 'Hits']}
          rows={items.slice(0, SHOWN).map((item) => ({
            key: item.entry,
            cells: [humanise(item.kind), `${item.name} (${item.entry})`, fieldsOf(item), hitsOf(item.hits)],
          }))}
        />
      )}
      {added + changed + removed > SHOWN && (
        <p className="text-list text-muted">
          {SHOWN} of {(added + changed + removed).toLocaleString('en')} are shown.
        </p>
      )}
    </>
  )
}

const fieldsOf = ({ fields }: ScreeningChanges['items'][number]) => Object.keys(fields).map(humanise).join(', ')

const hitsOf = ({ open, decided }: ScreeningChanges['hits']) =>
  [open > 0 && `${open} open`, decided > 0 && `${decided} decided`].filter(Boolean).join(', ')

function Summary({ list: { summary } }: { list: ScreeningList }) {
  if (!summary) return null
  return (
    <>
      <h3 className={titled}>What was read</h3>
      <Table
        label="Entries read, kept and left out"
        columns={['Entries', 'Number']}
        align={{ 1: 'end' }}
        rows={summaryRows(summary).map(([label, value]) => ({ key: label, cells: [label, value] }))}
      />
      <p className="text-list text-muted">
        Decoded as {summary.encoding}.{' '}
        {summary.unread.length > 0 && `Not read, with how often it is filled: ${summary.unread.join(', ')}.`}
      </p>
    </>
  )
}

function Unusable({ list: { unusable } }: { list: ScreeningList }) {
  if (unusable.count === 0) return null
  return (
    <>
      <h3 className={titled}>{formatCount(unusable.count)} with faults</h3>
      <Table
        label="Entries with faults"
        columns={['Entry', 'Reason']}
        rows={unusable.entries.slice(0, SHOWN).map(({ id, reason }, n) => ({
          key: `${n} ${id}`,
          cells: [id, reason],
        }))}
      />
    </>
  )
}
