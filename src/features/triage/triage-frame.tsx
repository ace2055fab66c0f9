import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { KeyContext } from '#src/commands/dispatcher/key-context.ts'
import { useFlag } from '#src/commands/provider.tsx'
import { useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { MacroStrip, type StepCommands } from '#src/features/triage/macros/macro-strip.tsx'
import type { StripMacro } from '#src/features/triage/macros/strip.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useJoining } from './progress.tsx'
import type { Step } from './steps.ts'
import { Summary } from './summary.tsx'
import type { Triage } from './triage.ts'

/** The current step of a run over these rows, while its view is shown; null after the last one. */
export function useTriageStep<Row>(triage: Triage<Row>, source: RowSource<Row>): Step | null {
  useRows(source)
  useFlag('triage')
  useJoining(triage, source)
  return useStore(triage.store, (state) => state.step)
}

interface TriageFrameProps<Row> {
  triage: Triage<Row>
  source: RowSource<Row>
  step: Step | null
  context: KeyContext
  /** The rows of a run. */
  noun: readonly [one: string, many: string]
  commands: StepCommands
  macros: readonly StripMacro[]
  onDecide: (digit: number) => void
  /** The name of a missing row that is being read: "alert 12". */
  loading: string
  /** Further actions on the current step. */
  actions: ReactNode
  /** The current step; a placeholder while its row is read. */
  children: ReactNode
}

/** Triage over the whole page: the current step or the summary, above the keys that decide. */
export function TriageFrame<Row>(props: TriageFrameProps<Row>) {
  const { triage, source, step, context, noun, commands, macros, onDecide, loading, actions, children } = props
  return (
    <section aria-label="Triage" data-kb-context={context} className="flex h-full min-h-0 flex-col">
      {step === null ? (
        <Summary triage={triage} source={source} noun={noun} leave={commands.leave} goOn={commands.skip} />
      ) : (
        (children ?? (
          <div className="p-6">
            <Skeleton lines={6} label={`Loading ${loading}`} />
          </div>
        ))
      )}
      <MacroStrip triage={triage} step={step} macros={macros} onDecide={onDecide} commands={commands}>
        {actions}
      </MacroStrip>
    </section>
  )
}
