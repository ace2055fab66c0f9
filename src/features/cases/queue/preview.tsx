import { useQuery } from '@tanstack/react-query'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { CASE_LABELS, isOverdue, type CaseAlert, type CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useFold, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { useCases } from '#src/features/cases/cases.ts'
import { caseSummary } from '#src/features/cases/detail/case-summary.ts'
import { Details } from '#src/features/cases/detail/trigger-facts.tsx'
import { NoteList } from '#src/features/cases/detail/note-list.tsx'
import { waitsForStr } from '#src/features/cases/progress.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Evidence, PartyTags } from '#src/features/facts/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { OutlierTag, useLookedAt } from '#src/features/stacks/public.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { Unread } from '#src/ui/list/unread.tsx'
import { CaseStack } from './folded-cases.tsx'

// with the preview, so that one part less is fetched
export { FoldedCaseList } from './folded-cases.tsx'

/** The case under the cursor, once the cursor has rested: from the row at once, the rest when it is there. */
export function Preview({ source }: { source: RowSource<CaseItem> }) {
  const { queue } = useCases()
  const id = useDebouncedCursor(queue.list)
  const row = useRow(source, id)
  return (
    <PreviewPane empty="No case selected">
      {row ? (
        <CasePreview key={row.id} {...{ row, source }} />
      ) : (
        id && <CaseStack key={id} {...{ id, source, queue }} />
      )}
    </PreviewPane>
  )
}

function CasePreview({ row, source }: { row: CaseItem; source: RowSource<CaseItem> }) {
  const { api } = useData()
  const names = useNames()
  const now = useNow()
  const query = useQuery(caseQueries.view(api, row.id))
  const detail = useFold('caseDetail', query.data)
  useLookedAt(useCases().queue.stacks, row.id, detail !== undefined)
  const first = row.alerts.find((alert) => isOpenAlert(alert.status)) ?? row.alerts[0]
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-title font-semibold">{row.id}</h2>
        <CaseTags row={row} />
        <OutlierTag id={row.id} source={source} />
        <PartyTags kind="case" id={row.id} platform={row.platform} />
      </header>
      <Details rows={caseSummary(row, now, names)} />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">
          Why: {row.alerts.length} {row.alerts.length === 1 ? 'alert' : 'alerts'}
        </h3>
        <AlertLines alerts={row.alerts} />
      </section>
      <Evidence
        subject={{ kind: 'case', id: row.id, platform: row.platform }}
        customerId={row.customerId}
        alertId={first?.id ?? null}
        ruleType={first?.ruleType}
      />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Notes</h3>
        {detail ? <NoteList notes={detail.notes} /> : query.isError ? <Unread /> : <Skeleton lines={2} />}
      </section>
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="queue.open" variant="primary" />
        <CommandButton command="alert.resolve" />
        <CommandButton command="case.comment" />
      </footer>
    </div>
  )
}

/** Status, overdue and hard stop, each with its own shape. */
export function CaseTags({ row }: { row: CaseItem }) {
  const now = useNow()
  return (
    <span className="flex flex-wrap gap-3 text-list">
      <Tag tone={row.complete ? 'done' : 'plain'}>{CASE_LABELS[row.statusCases]}</Tag>
      {waitsForStr(row) && <Tag tone="accent">STR decision</Tag>}
      {row.strProposal && <Tag tone="warn">STR proposed by {row.strProposal.by.name}</Tag>}
      {row.approval && <Tag tone="warn">Pending approval</Tag>}
      {row.review && (
        <Tag tone={row.review.isDue ? 'late' : 'plain'}>
          {row.review.isDue ? 'Review due' : `Review on ${row.review.on}`}
        </Tag>
      )}
      {row.activeHardStop > 0 && <Tag tone="stop">Hard stop</Tag>}
      {isOverdue(row, now) && <Tag tone="late">Overdue</Tag>}
    </span>
  )
}

/** One line per alert: rule, measured values, state. */
export function AlertLines({ alerts }: { alerts: readonly CaseAlert[] }) {
  if (alerts.length === 0) return <p className="text-list text-muted">No alert on this case.</p>
  return (
    <ol className="grid gap-2">
      {alerts.map((alert) => (
        <li key={alert.id} className="grid gap-0.5 text-list">
          <span className="flex items-baseline justify-between gap-3">
            <strong className="font-medium">{alert.ruleName}</strong>
            <Tag tone={isOpenAlert(alert.status) ? (alert.alertLevel === 'hardstop' ? 'stop' : 'warn') : 'done'}>
              {alertStatusLabel(alert.status)}
            </Tag>
          </span>
          <span className="text-muted">{alert.text}</span>
        </li>
      ))}
    </ol>
  )
}
