import { useSyncExternalStore } from 'react'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { readBook, subscribeBook } from '#src/features/templates/public.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { Step } from './steps.ts'
import { stripOf } from './strip.ts'
import type { Triage } from './triage.ts'
import { usePins } from './use-pins.ts'

/** The keys of the step in front. They never change places: hands learn them. */
interface MacroStripProps {
  triage: Triage
  step: Step | null
  ruleType: string | undefined
}

export function MacroStrip({ triage, step, ruleType }: MacroStripProps) {
  const { runner } = useCommandLayer()
  const macros = stripOf(step, ruleType, useSyncExternalStore(subscribeBook, readBook))
  const pinned = usePins(triage, step)
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
      <div role="group" aria-label="Decide" className="flex flex-wrap gap-0.5">
        {macros.map((macro) => (
          <button
            key={macro.key}
            type="button"
            className="button"
            data-variant="quiet"
            aria-keyshortcuts={macro.key}
            disabled={macro.against !== null}
            title={macro.against ?? undefined}
            onClick={() => runner.execute('alert.macro', { source: 'pointer', digit: Number(macro.key) })}
          >
            <Kbd keys={[macro.key]} />
            {macro.title}
          </button>
        ))}
      </div>
      {/* on a line of its own where both do not fit on one */}
      <div role="group" aria-label="Go on" className="ms-auto flex gap-0.5">
        {step && (
          <>
            <CommandButton command="alert.pin" variant="quiet">
              Pin…
            </CommandButton>
            <CommandButton command="alert.lookAgain" variant="quiet" />
            <CommandButton command="alert.skip" variant="quiet" />
          </>
        )}
        <CommandButton command="queue.leaveTriage" variant="quiet">
          Leave
        </CommandButton>
      </div>
    </footer>
  )
}
