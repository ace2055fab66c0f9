// One request in full beside the inbox: who asks and why, what would change, and the evidence.
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { APPROVAL_LABELS, type Approval } from '#contract/model/cases/approval.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { Details } from '#src/features/cases/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { formatDateTime } from '#src/format/date.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag, ToneMark } from '#src/ui/tag.tsx'
import { approvalList } from './approvals.ts'
import { StatusTag } from './columns.tsx'

// the words of rules come with their editors
const [Evidence] = lazyPart(() => import('./evidence.tsx').then((m) => m.Evidence))
const [Proposed] = lazyPart(() => import('./proposed-change.tsx').then((m) => m.Proposed))

/** The request under the cursor, once the cursor has rested. */
export function ApprovalPreview({ rows }: { rows: readonly Approval[] }) {
  const rested = useDebouncedCursor(approvalList)
  const now = useStore(approvalList.cursor, ({ id }) => id)
  const row = rows.find(({ id }) => id === rested) ?? rows.find(({ id }) => id === now)
  return <PreviewPane empty="No request selected">{row && <OneApproval key={row.id} row={row} />}</PreviewPane>
}

function OneApproval({ row }: { row: Approval }) {
  const { kind, title, by, at, reason, object, refusal, status, differences, evidence, decidedBy, decidedAt } = row
  useReasonsOf([row.id, status, refusal].join())
  return (
    <>
      <header className="grid gap-1">
        <h2 className="text-title font-semibold">{title}</h2>
        <p className="flex flex-wrap gap-3">
          <Tag>{APPROVAL_LABELS[kind]}</Tag>
          <StatusTag status={status} />
        </p>
      </header>
      <Details
        rows={[
          ['Requested by', by.name],
          ['At', formatDateTime(at)],
          ['Due', row.dueOn ?? ''],
          ['Reason', reason ?? 'None given'],
          ['About', object.label],
          ['Client', object.customerId ?? ''],
          [status === 'returned' ? 'Returned by' : 'Approved by', decidedBy?.name ?? ''],
          ['Decided', decidedAt ? formatDateTime(decidedAt) : ''],
          ['Note', row.note ?? ''],
        ]}
      />
      {refusal !== null && (
        <p className="text-warn">
          <ToneMark tone="warn" /> {refusal}
        </p>
      )}
      {status === 'open' && (
        <p className="flex flex-wrap gap-2">
          <CommandButton command="approval.approve" variant="primary" />
          <CommandButton command="approval.return" />
          <CommandButton command="approval.open" />
        </p>
      )}
      {(evidence || differences.length > 0) && (
        <Suspense fallback={<Skeleton lines={4} label="Loading the proposed change" />}>
          <Proposed row={row} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton lines={6} label="Loading the evidence" />}>
        <Evidence row={row} />
      </Suspense>
    </>
  )
}
