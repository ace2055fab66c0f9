// One account alert at a time, over the whole page: read, press a key, the next one is there.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { AccountAlertItem } from '#contract/model/account-alert.ts'
import { CommandButton } from '#src/commands/command-button.tsx'
import { digitKeys } from '#src/commands/digit-keys.ts'
import { useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { AlertAllowlists, Facts, MissingAlertSteps, NoteList } from '#src/features/cases/public.ts'
import { accountNoteFacts, fillNote, readBook, subscribeBook } from '#src/features/templates/public.ts'
import {
  citation,
  closingStrip,
  MacroStrip,
  nextStep,
  Progress,
  Summary,
  useJoining,
  usePins,
  type Step,
} from '#src/features/triage/public.ts'
import { countOf } from '#src/format/count.ts'
import { useSpoken } from '#src/commands/use-spoken.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useAccountAlerts } from './account-alerts.ts'
import { AlertDetails, AlertTags, CustomerInShort, PrecedentLine, usePrecedent } from './parts.tsx'
import { accountAlertQueries } from './queries.ts'
import { useAlertQueue } from './queue.ts'

const NOUN = ['account alert', 'account alerts'] as const
const GO_ON = {
  decide: 'accountAlert.macro',
  pin: 'accountAlert.pin',
  lookAgain: 'accountAlert.lookAgain',
  skip: 'accountAlert.skip',
  leave: 'accountAlert.leaveTriage',
} as const

export function AlertTriage({ source }: { source: RowSource<AccountAlertItem> }) {
  const queue = useAlertQueue()
  const { triage } = queue
  const { runner } = useCommandLayer()
  useSyncExternalStore(source.subscribe, () => source.version)
  const book = useSyncExternalStore(subscribeBook, readBook)
  const step = useStore(triage.store, (state) => state.step)
  useFlag('triage')
  usePrefetch(step)
  useJoining(triage, source)
  const row = step ? queue.rowOf(step.rowId) : undefined
  const isAlike = row !== undefined && queue.alikeOf(row).length > 0

  return (
    <section aria-label="Triage" data-kb-context="accountAlerts triage" className="flex h-full min-h-0 flex-col">
      {step === null ? (
        <Summary triage={triage} source={source} noun={NOUN} leave={GO_ON.leave} goOn={GO_ON.skip} />
      ) : row ? (
        <AlertInFront key={row.id} row={row} step={step} />
      ) : (
        <div className="p-6">
          <Skeleton lines={6} label={`Loading alert ${step.rowId}`} />
        </div>
      )}
      <MacroStrip
        triage={triage}
        step={step}
        macros={step ? closingStrip('account', row?.ruleType, book, triage.weightOf) : []}
        onDecide={(digit) => runner.execute('accountAlert.macro', { source: 'pointer', digit })}
        commands={GO_ON}
      >
        {isAlike && <CommandButton command="accountAlert.along" variant="quiet" />}
      </MacroStrip>
    </section>
  )
}

function AlertInFront({ row, step }: { row: AccountAlertItem; step: Step }) {
  const queue = useAlertQueue()
  const { api } = useData()
  const query = useQuery(accountAlertQueries.view(api, row))
  const alert = useFold('alert', query.data)
  return (
    <div tabIndex={0} className="flex min-h-0 grow flex-col overflow-y-auto">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-6 py-4">
        <h2 className="text-display font-semibold">{row.ruleName}</h2>
        <span className="text-muted">
          {row.customerName} · {row.customerId}
        </span>
        <AlertTags row={row} />
        <span className="grow" />
        <Progress triage={queue.triage} />
      </header>
      <div className="grid grow grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-8 p-6">
        <div className="grid content-start gap-5">
          {row.alertLevel === 'hardstop' && <Tag tone="stop">Hard stop: the decision asks once more</Tag>}
          <p className="text-title">{row.text}</p>
          {alert ? <Facts facts={alert.triggerInfo.facts} /> : query.isPending && <Skeleton lines={3} />}
          {alert?.ruleDescription && <p className="max-w-[70ch] text-muted">{alert.ruleDescription}</p>}
          {alert && <MissingAlertSteps alert={alert} />}
          <AlertDetails row={row} />
          <CustomerInShort row={row} />
        </div>
        <div className="grid content-start gap-5">
          <PrecedentLine row={row} />
          <Alike row={row} />
          <AlertAllowlists alertId={row.id} />
          <NoteAhead row={row} step={step} />
          <section className="grid gap-2">
            <h3 className="text-label font-medium text-muted">Notes</h3>
            {alert ? <NoteList notes={alert.notes} /> : <p className="text-list text-muted">Not loaded.</p>}
          </section>
        </div>
      </div>
    </div>
  )
}

/** The others of the same rule and customer, and whether they go along. */
function Alike({ row }: { row: AccountAlertItem }) {
  const queue = useAlertQueue()
  const { registry } = useCommandLayer()
  const along = useStore(queue.front, (front) => front.along)
  const known = usePrecedent(row)
  const count = Math.max(along.length, known?.alike ?? 0)
  const words =
    along.length > 0
      ? `${countOf(along.length, 'alert')} alike: decided along with this one`
      : `${countOf(count, 'alert')} more of this rule on this customer: decide along with it`
  useSpoken(count === 0 ? null : words)
  if (count === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-list">
      <Kbd keys={registry.keyOf('accountAlert.along') ?? []} />
      {along.length > 0 ? <Tag tone="accent">{words}</Tag> : words}
    </p>
  )
}

/** What the first key would write, so that nobody signs unread words. */
function NoteAhead({ row, step }: { row: AccountAlertItem; step: Step }) {
  const { ports } = useAccountAlerts()
  const { registry } = useCommandLayer()
  const { triage } = useAlertQueue()
  const pinned = usePins(triage, step)
  const first = closingStrip('account', row.ruleType, readBook(), triage.weightOf).find(
    ({ against }) => against === null,
  )
  if (!first) return null
  const facts = accountNoteFacts(row, { ...ports.writing(), evidence: () => citation(pinned) })
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">
        The note of <Kbd keys={digitKeys(registry, 'accountAlert.macro', first.key)} /> {first.title}
      </h3>
      <p className="rounded-md border border-line bg-raised p-3 text-list">{fillNote(first.note, facts).text}</p>
    </section>
  )
}

/** Reads this alert's customer and the next two alerts ahead, so that the next key shows facts at once. */
function usePrefetch(step: Step | null) {
  const queue = useAlertQueue()
  const { api, queries } = useData()
  useEffect(() => {
    if (!step) return
    const { triage, rowOf } = queue
    const front = rowOf(step.rowId)
    if (front) void queue.loadAlike(front)
    const run = { way: triage.way, ids: triage.store.getState().ids, rowOf }
    let next: Step | null = step
    for (let ahead = 0; ahead < 2 && next; ahead++) {
      next = nextStep(run, next, 1)
      const row = next && rowOf(next.rowId)
      if (!row) break
      const { view, ofCustomer, customer } = accountAlertQueries
      void queries.prefetchQuery(view(api, row))
      void queries.prefetchQuery(ofCustomer(api, row))
      void queries.prefetchQuery(customer(api, row))
    }
  }, [api, queries, queue, step])
}
