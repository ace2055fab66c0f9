// The panel of the editor: covered open alerts, or the history.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { fromStamp } from '#contract/model/common.ts'
import type { Allowlist, SuppressedAlerts } from '#contract/model/rules/allowlist.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { differing, draftOf } from '#src/features/allowlists/editor/draft.ts'
import type { Covered } from '#src/features/allowlists/editor/use-editing.ts'
import { LoadError } from '#src/features/lists/public.ts'
import { shortAge } from '#src/format/age.ts'
import { countOf, formatCount, formatTotal } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useAllowlists } from './allowlists.ts'
import type { CoveredRow, VersionRow } from './covered-rows.ts'
import { allowlistQueries } from './queries.ts'
import { placeLabel, valueText } from './labels.ts'

interface SideProps {
  saved: Allowlist | null
  covered: Covered
}

export function Side({ saved, covered }: SideProps) {
  const { store } = useAllowlists()
  const side = useStore(store, (state) => state.side)
  const total = covered.data && covered.data.total
  return (
    <aside
      data-allowlist-side
      aria-label="What it does"
      className="flex min-h-0 flex-col border-s border-line bg-raised"
    >
      <Tabs
        label="What it does"
        value={side}
        onChange={(next) => store.setState({ side: next })}
        tabs={[
          { value: 'covered', label: 'Matching alerts', count: total, keys: ['d'] },
          { value: 'versions', label: 'Versions', keys: ['h'] },
        ]}
      >
        {side === 'covered' ? <CoveredAlerts covered={covered} /> : <Versions saved={saved} />}
      </Tabs>
    </aside>
  )
}

const coveredKey = ({ alert }: CoveredRow) => alert.alertId
const alertNoun = ['alert', 'alerts'] as const

const coveredColumns = (now: number): readonly ListColumn<CoveredRow>[] => [
  markColumn({
    toneOf: ({ alert }) => (alert.alertLevel === 'hardstop' ? 'stop' : 'warn'),
    spoken: ({ alert }) => (alert.alertLevel === 'hardstop' ? 'hard stop' : ''),
  }),
  { id: 'on', header: 'On', width: 96, text: ({ alert }) => alert.caseId ?? alert.customerId },
  { id: 'client', header: 'Client', width: 110, grow: 1, text: ({ alert }) => alert.customerName },
  { id: 'why', header: 'Why', width: 130, grow: 2, text: ({ alert }) => alert.text },
  {
    id: 'age',
    header: 'Age',
    width: 60,
    align: 'end',
    text: ({ alert }) => shortAge(now - fromStamp(alert.createAt)),
  },
]

/** In a line: how many open alerts it covers, or what is missing before that is known. */
export function coveredText({ data, waits, isLoading }: Covered, isSaved: boolean): string {
  if (waits !== null) return waits.endsWith('.') ? waits : `${waits}.`
  if (!data) return 'Testing it on the open alerts…'
  const words = isSaved ? 'It covers' : 'It would cover'
  if (data.total === 0) return `${words} no open alert${isLoading ? ', still looking…' : '.'}`
  const oldest = data.total > data.items.length ? `, the oldest ${data.items.length} of them here` : ''
  return `${words} ${formatTotal(data)} open ${data.total === 1 ? 'alert' : 'alerts'}${oldest}${isLoading ? ', looking again…' : '.'}`
}

/** In a line: what it would have suppressed. */
export function suppressedText({ days, alerts, capped, strs, customers }: SuppressedAlerts): string {
  const many = capped ? `${formatCount(alerts)} or more alerts` : countOf(alerts, 'alert')
  if (alerts === 0) return `In the last ${days} days it would have suppressed nothing.`
  const whose = countOf(customers, 'client')
  const told = strs === 0 ? 'none of which became an STR' : `${formatCount(strs)} of which became an STR`
  return `In the last ${days} days it would have suppressed ${many} of ${whose}, ${told}.`
}

function Silenced({ past }: { past: SuppressedAlerts }) {
  return (
    <section
      aria-label="Alerts it would have suppressed"
      className="max-h-1/2 flex-none overflow-y-auto border-t border-line py-2"
    >
      <p className={`px-4 pb-2 text-list ${past.strs > 0 ? 'font-medium text-stop' : 'text-muted'}`}>
        {past.strs > 0 && <ToneMark tone="stop" />} {suppressedText(past)}
      </p>
      {past.byCustomer.length > 0 && (
        <Table
          label="Suppressed by client"
          columns={['Client', 'Alerts', 'STRs']}
          align={{ 1: 'end', 2: 'end' }}
          rows={past.byCustomer.map(({ customerId, customerName, alerts, strs }) => ({
            key: customerId,
            cells: [customerName || customerId, formatCount(alerts), formatCount(strs)],
          }))}
        />
      )}
    </section>
  )
}

