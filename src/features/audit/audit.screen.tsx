// The audit, entry by entry, and the reads of SAR material: two lists with the same filters, detail and CSV.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useStore } from 'zustand'
import type { AuditRow } from '#contract/model/audit/audit-row.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData } from '#src/data/data.ts'
import { ListScreen } from '#src/features/lists/public.ts'
import { reasonLabel } from '#src/features/templates/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { humanise } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { auditQueries } from './queries.ts'
import { SectionFrame } from '#src/features/administration-pages/public.ts'
import { csvDownload } from './csv.ts'
import { AuditPreview } from './audit-preview.tsx'
import { keyOf, useAuditList } from './list.ts'

const NOUNS = { audit: ['entry', 'entries'], reads: ['read', 'reads'] } as const
type Part = keyof typeof NOUNS

const objectOf = ({ object, about }: AuditRow) => about?.customerName ?? `${humanise(object.kind)} ${object.id}`

const at: ListColumn<AuditRow> = { id: 'at', header: 'When (UTC)', width: 150, text: (row) => formatDateTime(row.at) }
const by: ListColumn<AuditRow> = { id: 'by', header: 'Who', width: 120, grow: 1, text: (row) => row.by.name }
const COLUMNS: Record<Part, readonly ListColumn<AuditRow>[]> = {
  audit: [
    { id: 'n', header: 'Entry', width: 80, align: 'end', hideBelow: 400, text: ({ n }) => String(n) },
    at,
    by,
    { id: 'action', header: 'Action', width: 160, grow: 2, text: ({ action }) => humanise(action) },
    { id: 'object', header: 'Object', width: 170, grow: 2, hideBelow: 600, text: objectOf },
    { id: 'platform', header: 'Platform', width: 100, hideBelow: 820, text: ({ platform }) => platform ?? '–' },
    { id: 'reason', header: 'Reason', width: 140, grow: 2, hideBelow: 1200, text: ({ reason }) => reasonLabel(reason) },
  ],
  reads: [
    at,
    by,
    { id: 'client', header: 'Report on', width: 170, grow: 2, text: objectOf },
    { id: 'part', header: 'What was read', width: 150, grow: 1, text: ({ part }) => part ?? '' },
    { id: 'form', header: 'Form or case', width: 280, hideBelow: 1200, text: ({ object }) => object.id },
  ],
}

/** All differences, which other lists cut: absent entries matter as much. */
const WHAT_READS_ARE = (
  <span className="whitespace-normal">
    SARs at each read; cases with an STR once a person and day, when the server gives them out. Reads of what a device
    keeps are not seen.
  </span>
)

export const AuditScreen = () => <Entries part="audit" area="audit" />
export const ReadsScreen = () => <Entries part="reads" area="read" />

function Entries({ part, area }: { part: Part; area: 'audit' | 'read' }) {
  const { view, narrowing } = useAuditList(part === 'reads')
  return (
    <SectionFrame
      section={part}
      actions={<Download part={part} />}
      summary={part === 'audit' ? <Chain /> : WHAT_READS_ARE}
    >
      <ListScreen
        area={area}
        name={part === 'reads' ? 'SAR access log' : 'Audit'}
        noun={NOUNS[part]}
        view={view}
        narrowing={narrowing}
        keyOf={keyOf}
        columns={COLUMNS[part]}
        open={`${area}.open`}
        context={`${part} list`}
        preview={(source) => <AuditPreview list={view.list} source={source} />}
      />
    </SectionFrame>
  )
}

const MEGABYTE = 1_000_000

function Download({ part }: { part: Part }) {
  const running = useStore(csvDownload.store, (state) => state.running)
  if (!running) {
    return part === 'reads' ? <CommandButton command="read.export" /> : <CommandButton command="audit.export" />
  }
  return (
    <span className="flex items-center gap-3 text-list">
      <progress aria-label="CSV download" className="w-32" />
      <span className="tabular-nums">
        {countOf(running.rows, 'row')} · {(running.bytes / MEGABYTE).toFixed(1)} MB
      </span>
      <CommandButton command={part === 'reads' ? 'read.cancelExport' : 'audit.cancelExport'} />
    </span>
  )
}

/** The last verification of the chain, and the newest signed head. */
function Chain() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { data } = useQuery(auditQueries.checks(api, platform))
  const [last] = data?.items ?? []
  const [head] = data?.heads ?? []
  useReasonsOf(last?.status ?? '')
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status">
        {!last && 'Chain not checked yet'}
        {last?.status === 'running' && `Checking: ${countOf(last.count, 'entry', 'entries')} so far`}
        {last?.status === 'failed' && <Tag tone="warn">The check stopped: retry it among the jobs</Tag>}
        {last?.status === 'whole' && (
          <Tag tone="done">
            {countOf(last.count, 'entry', 'entries')} whole at {formatDateTime(last.endedAt ?? last.at)}, held against{' '}
            {countOf(last.heads, 'signed head')}
          </Tag>
        )}
        {last?.status === 'faulty' && <Tag tone="stop">{last.faults.join(' ')}</Tag>}
      </span>
      {head && (
        <span title={head.hash}>
          Newest signed head: entry {formatCount(head.n)}, {head.at.slice(0, 16).replace('T', ' ')}
        </span>
      )}
      <CommandButton command="audit.check" />
    </span>
  )
}
