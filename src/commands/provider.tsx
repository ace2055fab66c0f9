/** Hands the command layer to components. */
import { createContext, use, useLayoutEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { ActiveList } from './command.ts'
import type { SettableFlag } from './context.ts'

const LayerContext = createContext<CommandLayer | null>(null)

export function CommandProvider({ layer, children }: { layer: CommandLayer; children: ReactNode }) {
  // another object when keys change, so that every badge and tooltip is drawn again
  const registry = useSyncExternalStore(layer.registry.subscribe, layer.registry.view)
  const value = useMemo(() => ({ ...layer, registry }), [layer, registry])
  return <LayerContext value={value}>{children}</LayerContext>
}

/** @throws outside a CommandProvider. */
export function useCommandLayer(): CommandLayer {
  const layer = use(LayerContext)
  if (!layer) throw new Error('There is no CommandProvider around this')
  return layer
}

/**
 * Makes a list the one that commands act on while its screen is mounted. The object must keep its identity: declare it
 * beside the list state, not in the render.
 */
export function useActiveList(list: ActiveList | null): void {
  const { context } = useCommandLayer()
  // in the frame in which the list has the focus: a key pressed there means its rows
  useLayoutEffect(() => (list ? context.pushList(list) : undefined), [context, list])
}

/** Sets an atom while it is true and the caller is mounted; for states outside the focused surface. */
export function useFlag(flag: SettableFlag, isOn = true): void {
  const { context } = useCommandLayer()
  useLayoutEffect(() => {
    context.set({ [flag]: isOn })
    return () => context.set({ [flag]: false })
  }, [context, flag, isOn])
}
