/**
 * What is being written in a form and is not saved yet: kept in this window at once and sealed on this device soon
 * after, until it is saved or given up. Leaving the screen or the window loses no word.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { systemClock, type Clock } from './engine/clock.ts'
import type { Engine } from './engine-client.ts'
import { whenOpen } from './when-open.ts'

export interface Drafts<T> {
  /** Looks for a draft on this device, once. */
  open(key: string): void
  /** Undefined until it has been looked for, null where nothing was being written. */
  read(key: string): T | null | undefined
  write(key: string, draft: T): void
  /** It was saved or given up. */
  drop(key: string): void
  subscribe: (listener: () => void) => () => void
}

interface DraftPorts {
  engine: Pick<Engine, 'snapshots' | 'status' | 'subscribe'>
  /** What the drafts are of; part of their name on this device. */
  kind: string
  /** The platform they belong to. */
  platform: () => string
  clock?: Clock
}

/** Typing that pauses for so long is sealed, ms. */
const REST_MS = 250

export function createDrafts<T>({ engine, kind, platform, clock = systemClock }: DraftPorts): Drafts<T> {
  const { snapshots } = engine
  const known = new Map<string, T | null>()
  const asked = new Set<string>()
  const waiting = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const name = (key: string) => `draft:${kind}:${key}`

  const put = (key: string, draft: T | null) => {
    known.set(key, draft)
    waiting.get(key)?.()
    waiting.delete(key)
    for (const listener of listeners) listener()
  }

  const look = async (key: string) => {
    await whenOpen(engine)
    const found = await snapshots.get(name(key))
    // what was written meanwhile is later
    if (!known.has(key)) put(key, (found?.value as T | undefined) ?? null)
  }

  return {
    open(key) {
      if (asked.has(key)) return
      asked.add(key)
      void look(key)
    },
    read: (key) => known.get(key),
    write(key, draft) {
      put(key, draft)
      const owner = platform()
      const seal = () => void snapshots.put(name(key), owner, draft, clock.now())
      waiting.set(key, clock.after(REST_MS, seal))
    },
    drop(key) {
      put(key, null)
      void snapshots.drop(name(key))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The draft under a key; looks for it on this device. See `Drafts.read`. */
export function useDraft<T>(drafts: Drafts<T>, key: string): T | null | undefined {
  useEffect(() => drafts.open(key), [drafts, key])
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
}
