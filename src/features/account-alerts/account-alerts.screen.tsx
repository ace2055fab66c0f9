// The queue of account alerts over all customers, flat or by customer and rule; or one alert of it at a time.
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { activeListOf, ListFrame, SourceList, useNarrowed } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { alertColumns, type Grouping } from './columns.tsx'
import { useAlertQueue } from './queue.ts'

// neither is part of the first rows
const AlertPreview = lazy(() => import('./preview.tsx').then((m) => ({ default: m.AlertPreview })))
const [AlertTriage, fetchTriage] = lazyPart(() => import('./triage-view.tsx').then((m) => m.AlertTriage))

const noun = ['alert', 'alerts'] as const

export function AccountAlertsScreen() {
  const queue = useAlertQueue()
  const active = useMemo(
    () => ({ ...activeListOf(queue, { name: 'Account alerts', noun }), rowOf: queue.rowOf }),
    [queue],
  )
  const control = useNarrowed(queue, queue.narrowing, active)
  const source = useStore(queue.store, (state) => state.source)
  const isTriage = useStore(queue.triage.store, (state) => state.isOn)
  useEffect(() => fetchAhead(() => Promise.all([fetchTriage(), queue.pack()])), [queue])

  if (isTriage && source) {
    return (
      <Suspense fallback={null}>
        <AlertTriage source={source} />
      </Suspense>
    )
  }
  return (
    <ListFrame
      area="accountAlert"
      noun={noun}
      view={queue}
      source={source}
      narrowing={queue.narrowing}
      control={control}
      main={source && <Rows source={source} />}
      preview={source && <AlertPreview source={source} />}
    />
  )
}

const keyOf = (row: AccountAlertItem) => row.id

function Rows({ source }: { source: RowSource<AccountAlertItem> }) {
  const { list, marks, store } = useAlertQueue()
  const { runner } = useCommandLayer()
  const isGrouped = useStore(store, ({ filter }) => filter.sort === 'group')
  const version = useRows(source)
  const now = useNow()
  // who is first of a group changes with the rows; in a flat list nothing of a column does
  const shown = isGrouped ? version : -1
  const columns = useMemo(() => alertColumns(now, shown < 0 ? undefined : groupingOf(source)), [now, shown, source])
  return (
    <SourceList
      label="Account alerts"
      columns={columns}
      list={list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      onOpen={() => runner.execute('accountAlert.inspect', { source: 'pointer' })}
      context="accountAlerts list"
      autoFocus
      failed={
        <Empty title="The account alerts could not be read">
          <p>{source.error?.message ?? 'The server does not answer, and nothing of it is on this device.'}</p>
          <CommandButton command="accountAlert.showNew">Try again</CommandButton>
        </Empty>
      }
      empty={
        <Empty title="Queue clear">
          <p>No account alert fits this filter.</p>
          <CommandButton command="accountAlert.clearFilter">Back to what is open</CommandButton>
        </Empty>
      }
    />
  )
}

/** How the rows of a list by customer and rule stand together, as far as they are loaded. */
function groupingOf(source: RowSource<AccountAlertItem>): Grouping {
  const isSame = (a: AccountAlertItem | undefined, b: AccountAlertItem | undefined) =>
    a !== undefined && a.customerId === b?.customerId && a.ruleId === b.ruleId
  return {
    countFrom(row) {
      const index = source.indexOf(row.id)
      if (index > 0 && isSame(row, source.rowAt(index - 1))) return null
      let end = index + 1
      while (isSame(row, source.rowAt(end))) end += 1
      return end - index
    },
  }
}
