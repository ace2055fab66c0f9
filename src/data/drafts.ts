/**
 * What is being written in a form and is not saved yet: kept in this window at once and sealed on this device right
 * after, until it is saved or given up. Leaving the screen or the window loses no word.
 */
import { useEffect, useSyncExternalStore } from 'react'
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
}

export function createDrafts<T>({ engine, kind, platform }: DraftPorts): Drafts<T> {
  const { snapshots } = engine
  const known = new Map<string, T | null>()
  const asked = new Set<string>()
  /** Keys whose last state is not on the device yet, and those that are being sealed. */
  const unsealed = new Set<string>()
  const sealing = new Set<string>()
  const listeners = new Set<() => void>()
  const name = (key: string) => `draft:${kind}:${key}`
  const show = (key: string, draft: T | null) => {
    known.set(key, draft)
    for (const listener of listeners) listener()
  }

  /** One write at a time for each; what came meanwhile is written once more, the latest alone. */
  const seal = async (key: string, owner: string) => {
    unsealed.add(key)
    if (sealing.has(key)) return
    sealing.add(key)
    while (unsealed.delete(key)) {
      const draft = known.get(key) ?? null
      const write = draft === null ? snapshots.drop(name(key)) : snapshots.put(name(key), owner, draft, Date.now())
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await write.catch((error: unknown) => console.warn('A draft is in this window alone', error))
    }
    sealing.delete(key)
  }
  const look = async (key: string) => {
    await whenOpen(engine)
    const found = await snapshots.get(name(key)).catch(() => null)
    // what was written meanwhile is later
    if (!known.has(key)) show(key, (found?.value as T | undefined) ?? null)
  }
  const put = (key: string, draft: T | null) => {
    show(key, draft)
    void seal(key, platform())
  }

  return {
    open(key) {
      if (asked.has(key)) return
      asked.add(key)
      void look(key)
    },
    read: (key) => known.get(key),
    write: put,
    drop: (key) => put(key, null),
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
