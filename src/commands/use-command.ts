/** The state of a command for a control. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Chosen, CommandId } from './command.ts'
import type { Source } from './ports.ts'
import { useCommandLayer } from './provider.tsx'
import type { Invocation } from './invocation.ts'
import { reason } from './runner.ts'

export interface CommandUse {
  label: string
  /** The tooltip: what it would act on or why it cannot. */
  title: string
  keys: readonly string[] | undefined
  'aria-keyshortcuts': string | undefined
  /** Stays focusable: pressing it explains why it is unavailable. */
  'aria-disabled': boolean | undefined
  onClick: (event?: { currentTarget: unknown }) => void
}

/** Makes controls check their commands again: `facts` has the changed values behind a screen's reasons. */
export function useReasonsOf(facts: string): void {
  const { context } = useCommandLayer()
  useEffect(() => {
    if (facts !== '') context.set({})
  }, [context, facts])
}

/** Follows the window's atoms; cursor and selection are read when it is pressed. */
export function useCommandUse(id: CommandId, source: Source, args?: Chosen): CommandUse {
  // the context is read while drawing and changes without any value here changing, which the compiler must not cache
  'use no memo'
  const { registry, context, runner } = useCommandLayer()
  useStore(context.store)
  const command = registry.get(id)
  const how = (target: Element | null): Invocation => ({ source, atoms: context.read(target), ...(args && { args }) })
  // controls below the palette stay as they are: out of reach, not disabled
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
