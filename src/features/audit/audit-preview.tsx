// One entry of the audit in full: who, from where, and what was before and after.
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry, AuditRow } from '#contract/model/audit/audit-row.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useData, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { Details } from '#src/features/cases/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { reasonLabel } from '#src/features/templates/public.ts'
import { formatDateTime } from '#src/format/date.ts'
import { humanise } from '#src/format/label.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { auditQueries } from './queries.ts'

interface PreviewProps {
  list: ListState
  source: RowSource<AuditRow>
}

/** The entry under the cursor, once the cursor has rested. */
export function AuditPreview({ list, source }: PreviewProps) {
  const id = useDebouncedCursor(list)
  const row = useRow(source, id)
  return <PreviewPane empty="No entry selected">{row && <One key={row.n} row={row} />}</PreviewPane>
}

function One({ row }: { row: AuditRow }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(auditQueries.entry(api, currentPlatform(), row.n))
  useReasonsOf(String(row.n))
  return (
    <>
      <h2 className="text-title font-semibold">
        {humanise(row.action)}: {row.about?.customerName ?? `${row.object.kind} ${row.object.id}`}
      </h2>
      {isError && !data && <p className="text-list text-muted">The entry could not be read: {error.message}</p>}
      {!data && !isError && <Skeleton lines={8} label="Loading the entry" />}
      {data && <InFull entry={data} />}
      <p className="flex flex-wrap gap-2">
        <CommandButton command={row.part === null ? 'audit.open' : 'read.open'} />
      </p>
    </>
  )
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function InFull({ entry }: { entry: AuditEntry }) {
  const changes = differencesOf(entry.before ?? {}, entry.after ?? {})
  return (
    <>
      <Details
        rows={[
          ['Entry', String(entry.n)],
          ['When', `${formatDateTime(entry.at)} UTC`],
          ['Who', `${entry.by.name} (${entry.by.id})`],
          ['Roles', entry.roles.map(humanise).join(', ')],
          ['Platform', entry.platform ?? 'None'],
          ['Object', `${entry.object.kind} ${entry.object.id}`],
          ['Part', entry.part ?? ''],
          ['Version', entry.version ?? ''],
          ['Reason', reasonLabel(entry.reason)],
          ['Note', entry.note ?? ''],
          ['Alerts', entry.alertIds?.join(', ') ?? ''],
          ['Rule revision', entry.ruleRevision ?? ''],
          [
            'Decided',
            entry.clientTime ? `${formatDateTime(entry.clientTime)} UTC${entry.offline ? ', offline' : ''}` : '',
          ],
          ['Device', entry.device ?? ''],
          ['Address', entry.address ?? ''],
          ['Window', entry.appVersion ?? ''],
          ['Hash', entry.hash],
        ]}
      />
      {changes.length > 0 && (
        <Table
          label="Before and after"
          columns={['Field', 'Before', 'After']}
          rows={changes.map(({ place, before, after }) => ({
            key: place,
            cells: [place === '' ? 'All' : place, textOf(before), textOf(after)],
          }))}
        />
      )}
    </>
  )
}
