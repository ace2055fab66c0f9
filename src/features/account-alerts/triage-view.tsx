// One account alert at a time, over the whole page: read, press a key, the next one is there.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { useAnnounced } from '#src/commands/announce/use-announced.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useAlertQueue } from '#src/features/account-alerts/queue/queue.ts'
import { AlertAllowlists, caseQueries, Facts, MissingAlertSteps, proceduresQuery } from '#src/features/cases/public.ts'
import { Evidence, factsQuery, fetchEvidence, PartyTags, useFacts } from '#src/features/facts/public.ts'
import { useLookedAt } from '#src/features/stacks/public.ts'
import { aboutAccountAlert, readTemplates, subscribeTemplates } from '#src/features/templates/public.ts'
import {
  citation,
  closingStrip,
  CurrentStep,
  NotePreview,
  provenStrip,
  stepsAhead,
  TriageFrame,
  usePins,
  useTriageStep,
  type Step,
} from '#src/features/triage/public.ts'
import { countOf } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { whenIdle } from '#src/ui/when-idle.ts'
import { useAccountAlerts } from './account-alerts.ts'
import { AlertDetails, AlertTags, OthersHere, usePrecedent } from './alert-parts.tsx'
import { accountAlertQueries } from './queries.ts'

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
  const step = useTriageStep(triage, source)
  usePrefetch(step)
  const row = step ? queue.rowOf(step.rowId) : undefined
  const { macros } = useStrip(row, step)
  const hasSimilar = row !== undefined && queue.similarTo(row).length > 0

  return (
    <TriageFrame
      triage={triage}
      source={source}
      step={step}
      context="accountAlerts triage"
      noun={NOUN}
      commands={GO_ON}
      macros={macros}
      onDecide={(digit) => runner.execute('accountAlert.macro', { source: 'pointer', digit })}
      loading={`alert ${step?.rowId ?? ''}`}
      actions={
        <>
          <CommandButton command="accountAlert.resolveSar" variant="quiet" />
          {hasSimilar && <CommandButton command="accountAlert.includeSimilar" variant="quiet" />}
        </>
      }
    >
      {step && row && <CurrentAlert key={row.id} row={row} step={step} />}
    </TriageFrame>
  )
}

function CurrentAlert({ row, step }: { row: AccountAlertItem; step: Step }) {
  const queue = useAlertQueue()
  const { api } = useData()
  const query = useQuery(accountAlertQueries.view(api, row))
  const alert = useFold('alert', query.data)
  useLookedAt(queue.stacks, row.id, alert !== undefined)
  return (
    <CurrentStep
      triage={queue.triage}
      name={`${row.ruleName}, ${row.customerName}`}
      words={`${row.ruleName}, ${row.customerName}. ${row.text}`}
      title={row.ruleName}
      subtitle={`${row.customerName} · ${row.customerId}`}
      tags={
        <>
          <AlertTags row={row} />
          <PartyTags kind="alert" id={row.id} platform={row.platform} />
        </>
      }
      aside={
        <>
          <AlertDetails row={row} />
          <OthersHere row={row} />
          <SimilarAlerts row={row} />
          <AlertAllowlists alertId={row.id} />
          <StepNote row={row} step={step} />
        </>
      }
      notes={alert?.notes}
    >
      <div className="grid gap-2">
        {row.alertLevel === 'hardstop' && <Tag tone="stop">Hard stop: confirmation required</Tag>}
        <p className="text-title">{row.text}</p>
        {alert ? <Facts facts={alert.triggerInfo.facts} /> : query.isPending && <Skeleton lines={3} />}
        {alert?.ruleDescription && <p className="max-w-[70ch] text-muted">{alert.ruleDescription}</p>}
      </div>
      {alert && <MissingAlertSteps alert={alert} />}
      <Evidence
        subject={{ kind: 'alert', id: row.id, platform: row.platform }}
        customerId={row.customerId}
        alertId={row.id}
        ruleType={row.ruleType}
      />
    </CurrentStep>
  )
}

/** Other alerts of the same rule and customer, and whether they are included. */
function SimilarAlerts({ row }: { row: AccountAlertItem }) {
  const queue = useAlertQueue()
  const { registry } = useCommandLayer()
  const included = useStore(queue.front, (front) => front.included)
  const known = usePrecedent(row)
  const count = Math.max(included.length, known?.similar ?? 0)
  const words =
    included.length > 0
      ? `${countOf(included.length, 'more alert')}, same rule and customer: decided together`
      : `${countOf(count, 'more alert')}, same rule and customer: decide together`
  useAnnounced(count === 0 ? null : words)
  if (count === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-list">
      <Kbd keys={registry.keyOf('accountAlert.includeSimilar') ?? []} />
      {included.length > 0 ? <Tag tone="accent">{words}</Tag> : words}
    </p>
  )
}

/** The keys of the step, with the results of their claims. */
function useStrip(row: AccountAlertItem | undefined, step: Step | null) {
  const { ports } = useAccountAlerts()
  const { triage } = useAlertQueue()
  const book = useSyncExternalStore(subscribeTemplates, readTemplates)
  const pinned = usePins(triage, step)
  const { sheet } = useFacts(row ? { kind: 'alert', id: row.id, platform: row.platform } : null)
  // the facts as a value, so that the compiler sees what changes when they come
  const writing = { ...ports.writing(), evidence: () => citation(pinned), sheetOf: () => sheet }
  const about = row && aboutAccountAlert(row, writing)
  const macros = step ? closingStrip('account', row?.ruleType, book, triage.weightOf) : []
  return { about, macros: provenStrip(macros, about, book) }
}

/** The note that the keys would write. */
function StepNote({ row, step }: { row: AccountAlertItem; step: Step }) {
  const { about, macros } = useStrip(row, step)
  return about ? <NotePreview macros={macros} about={about} decide={GO_ON.decide} /> : null
}

/** Reads the customer and the next alerts ahead, once this one is drawn, so that the next key shows facts at once. */
function usePrefetch(step: Step | null) {
  const queue = useAlertQueue()
  const { api, queries } = useData()
  useEffect(() => {
    if (!step) return undefined
    return whenIdle(async () => {
      void fetchEvidence()
      const { triage, rowOf } = queue
      const front = rowOf(step.rowId)
      if (front) void queue.loadSimilar(front)
      const run = { way: triage.way, ids: triage.store.getState().ids, rowOf }
      for (const next of stepsAhead(run, step)) {
        const row = rowOf(next.rowId)
        if (!row) break
        const { view, ofCustomer, customer } = accountAlertQueries
        void queries.prefetchQuery(view(api, row))
        void queries.prefetchQuery(ofCustomer(api, row))
        void queries.prefetchQuery(customer(api, row))
        void queries.prefetchQuery(proceduresQuery(api, { alertId: row.id, isOnAccount: true }))
        void queries.prefetchQuery(caseQueries.allowlists(api, row.id))
        void queries.prefetchQuery(factsQuery(api, { kind: 'alert', id: row.id, platform: row.platform }))
      }
    })
  }, [api, queries, queue, step])
}
