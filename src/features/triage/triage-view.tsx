import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useFold, useRow } from '#src/data/data.ts'
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
  useCases,
} from '#src/features/cases/public.ts'
import { Evidence, factsQuery, fetchEvidence, PartyTags, useFacts } from '#src/features/facts/public.ts'
import { useLookedAt } from '#src/features/stacks/public.ts'
import { aboutAlert, readTemplates, subscribeTemplates } from '#src/features/templates/public.ts'
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
import { stepsAhead } from './steps-ahead.ts'
import type { Step } from './steps.ts'
import { TriageFrame, useTriageStep } from './triage-frame.tsx'
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
  const step = useTriageStep(triage, source)
  usePrefetch(triage, source, step)
  const row = useRow(source, step?.rowId ?? null)
  const { macros } = useStrip(triage, row, step)

  return (
    <TriageFrame
      triage={triage}
      source={source}
      step={step}
      context="queue triage"
      noun={NOUN}
      commands={GO_ON}
      macros={macros}
      onDecide={(digit) => runner.execute('alert.macro', { source: 'pointer', digit })}
      loading={step?.rowId ?? ''}
      actions={
        <>
          {step?.alertId === null && <CommandButton command="alert.noStr" variant="quiet" />}
          <CommandButton command="case.recommendStr" variant="quiet" />
          <CommandButton command="alert.openCase" variant="quiet" />
        </>
      }
    >
      {step && row && <CurrentAlert key={`${step.rowId} ${step.alertId}`} triage={triage} row={row} step={step} />}
    </TriageFrame>
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
      triage={triage}
      name={`${title}, ${row.id}`}
      words={`${title}, ${row.id}, ${row.data.clientName}, ${amountOf(row)}. ${brief?.text ?? ''}`}
      title={title}
      subtitle={row.id}
      tags={
        <>
          <CaseTags row={row} />
          <PartyTags kind="case" id={row.id} platform={row.platform} alertId={step.alertId} />
        </>
      }
      aside={
        <>
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
        </>
      }
      notes={detail?.notes}
    >
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
    </CurrentStep>
  )
}

const amountOf = ({ data }: CaseItem) => `${formatAmount(data.transactionAmount)} ${data.transactionCurrency}`

/** The keys of the step, with the results of their claims. */
function useStrip(triage: Triage<CaseItem>, row: CaseItem | undefined, step: Step | null) {
  const { deps } = useCases()
  const book = useSyncExternalStore(subscribeTemplates, readTemplates)
  const pinned = usePins(triage, step)
  const alert = row?.alerts.find((one) => one.id === step?.alertId) ?? row?.alerts[0]
  const { sheet } = useFacts(row ? { kind: 'case', id: row.id, platform: row.platform } : null)
  // the facts as a value, so that the compiler sees what changes when they come
  const writing = { ...deps.writing(), evidence: () => citation(pinned), sheetOf: () => sheet }
  const about = row && alert && step ? aboutAlert(row, alert, writing, step.alertId === null) : undefined
  return { about, macros: provenStrip(stripOf(step, row, book, triage.weightOf), about, book) }
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
      for (const next of stepsAhead(run, step)) {
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
