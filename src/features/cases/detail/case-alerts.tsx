import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import type { ActiveList } from '#src/commands/command.ts'
import { useGrid, useOrderVersion } from '#src/commands/list/grid.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useActiveList, useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Evidence } from '#src/features/facts/public.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List, type ListColumn } from '#src/ui/list/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { Facts } from './trigger-facts.tsx'
import { MissingSteps } from './missing-steps.tsx'

const columns: readonly ListColumn<CaseAlert>[] = [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: (alert) => (alert.alertLevel === 'hardstop' ? 'hard stop' : ''),
    render: (alert) =>
      !isOpenAlert(alert.status) ? (
        <span className="text-done">
          <ToneMark tone="done" />
        </span>
      ) : (
        <span className={alert.alertLevel === 'hardstop' ? 'text-stop' : 'text-warn'}>
          <ToneMark tone={alert.alertLevel === 'hardstop' ? 'stop' : 'warn'} />
        </span>
      ),
  },
  { id: 'rule', header: 'Rule', width: 150, grow: 1, text: (alert) => alert.ruleName },
  { id: 'why', header: 'Why', width: 200, grow: 3, text: (alert) => alert.text },
  { id: 'status', header: 'Status', width: 110, text: (alert) => alertStatusLabel(alert.status) },
]

/** The alerts of a case with a cursor and a selection of their own; what is under the cursor is explained below. */
export function CaseAlerts({ row }: { row: CaseItem }) {
  const [state] = useState(createListState)
  const { runner } = useCommandLayer()
  const byId = useMemo(() => new Map(row.alerts.map((alert) => [alert.id, alert])), [row.alerts])

  useLayoutEffect(() => state.refresh(arrayOrder(row.alerts.map((alert) => alert.id))), [state, row.alerts])
  const activeList = useMemo<ActiveList>(
    () => ({ name: 'Alerts', state, noun: ['alert', 'alerts'], rowOf: (id) => byId.get(id) }),
    [state, byId],
  )
  useActiveList(activeList)
  useFlag('alertCursor')
  const grid = useGrid(state)
  const version = useOrderVersion(state)

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
        <List
          label="Alerts"
          columns={columns}
          rowCount={row.alerts.length}
          idAt={(index) => row.alerts[index]?.id}
          rowAt={(index) => row.alerts[index]}
          {...grid}
          version={version}
          onOpen={(index) => {
            state.moveTo(index)
            runner.execute('alert.inspect', { source: 'pointer' })
          }}
          context="case list"
          autoFocus
        />
      </div>
      <UnderCursor row={row} cursor={state.cursor} byId={byId} />
    </div>
  )
}

function UnderCursor({
  row,
  cursor,
  byId,
}: {
  row: CaseItem
  cursor: ReturnType<typeof createListState>['cursor']
  byId: ReadonlyMap<string, CaseAlert>
}) {
  const { api } = useData()
  const id = useStore(cursor, (at) => at.id)
  const query = useQuery(caseQueries.alerts(api, row.id))
  const alert = useFold(
    'alert',
    query.data?.items.find((one) => one.id === id),
  )
  const brief = byId.get(id ?? '')
  if (!brief) return null
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
      <Evidence
        subject={{ kind: 'case', id: row.id, platform: row.platform }}
        customerId={row.customerId}
        alertId={brief.id}
        ruleType={brief.ruleType}
      />
    </section>
  )
}
