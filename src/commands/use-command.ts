/** What a control needs to stand for a command. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Chosen, CommandId } from './command.ts'
import type { Source } from './ports.ts'
import { useCommandLayer } from './provider.tsx'
import type { How } from './invocation.ts'
import { reason } from './run.ts'

export interface CommandUse {
  label: string
  /** The tooltip: what it would act on or why it cannot. */
  title: string
  keys: readonly string[] | undefined
  'aria-keyshortcuts': string | undefined
  /** Focusable all the same: pressing it says why not. */
  'aria-disabled': boolean | undefined
  onClick: (event?: { currentTarget: unknown }) => void
}

/**
 * Has every control look again at whether its command can be used: `facts` says what the reasons of a screen's commands
 * tell of, and which has just changed.
 */
export function useReasonsOf(facts: string): void {
  const { context } = useCommandLayer()
  useEffect(() => {
    if (facts !== '') context.set({})
  }, [context, facts])
}

/** Follows the atoms the window sets; cursor and selection are looked at when it is pressed. */
export function useCommandUse(id: CommandId, source: Source, args?: Chosen): CommandUse {
  // the context is read while drawing and changes without any value here changing, which the compiler must not cache
  'use no memo'
  const { registry, context, runner } = useCommandLayer()
  useStore(context.store)
  const command = registry.get(id)
  const how = (target: Element | null): How => ({ source, atoms: context.read(target), ...(args && { args }) })
  // what lies below the palette stays as it is: it is out of reach, not out of use
  const { overlay } = context.store.getState().atoms
  const ctx = runner.context({ ...how(null), atoms: { ...context.read(), overlay } })
  const against = reason(command, ctx)
  return {
    label: command.shortTitle,
    title: against ?? command.title(ctx),
    keys: registry.keyOf(id) ?? undefined,
    'aria-keyshortcuts': registry.ariaKeysOf(id),
    'aria-disabled': against === null ? undefined : true,
    onClick(event) {
      const target = event?.currentTarget instanceof Element ? event.currentTarget : null
      runner.execute(id, how(target))
    },
  }
}
