import { useSyncExternalStore } from 'react'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { readBook, subscribeBook } from '#src/features/templates/public.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import type { Step } from './steps.ts'
import { stripOf } from './strip.ts'

/** The keys of the step in front. They never change places: hands learn them. */
export function MacroStrip({ step, ruleType }: { step: Step | null; ruleType: string | undefined }) {
  const { runner } = useCommandLayer()
  const macros = stripOf(step, ruleType, useSyncExternalStore(subscribeBook, readBook))
  return (
    <footer className="flex flex-none flex-wrap items-center gap-x-1 gap-y-1 border-t border-line bg-raised px-3 py-2">
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
      <span className="grow" />
      {step && (
        <>
          <CommandButton command="alert.lookAgain" variant="quiet" />
          <CommandButton command="alert.skip" variant="quiet" />
        </>
      )}
      <CommandButton command="queue.leaveTriage" variant="quiet">
        Leave
      </CommandButton>
    </footer>
  )
}
