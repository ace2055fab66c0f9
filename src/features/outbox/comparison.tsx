// Before, now and yours of one operation, side by side, and what can be done about it.
import type { ReactNode } from 'react'
import type { Person } from '#contract/model/common.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { useKnownManagers } from '#src/data/managers.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Table } from '#src/ui/list/table.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { currentOf, comparedFields, textOf } from './compare.ts'
import { aboutOf, STATE_LABELS } from './states.ts'

/** People this window has heard of: in the operation, in what stood in its way, among whom work can be given to. */
function nameOf(entry: PendingOp, staff: readonly Person[], id: string): string | undefined {
  const { manager, changedBy } = currentOf(entry) ?? {}
  return [entry.op.by, manager, changedBy, ...staff].find((person) => person?.id === id)?.name
}

export function Comparison({ entry }: { entry: PendingOp }) {
  const { op, error, state, label } = entry
  const { changedBy, changedAt } = currentOf(entry) ?? {}
  const staff = useKnownManagers(op.target.platform)
  const rows = comparedFields(entry, (id) => nameOf(entry, staff, id))
  const words = textOf(op.body)
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="text-title font-semibold">{label}</h3>
        <p className="text-muted">
          {aboutOf(entry)}
          {op.target.caseId === undefined && op.target.alertId && `, alert ${op.target.alertId}`} · decided{' '}
          {formatDateTime(op.at)}
        </p>
      </div>
      <p className="flex items-baseline gap-1.5">
        <span className="text-stop">
          <ToneMark tone="stop" />
        </span>
        <span>
          {STATE_LABELS[state]}
          {error && `: ${error.message}`}
          {changedAt && ` ${changedBy ? `${changedBy.name}, ` : ''}${formatDateTime(changedAt)}.`}
        </span>
      </p>
      {rows.length > 0 && (
        <Table
          label="Before, now and yours"
          columns={['Field', 'Before', 'Now', 'Yours']}
          rows={rows.map((row) => ({
            key: row.field,
            isMarked: row.differs,
            cells: [row.label, row.before, <strong key="now">{row.now}</strong>, row.yours],
          }))}
        />
      )}
      {words !== '' && rows.length === 0 && <p className="whitespace-pre-wrap">{words}</p>}
    </div>
  )
}

/** The answers, by digit and by pointer. */
export function Choices({ entry, children }: { entry: PendingOp; children?: ReactNode }) {
  return (
    <div key={entry.op.opId} className="flex flex-wrap gap-2">
      <CommandButton command="outbox.theirs" />
      <CommandButton command="outbox.mine" />
      <CommandButton command="outbox.noteOnly" />
      <CommandButton command="outbox.decideAgain" />
      <CommandButton command="outbox.edit" />
      <CommandButton command="outbox.copy" />
      {children}
    </div>
  )
}
