import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Evidence } from '#src/features/facts/public.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { Facts } from './trigger-facts.tsx'
import { DecidedFacts } from '#src/features/cases/history/lazy-history.tsx'
import { MissingSteps } from './missing-steps.tsx'

const columns: readonly ListColumn<CaseAlert>[] = [
  markColumn({
    toneOf: (alert) => (!isOpenAlert(alert.status) ? 'done' : alert.alertLevel === 'hardstop' ? 'stop' : 'warn'),
    spoken: (alert) => (alert.alertLevel === 'hardstop' ? 'hard stop' : ''),
  }),
  { id: 'rule', header: 'Rule', width: 150, grow: 1, text: (alert) => alert.ruleName },
  { id: 'why', header: 'Why', width: 200, grow: 3, text: (alert) => alert.text },
  { id: 'status', header: 'Status', width: 110, text: (alert) => alertStatusLabel(alert.status) },
]

const noun = ['alert', 'alerts'] as const
const keyOf = ({ id }: CaseAlert) => id

/** The alerts of a case with a cursor and a selection of their own; what is under the cursor is explained below. */
export function CaseAlerts({ row }: { row: CaseItem }) {
  const [state] = useState(createListState)
  const { runner } = useCommandLayer()
  useFlag('alertCursor')

  if (row.alerts.length === 0) {
    return (
      <Empty title="No alert">
        <p>No rule fired on this transaction.</p>
      </Empty>
    )
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* as high as its rows, so that the evidence has the rest of the page */}
      <div
        className="flex-none"
        style={{ height: `calc(${Math.min(row.alerts.length, 6) + 1} * var(--row-height) + 8px)` }}
      >
        <ArrayList
          label="Alerts"
          noun={noun}
          rows={row.alerts}
          keyOf={keyOf}
          columns={columns}
          onOpen={() => runner.execute('alert.inspect', { source: 'pointer' })}
          context="case list"
          state={state}
        />
      </div>
      <UnderCursor row={row} cursor={state.cursor} />
    </div>
  )
}

function UnderCursor({ row, cursor }: { row: CaseItem; cursor: ReturnType<typeof createListState>['cursor'] }) {
  const { api } = useData()
  const id = useStore(cursor, (at) => at.id)
  const query = useQuery(caseQueries.alerts(api, row.id))
  const alert = useFold(
    'alert',
    query.data?.items.find((one) => one.id === id),
  )
  const brief = row.alerts.find((one) => one.id === id)
  if (!brief) return null
  const evidence = (
    <Evidence
      subject={{ kind: 'case', id: row.id, platform: row.platform }}
      customerId={row.customerId}
      alertId={brief.id}
      ruleType={brief.ruleType}
    />
  )
  return (
    <section
      aria-label="Alert under the cursor"
      // it scrolls, and keys have to reach it
      tabIndex={0}
      data-scrolls=""
      className="grid min-h-0 grow content-start gap-4 overflow-y-auto border-t border-line bg-raised p-4"
    >
      <p className="font-medium">
        {brief.ruleName}: {brief.text}
      </p>
      {alert && <Facts facts={alert.triggerInfo.facts} />}
      <MissingSteps caseId={row.id} />
      <div className="flex flex-wrap gap-2">
        <CommandButton command="alert.resolve" variant="primary" />
        <CommandButton command="alert.reject" />
        <CommandButton command="alert.resolveAll" />
        <CommandButton command="alert.inspect" />
        <CommandButton command="alert.attach" />
        <CommandButton command="allowlist.fromAlert" />
      </div>
      {isOpenAlert(brief.status) ? (
        evidence
      ) : (
        <>
          <DecidedFacts platform={row.platform} caseId={row.id} alertId={brief.id} />
          <details>
            <summary className="cursor-pointer font-medium">Today’s facts</summary>
            <div className="pt-2">{evidence}</div>
          </details>
        </>
      )}
    </section>
  )
}
