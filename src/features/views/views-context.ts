import { createContext, use, useSyncExternalStore } from 'react'
import type { Views } from './views.ts'

const Context = createContext<Views | null>(null)

/** Hands the saved views down. */
export const ViewsProvider = Context.Provider

/** The saved views of this window; renders again when any changes. Throws outside its provider. */
export function useViews(): Views {
  const views = use(Context)
  if (!views) throw new Error('useViews outside ViewsProvider')
  useSyncExternalStore(views.subscribe, views.version)
  return views
}
