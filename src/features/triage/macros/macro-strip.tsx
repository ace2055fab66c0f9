import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { digitKeys } from '#src/commands/dispatcher/digit-keys.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Step } from '#src/features/triage/steps.ts'
import type { Triage } from '#src/features/triage/triage.ts'
import { ClaimMark, worstOf } from '#src/features/templates/public.ts'
import { usePins } from '#src/features/triage/use-pins.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { StripMacro } from './strip.ts'

/** The commands of a step that have buttons, in order. */
export type StepCommands = Readonly<Record<'decide' | 'pin' | 'lookAgain' | 'skip' | 'leave', CommandId>>

interface MacroStripProps {
  triage: Pick<Triage<unknown>, 'pins'>
  step: Step | null
  macros: readonly StripMacro[]
  onDecide: (digit: number) => void
  commands: StepCommands
  /** Further actions on the current alert. */
  children?: ReactNode
}

/** The keys of the current step. They never change places. */
export function MacroStrip({ triage, step, macros, onDecide, commands, children }: MacroStripProps) {
  const pinned = usePins(triage, step)
  const { registry, notices } = useCommandLayer()
  const notice = useStore(notices.store, (state) => state.notice)
  /** Flashes on what was pressed in vain: the digit's button, or all of them where no digit was pressed. */
  const flash = (digit: number | null) =>
    notice?.refused?.digit === digit && <span key={notice.seq} aria-hidden="true" className="flash" />
  return (
    <footer className="strip">
      {pinned.length > 0 && (
        <ul aria-label="Pinned as evidence" className="flex w-full flex-wrap gap-x-3 gap-y-1 px-1.5 py-0.5">
          {pinned.map((words) => (
            <li key={words} className="max-w-[48ch] truncate" title={words}>
              <Tag tone="accent">{words}</Tag>
            </li>
          ))}
        </ul>
      )}
      <div role="group" aria-label="Decide" className="relative flex flex-wrap gap-0.5">
        {flash(null)}
        {macros.map((macro) => (
          <button
            key={macro.key}
            type="button"
            className="button relative"
            data-variant="quiet"
            aria-keyshortcuts={digitKeys(registry, commands.decide, macro.key).length === 1 ? macro.key : undefined}
            disabled={macro.against !== null}
            title={macro.against ?? undefined}
            onClick={() => onDecide(Number(macro.key))}
          >
            <Kbd keys={digitKeys(registry, commands.decide, macro.key)} />
            {worstOf(macro.judged ?? []) === 'contradicted' ? <ClaimMark verdict="contradicted" /> : null}
            {macro.title}
            {macro.closesCase && <span className="text-muted">no STR</span>}
            {flash(Number(macro.key))}
          </button>
        ))}
      </div>
      {/* on a line of its own if both do not fit */}
      <div role="group" aria-label="Go on" className="ms-auto flex flex-wrap justify-end gap-0.5">
        {step && (
          <>
            {children}
            <CommandButton command={commands.pin} variant="quiet">
              Pin…
            </CommandButton>
            <CommandButton command={commands.lookAgain} variant="quiet" />
            <CommandButton command={commands.skip} variant="quiet" />
          </>
        )}
        {/* the summary has its own way out */}
        {step && (
          <CommandButton command={commands.leave} variant="quiet">
            Leave
          </CommandButton>
        )}
      </div>
    </footer>
  )
}
