import { createContext, use } from 'react'
import type { Outbox } from './outbox.ts'

const Context = createContext<Outbox | null>(null)

/** Hands the outbox down to its screen. */
export const OutboxProvider = Context.Provider

/** The outbox of this window. Throws outside its provider. */
export function useOutbox(): Outbox {
  const outbox = use(Context)
  if (!outbox) throw new Error('useOutbox outside OutboxProvider')
  return outbox
}
