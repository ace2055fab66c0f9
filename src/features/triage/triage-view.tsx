import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { CaseItem } from '#contract/model/case.ts'
import { digitKeys } from '#src/commands/digit-keys.ts'
import { useCommandLayer, useFlag } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import type { RowSource } from '#src/data/row-source.ts'
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
  Precedents,
  useCases,
} from '#src/features/cases/public.ts'
import { countOf } from '#src/format/count.ts'
import { fillNote, noteFacts, readBook, subscribeBook } from '#src/features/templates/public.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { MacroStrip } from './macro-strip.tsx'
import { stripOf } from './strip.ts'
import { nextStep, type Step } from './steps.ts'
import { riskQuery } from './risk.ts'
import { Progress, useJoining } from './run.tsx'
import { Summary } from './summary.tsx'
import type { Triage } from './triage.ts'
import { citation } from './pins.ts'
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
  const { deps } = useCases()
  const book = useSyncExternalStore(subscribeBook, readBook)
  useSyncExternalStore(source.subscribe, () => source.version)
  const step = useStore(triage.store, (state) => state.step)
  useFlag('triage')
  usePrefetch(triage, source, step)
  useJoining(triage, source)
  const row = step ? source.rowOf(step.rowId) : undefined

  return (
    <section aria-label="Triage" data-kb-context="queue triage" className="flex h-full min-h-0 flex-col">
      {step === null ? (
        <Summary triage={triage} source={source} noun={NOUN} leave={GO_ON.leave} goOn={GO_ON.skip} />
      ) : row ? (
        <AlertInFront key={`${step.rowId} ${step.alertId}`} triage={triage} row={row} step={step} />
      ) : (
        <div className="p-6">
          <Skeleton lines={6} label={`Loading ${step.rowId}`} />
        </div>
      )}
      <MacroStrip
        triage={triage}
        step={step}
        macros={stripOf(step, row, deps.review(), book, triage.weightOf)}
        onDecide={(digit) => runner.execute('alert.macro', { source: 'pointer', digit })}
        commands={GO_ON}
      />
    </section>
  )
}

function AlertInFront({ triage, row, step }: { triage: Triage<CaseItem>; row: CaseItem; step: Step }) {
  const { api } = useData()
  const names = useNames()
  const now = useNow()
  const alerts = useQuery(caseQueries.alerts(api, row.id))
  const found = useFold(
    'alert',
    alerts.data?.items.find((one) => one.id === step.alertId),
  )
  const detail = useFold('caseDetail', useQuery(caseQueries.view(api, row.id)).data)
  const { data: risk } = useQuery(riskQuery(api, row))
  const similar = useQuery(caseQueries.similar(api, row.id))
  const brief = row.alerts.find((one) => one.id === step.alertId)
  return (
    <div tabIndex={0} className="flex min-h-0 grow flex-col overflow-y-auto">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-6 py-4">
        <h2 className="text-display font-semibold">{brief ? brief.ruleName : 'Recommendation'}</h2>
        <span className="text-muted">{row.id}</span>
        <CaseTags row={row} />
        <span className="grow" />
        <Progress triage={triage} />
      </header>
      <div className="grid grow grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-8 p-6">
        <div className="grid content-start gap-5">
          {brief ? (
            <>
              {brief.alertLevel === 'hardstop' && <Tag tone="stop">Hard stop: the decision asks once more</Tag>}
              <p className="text-title">{brief.text}</p>
              {found ? <Facts facts={found.triggerInfo.facts} /> : alerts.isPending && <Skeleton lines={3} />}
              {found?.ruleDescription && <p className="max-w-[70ch] text-muted">{found.ruleDescription}</p>}
            </>
          ) : (
            <>
              <p className="text-title">Every alert of this case is decided. Is there reason to file an STR?</p>
              <AlertLines alerts={row.alerts} />
            </>
          )}
          <MissingSteps caseId={row.id} />
          <Details
            rows={[
              ...caseSummary(row, now, names),
              ...(risk ? [['Risk', `${risk.level}, ${risk.score}`] as [string, string]] : []),
              ...(similar.data ? [['Similar', countOf(similar.data.items.length, 'case')] as [string, string]] : []),
            ]}
          />
        </div>
        <div className="grid content-start gap-5">
          <Precedents caseId={row.id} />
          {brief && <AlertAllowlists alertId={brief.id} />}
          {brief && row.alerts.length > 1 && (
            <section className="grid gap-2">
              <h3 className="text-label font-medium text-muted">All alerts of this case</h3>
              <AlertLines alerts={row.alerts} />
            </section>
          )}
          <NoteAhead triage={triage} row={row} step={step} />
          <section className="grid gap-2">
            <h3 className="text-label font-medium text-muted">Notes</h3>
            {detail ? <NoteList notes={detail.notes} /> : <p className="text-list text-muted">Not loaded.</p>}
          </section>
        </div>
      </div>
    </div>
  )
}

/** What the first key would write, so that nobody signs unread words. */
function NoteAhead({ triage, row, step }: { triage: Triage<CaseItem>; row: CaseItem; step: Step }) {
  const { deps } = useCases()
  const { registry } = useCommandLayer()
  const pinned = usePins(triage, step)
  const alert = row.alerts.find((one) => one.id === step.alertId) ?? row.alerts[0]
  const first = stripOf(step, row, deps.review(), readBook(), triage.weightOf).find(({ against }) => against === null)
  if (!first || !alert) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">
        The note of <Kbd keys={digitKeys(registry, 'alert.macro', first.key)} /> {first.title}
      </h3>
      <p className="rounded-md border border-line bg-raised p-3 text-list">
        {fillNote(first.note, noteFacts(row, alert, { ...deps.writing(), evidence: () => citation(pinned) })).text}
      </p>
    </section>
  )
}

/** Reads the next two cases ahead, so that the next key shows facts at once. */
function usePrefetch(triage: Triage<CaseItem>, source: RowSource<CaseItem>, step: Step | null) {
  const { api, queries } = useData()
  useEffect(() => {
    if (!step) return
    const { ids } = triage.store.getState()
    const run = { way: triage.way, ids, rowOf: (id: string) => source.rowOf(id) }
    let next: Step | null = step
    for (let ahead = 0; ahead < 2 && next; ahead++) {
      next = nextStep(run, next, 1)
      if (!next) break
      void queries.prefetchQuery(caseQueries.alerts(api, next.rowId))
      void queries.prefetchQuery(caseQueries.view(api, next.rowId))
      void queries.prefetchQuery(caseQueries.similar(api, next.rowId))
      void queries.prefetchQuery(caseQueries.precedent(api, next.rowId))
      if (next.alertId !== null) void queries.prefetchQuery(caseQueries.allowlists(api, next.alertId))
      const row = source.rowOf(next.rowId)
      if (row) void queries.prefetchQuery(riskQuery(api, row))
    }
  }, [api, queries, source, step, triage])
}
