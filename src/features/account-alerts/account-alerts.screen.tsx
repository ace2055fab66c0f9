// The queue of account alerts over all customers, flat or by customer and rule; or one alert of it at a time.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, versionOf } from '#src/data/data.ts'
import type { StackRow } from '#src/data/lists/folded-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { AlertQueue } from '#src/features/account-alerts/queue/alert-queue.ts'
import { alertColumns, type Grouping } from '#src/features/account-alerts/queue/columns.tsx'
import { useAlertQueue } from '#src/features/account-alerts/queue/queue.ts'
import { ListScreen, useLook } from '#src/features/lists/public.ts'
import { commonText, samplingQuery, similarText, stackedColumns, treeOf } from '#src/features/stacks/public.ts'
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

const keyOf = (row: AccountAlertItem) => row.id

export function AccountAlertsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const queue = useAlertQueue()
  const { narrowing, marks, stacks } = queue
  const isTriage = useStore(queue.triage.store, (state) => state.isOn)
  const isFolded = useStore(queue.store, ({ filter }) => filter.fold === '1')
  const tree = useMemo(() => (isFolded ? treeOf(queue) : undefined), [isFolded, queue])
  const look = useColumns(queue)
  useEffect(() => fetchAhead(() => Promise.all([fetchTriage(), queue.pack()])), [queue])
  useQuery(samplingQuery(useData().api, platform))
  return (
    <ListScreen
      area="accountAlert"
      name="Account alerts"
      noun={noun}
      view={queue}
      narrowing={narrowing}
      keyOf={keyOf}
      {...look}
      tree={tree}
      marks={marks}
      open="accountAlert.inspect"
      isOpenable={(row) => stacks.source()?.stackOf(row.id) === undefined}
      context="accountAlerts list"
      more={<ListButtons isFolded={isFolded} />}
      preview={(source) => <AlertPreview source={source} />}
      unanswered="account alerts"
      empty={
        <Empty title="Queue clear">
          <p>No account alert matches this filter.</p>
          <CommandButton command="accountAlert.clearFilter">Back to open alerts</CommandButton>
        </Empty>
      }
      instead={
        isTriage
          ? (source) => (
              <Suspense fallback={null}>
                <AlertTriage source={source} />
              </Suspense>
            )
          : undefined
      }
    />
  )
}

function ListButtons({ isFolded }: { isFolded: boolean }) {
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
  rule: (stack: StackRow, row: AccountAlertItem) => `${similarText(stack)}: ${row.ruleName}`,
  text: commonText,
}

const none = () => () => {}
const unversioned = () => -1

/** The columns of the queue as it is: grouped, folded or flat. */
function useColumns(queue: AlertQueue) {
  const { store, stacks, narrowing } = queue
  const now = useNow()
  const { source, filter } = useStore(store)
  const isGrouped = filter.sort === 'group'
  const isFolded = filter.fold === '1'
  // the first row of a group changes with the rows; in a flat list no column depends on it
  const grouped = isGrouped ? source : null
  const subscribe = useCallback((listener: () => void) => (grouped?.subscribe ?? none)(listener), [grouped])
  const version = useSyncExternalStore(subscribe, grouped ? versionOf(grouped) : unversioned)
  const all = useMemo(
    () => alertColumns(now, grouped && version >= 0 ? groupingOf(grouped) : undefined),
    [now, version, grouped],
  )
  const looked = useSyncExternalStore(stacks.subscribe, stacks.looked)
  const { columns: shown, header } = useLook('accountAlerts', queue, narrowing, all)
  const columns = useMemo(
    () =>
      // the number of reviewed rows is shown in the stack's row
      isFolded && looked ? stackedColumns(shown, { stacks, keyOf, words: WORDS, notes: ['text', 'rule'] }) : shown,
    [shown, isFolded, looked, stacks],
  )
  return { columns, header }
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
