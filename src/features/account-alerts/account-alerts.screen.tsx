// The queue of account alerts over all customers, flat or by customer and rule; or one alert of it at a time.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useRows } from '#src/data/data.ts'
import type { StackRow } from '#src/data/lists/folded-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { alertColumns, type Grouping } from '#src/features/account-alerts/queue/columns.tsx'
import { useAlertQueue } from '#src/features/account-alerts/queue/queue.ts'
import {
  activeListOf,
  commonWords,
  similarWords,
  ListFrame,
  samplingQuery,
  SourceList,
  stackedColumns,
  treeOf,
  useLook,
  useNarrowed,
} from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { fetchAhead } from '#src/ui/when-idle.ts'

// neither is part of the first rows
const AlertPreview = lazy(() =>
  import('#src/features/account-alerts/queue/preview.tsx').then((m) => ({ default: m.AlertPreview })),
)
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
  useQuery(samplingQuery(useData().api, control.platform))

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
      more={<ListButtons />}
      main={source && <Rows source={source} />}
      preview={source && <AlertPreview source={source} />}
    />
  )
}

function ListButtons() {
  const queue = useAlertQueue()
  const isFolded = useStore(queue.store, ({ filter }) => filter.fold === '1')
  return (
    <>
      <CommandButton command="accountAlert.triage" variant="quiet">
        Triage
      </CommandButton>
      <CommandButton command="accountAlert.fold" variant="quiet">
        {isFolded ? 'Unfold' : 'Fold similar'}
      </CommandButton>
    </>
  )
}

const WORDS = {
  customer: ({ by, ids }: StackRow, row: AccountAlertItem) =>
    by === 'customer' ? row.customerName : countOf(ids.length, 'customer'),
  type: (_: StackRow, row: AccountAlertItem) => (row.customerType === 'business' ? 'Business' : 'Personal'),
  rule: (stack: StackRow, row: AccountAlertItem) => `${similarWords(stack)}: ${row.ruleName}`,
  text: commonWords,
}

const keyOf = (row: AccountAlertItem) => row.id

function Rows({ source }: { source: RowSource<AccountAlertItem> }) {
  const queue = useAlertQueue()
  const { list, marks, store, narrowing, stacks } = queue
  const { runner } = useCommandLayer()
  const isGrouped = useStore(store, ({ filter }) => filter.sort === 'group')
  const version = useRows(source)
  const now = useNow()
  // the first row of a group changes with the rows; in a flat list no column depends on it
  const shown = isGrouped ? version : -1
  const all = useMemo(() => alertColumns(now, shown < 0 ? undefined : groupingOf(source)), [now, shown, source])
  const looked = useSyncExternalStore(stacks.subscribe, stacks.looked)
  const isFolded = useStore(store, ({ filter }) => filter.fold === '1')
  const columns = useMemo(
    () =>
      // the number of reviewed rows is shown in the stack's row
      isFolded && looked ? stackedColumns(all, { stacks, keyOf, words: WORDS, notes: 'text' }) : all,
    [all, isFolded, looked, stacks],
  )
  const tree = useMemo(() => (isFolded ? treeOf(queue) : undefined), [isFolded, queue])
  const look = useLook('accountAlerts', queue, narrowing, columns)
  return (
    <SourceList
      label="Account alerts"
      {...look}
      list={list}
      source={source}
      keyOf={keyOf}
      marks={marks}
      tree={tree}
      onOpen={(row) =>
        row &&
        stacks.source()?.stackOf(row.id) === undefined &&
        runner.execute('accountAlert.inspect', { source: 'pointer' })
      }
      context="accountAlerts list"
      autoFocus
      failed={
        <Empty title="The account alerts could not be read">
          <p>{source.error?.message ?? 'The server does not answer, and nothing of it is saved on this device.'}</p>
          <CommandButton command="accountAlert.showNew">Try again</CommandButton>
        </Empty>
      }
      empty={
        <Empty title="Queue clear">
          <p>No account alert matches this filter.</p>
          <CommandButton command="accountAlert.clearFilter">Back to open alerts</CommandButton>
        </Empty>
      }
    />
  )
}

/** The groups of a list by customer and rule, as far as loaded. */
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
