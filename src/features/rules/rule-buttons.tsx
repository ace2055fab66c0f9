import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useRules } from './rules.ts'

interface RuleButtonsProps {
  commands: readonly CommandId[]
  primary?: CommandId
  quiet?: CommandId
  /** Other words for a command than its own. */
  labels?: Partial<Record<CommandId, string>>
}

/** Buttons of commands whose answer to "why not now" hangs on what is being written. */
export function RuleButtons({ commands, primary, quiet, labels }: RuleButtonsProps) {
  // the reason is read during rendering and may change without a prop, which the compiler must not cache
  'use no memo'
  const { store, drafts, list } = useRules()
  useStore(store)
  useStore(list.cursor)
  useSyncExternalStore(drafts.subscribe, () => drafts)
  return (
    <span className="flex flex-wrap gap-2">
      {commands.map((command) => (
        <CommandButton
          key={command}
          command={command}
          variant={command === primary ? 'primary' : command === quiet ? 'quiet' : 'plain'}
        >
          {labels?.[command]}
        </CommandButton>
      ))}
    </span>
  )
}
