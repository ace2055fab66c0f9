import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import { useData, useFold, useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import {
  AlertAllowlists,
  AlertLines,
  caseQueries,
  caseSummary,
  CaseTags,
  Details,
  Facts,
  MissingSteps,
  NoteList,
  useCases,
} from '#src/features/cases/public.ts'
import { Evidence, factsQuery, fetchEvidence, PartyTags, useFacts } from '#src/features/facts/public.ts'
import { useLookedAt } from '#src/features/lists/public.ts'
import { aboutAlert, readBook, subscribeBook } from '#src/features/templates/public.ts'
import { MacroStrip } from '#src/features/triage/macros/macro-strip.tsx'
import { NotePreview } from '#src/features/triage/macros/note-preview.tsx'
import { provenStrip, stripOf } from '#src/features/triage/macros/strip.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countOf } from '#src/format/count.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { whenIdle } from '#src/ui/when-idle.ts'
import { CurrentStep } from './current-step.tsx'
import { citation } from './pins.ts'
import { Progress, useJoining } from './progress.tsx'
import { nextStep, READ_AHEAD, type Step } from './steps.ts'
import { Summary } from './summary.tsx'
import type { Triage } from './triage.ts'
import { usePins } from './use-pins.ts'

const NOUN = ['case', 'cases'] as const
const GO_ON = {
  decide: 'alert.macro',
  pin: 'alert.pin',
  lookAgain: 'alert.lookAgain',
  skip: 'alert.skip',
  leave: 'queue.leaveTriage',
} as const

interface TriageViewProps {
  triage: Triage<CaseItem>
  source: RowSource<CaseItem>
}

/** One alert at a time, over the whole page: read, press a key, the next one is there. */
export function TriageView({ triage, source }: TriageViewProps) {
  const { runner } = useCommandLayer()
  useRows(source)
  const step = useStore(triage.store, (state) => state.step)
  useFlag('triage')
  usePrefetch(triage, source, step)
  useJoining(triage, source)
  const row = step ? source.rowOf(step.rowId) : undefined
  const { macros } = useStrip(triage, row, step)

  return (
    <section aria-label="Triage" data-kb-context="queue triage" className="flex h-full min-h-0 flex-col">
      {step === null ? (
        <Summary triage={triage} source={source} noun={NOUN} leave={GO_ON.leave} goOn={GO_ON.skip} />
      ) : row ? (
        <CurrentAlert key={`${step.rowId} ${step.alertId}`} triage={triage} row={row} step={step} />
      ) : (
        <div className="p-6">
          <Skeleton lines={6} label={`Loading ${step.rowId}`} />
        </div>
      )}
      <MacroStrip
        triage={triage}
        step={step}
        macros={macros}
        onDecide={(digit) => runner.execute('alert.macro', { source: 'pointer', digit })}
        commands={GO_ON}
      >
        <CommandButton command="case.recommendStr" variant="quiet" />
        <CommandButton command="alert.openCase" variant="quiet" />
      </MacroStrip>
    </section>
  )
}

function CurrentAlert({ triage, row, step }: { triage: Triage<CaseItem>; row: CaseItem; step: Step }) {
  const { api } = useData()
  const names = useNames()
  const now = useNow()
  const alerts = useQuery(caseQueries.alerts(api, row.id))
  const found = useFold(
    'alert',
    alerts.data?.items.find((one) => one.id === step.alertId),
  )
  const detail = useFold('caseDetail', useQuery(caseQueries.view(api, row.id)).data)
  const similar = useQuery(caseQueries.similar(api, row.id))
  useLookedAt(useCases().queue.stacks, row.id, detail !== undefined)
  const brief = row.alerts.find((one) => one.id === step.alertId)
  const title = brief?.ruleName ?? 'Recommendation'
  return (
    <CurrentStep
      name={`${title}, ${row.id}`}
      words={`${title}, ${row.id}, ${row.data.clientName}, ${amountOf(row)}. ${brief?.text ?? ''}`}
    >
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-6 py-4">
        <h2 className="text-display font-semibold">{title}</h2>
        <span className="text-muted">{row.id}</span>
        <CaseTags row={row} />
        <PartyTags kind="case" id={row.id} platform={row.platform} />
        <span className="grow" />
        <Progress triage={triage} />
      </header>
      <div className="grid grow grid-cols-[minmax(0,1fr)_minmax(260px,340px)] gap-8 p-6">
        <div className="grid content-start gap-5">
          {brief ? (
            <div className="grid gap-2">
              {brief.alertLevel === 'hardstop' && <Tag tone="stop">Hard stop: confirmation required</Tag>}
              <p className="text-title">{brief.text}</p>
              {found ? <Facts facts={found.triggerInfo.facts} /> : alerts.isPending && <Skeleton lines={3} />}
              {found?.ruleDescription && <p className="max-w-[70ch] text-muted">{found.ruleDescription}</p>}
            </div>
          ) : (
            <>
              <p className="text-title">All alerts decided. Recommend an STR?</p>
              <AlertLines alerts={row.alerts} />
            </>
          )}
          <MissingSteps caseId={row.id} />
          <Evidence
            subject={{ kind: 'case', id: row.id, platform: row.platform }}
            customerId={row.customerId}
            alertId={step.alertId}
            ruleType={brief?.ruleType}
          />
        </div>
        <div className="grid content-start gap-5">
          <Details
            rows={[
              ...caseSummary(row, now, names),
              ...(similar.data ? [['Similar', countOf(similar.data.items.length, 'case')] as [string, string]] : []),
            ]}
          />
          <StepNote triage={triage} row={row} step={step} />
          {brief && <AlertAllowlists alertId={brief.id} />}
          {brief && row.alerts.length > 1 && (
            <section className="grid gap-2">
              <h3 className="text-label font-medium text-muted">All alerts of this case</h3>
              <AlertLines alerts={row.alerts} />
            </section>
          )}
          <section className="grid gap-2">
            <h3 className="text-label font-medium text-muted">Notes</h3>
            {detail ? <NoteList notes={detail.notes} /> : <p className="text-list text-muted">Not loaded.</p>}
          </section>
        </div>
      </div>
    </CurrentStep>
  )
}

const amountOf = ({ data }: CaseItem) => `${formatAmount(data.transactionAmount)} ${data.transactionCurrency}`

/** The keys of the step, with the results of their claims. */
function useStrip(triage: Triage<CaseItem>, row: CaseItem | undefined, step: Step | null) {
  const { deps } = useCases()
  const book = useSyncExternalStore(subscribeBook, readBook)
  const pinned = usePins(triage, step)
  const alert = row?.alerts.find((one) => one.id === step?.alertId) ?? row?.alerts[0]
  const { sheet } = useFacts(row ? { kind: 'case', id: row.id, platform: row.platform } : null)
  // the facts as a value, so that the compiler sees what changes when they come
  const writing = { ...deps.writing(), evidence: () => citation(pinned), sheetOf: () => sheet }
  const about = row && alert && step ? aboutAlert(row, alert, writing, step.alertId === null) : undefined
  return { about, macros: provenStrip(stripOf(step, row, deps.review(), book, triage.weightOf), about, book) }
}

/** The note that the keys would write. */
function StepNote({ triage, row, step }: { triage: Triage<CaseItem>; row: CaseItem; step: Step }) {
  const { about, macros } = useStrip(triage, row, step)
  return about ? <NotePreview macros={macros} about={about} decide={GO_ON.decide} /> : null
}

/** Reads the next cases ahead, once the current one is drawn, so that the next key shows facts at once. */
function usePrefetch(triage: Triage<CaseItem>, source: RowSource<CaseItem>, step: Step | null) {
  const { api, queries } = useData()
  useEffect(() => {
    if (!step) return undefined
    return whenIdle(async () => {
      void fetchEvidence()
      const { ids } = triage.store.getState()
      const run = { way: triage.way, ids, rowOf: (id: string) => source.rowOf(id) }
      let next: Step | null = step
      for (let ahead = 0; ahead < READ_AHEAD && next; ahead++) {
        next = nextStep(run, next, 1)
        if (!next) break
        void queries.prefetchQuery(caseQueries.alerts(api, next.rowId))
        void queries.prefetchQuery(caseQueries.missingSteps(api, next.rowId))
        void queries.prefetchQuery(caseQueries.view(api, next.rowId))
        void queries.prefetchQuery(caseQueries.similar(api, next.rowId))
        if (next.alertId !== null) void queries.prefetchQuery(caseQueries.allowlists(api, next.alertId))
        const row = source.rowOf(next.rowId)
        if (row) void queries.prefetchQuery(factsQuery(api, { kind: 'case', id: row.id, platform: row.platform }))
      }
    })
  }, [api, queries, source, step, triage])
}