function CoveredAlerts({ covered }: { covered: Covered }) {
  const { runner } = useCommandLayer()
  const now = useNow()
  const isSaved = useStore(useAllowlists().store, ({ opened }) => opened?.saved != null)
  const items = covered.data?.items
  const rows = useMemo(() => (items ?? []).map((alert): CoveredRow => ({ kind: 'covered', alert })), [items])
  const columns = useMemo(() => coveredColumns(now), [now])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p role="status" className="flex-none px-4 py-2 text-list text-muted">
        {coveredText(covered, isSaved)}
      </p>
      <div className="min-h-0 grow">
        {rows.length > 0 ? (
          <ArrayList
            label="Matching alerts"
            noun={alertNoun}
            rows={rows}
            keyOf={coveredKey}
            columns={columns}
            onOpen={() => runner.execute('allowlist.openRow', { source: 'pointer' })}
            context="allowlist list"
            autoFocus={false}
          />
        ) : (
          covered.data && (
            <Empty title="No open alert matches">
              <p>Alerts that match from now on are suppressed.</p>
            </Empty>
          )
        )}
      </div>
      {covered.data?.past && <Silenced past={covered.data.past} />}
    </div>
  )
}

const versionKey = ({ version }: VersionRow) => version.versionId
const versionNoun = ['version', 'versions'] as const
const WORDS = { place: placeLabel, value: valueText }

const sayChanges = ({ changes }: VersionRow) =>
  changes === null ? 'made' : changes.map(({ label }) => label).join(', ') || 'nothing'

const versionColumns: readonly ListColumn<VersionRow>[] = [
  { id: 'at', header: 'When (UTC)', width: 166, text: ({ version }) => formatDateTime(version.lastUpdate) },
  { id: 'who', header: 'Who', width: 110, grow: 1, text: ({ version }) => version.author },
  { id: 'what', header: 'Changed', width: 120, grow: 2, text: sayChanges },
]

/** The differences of each version. */
function rowsOf(versions: readonly Allowlist[]): VersionRow[] {
  return versions.map((version, index) => {
    const before = versions[index + 1]
    return { kind: 'version', version, changes: before ? differing(draftOf(version), draftOf(before), WORDS) : null }
  })
}

function Versions({ saved }: { saved: Allowlist | null }) {
  const { api } = useData()
  const { runner } = useCommandLayer()
  const query = useQuery({
    ...allowlistQueries.history(api, saved?.platform ?? '', saved?.id ?? ''),
    enabled: saved !== null,
  })
  const rows = useMemo(() => rowsOf(query.data?.items ?? []), [query.data])
  const [list] = useState(createListState)
  const cursor = useStore(list.cursor, ({ id }) => id)
  const under = rows.find((row) => versionKey(row) === cursor)
  if (!saved) return <Empty title="Not saved yet" />
  if (!query.data) {
    return query.isError ? (
      <LoadError noun="versions" error={query.error} again="allowlist.refresh" />
    ) : (
      <div className="p-4">
        <Skeleton lines={4} label="Loading the versions" />
      </div>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p className="flex-none px-4 py-2 text-list text-muted">{countOf(rows.length, 'version')}, newest first.</p>
      <div className="min-h-24 grow">
        <ArrayList
          label="Versions"
          noun={versionNoun}
          rows={rows}
          keyOf={versionKey}
          columns={versionColumns}
          state={list}
          onOpen={() => runner.execute('allowlist.openRow', { source: 'pointer' })}
          context="allowlist list"
          autoFocus
        />
      </div>
      {under?.changes && under.changes.length > 0 && (
        <div className="max-h-1/2 flex-none overflow-y-auto border-t border-line py-2">
          <Table
            label="Changes of the version"
            columns={['Field', 'Before', 'Since']}
            rows={under.changes.map(({ label, theirs, yours }) => ({
              key: label,
              cells: [label, theirs || '–', yours || '–'],
            }))}
          />
        </div>
      )}
    </div>
  )
}
