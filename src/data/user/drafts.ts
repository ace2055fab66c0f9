/**
 * Drafts: unsaved input in this window, stored encrypted on this device at once under its platform's key, until saved
 * or discarded. Leaving the screen, a lock, a crash or a closed window loses no text
 * (docs/design/offline.md#who-owns-what).
 */
import { useSyncExternalStore } from 'react'
import { systemClock, type Clock } from '#engine/base/clock.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import type { UserStore } from './user-store.ts'

export interface Drafts<T> {
  /** Undefined before this device was read, null where nothing was being written. */
  read(key: string): T | null | undefined
  /** `label`: its name for the user who returns to it. */
  write(key: string, draft: T, label?: string): void
  /** It was saved or discarded. */
  drop(key: string): void
  subscribe: (listener: () => void) => () => void
}

interface DraftPorts {
  user: Pick<UserStore, 'get' | 'list' | 'save' | 'remove' | 'subscribe'>
  engine: Pick<Engine, 'status' | 'subscribe'>
  /** The kind of the drafts; part of their key on this device. */
  kind: string
  /** The platform they belong to. */
  platform: () => string
  clock?: Clock
}

/** The stored form. */
interface Kept {
  draft: unknown
  at: number
  label?: string
}

/** The write interval while somebody types, ms. */
const EVERY_MS = 150
/** The lifetime of a draft, ms. */
const KEPT_MS = 7 * 24 * 3_600_000

/** Drafts whose write is pending, of all kinds. */
const unwritten = new Set<() => void>()

/** Has everything on its way to the disk: before keys are released, or the window may go. */
export function flushDrafts(): void {
  for (const write of unwritten) write()
}

/** Runs something then as well; returns how to stop. */
export function beforeKeysGo(write: () => void): () => void {
  unwritten.add(write)
  return () => void unwritten.delete(write)
}

const placeOf = (platform: string, id: string) => ({ scope: 'mine', kind: 'draft', platform, id }) as const

export function createDrafts<T>({ user, engine, kind, platform, clock = systemClock }: DraftPorts): Drafts<T> {
  /** The draft being typed; the disk has a slightly older one. */
  let latest: { id: string; platform: string; kept: Kept } | null = null
  let stopTimer: (() => void) | null = null
  const listeners = new Set<() => void>()
  const idOf = (key: string) => `${kind}:${key}`
  const isLatest = (id: string) => latest?.id === id && latest.platform === platform()

  const write = () => {
    unwritten.delete(write)
    if (latest) user.save(placeOf(latest.platform, latest.id), latest.kept)
    latest = null
  }
  const writeOften = () => {
    write()
    // the first key is written at once, those that follow it together
    stopTimer = clock.after(EVERY_MS, () => {
      stopTimer = null
      if (latest) writeOften()
    })
  }
  const forgetOld = (where: string, now: number) => {
    for (const { id, value } of user.list('draft', where)) {
      if (now - (value as Kept).at > KEPT_MS) user.remove(placeOf(where, id))
    }
  }
  const tell = () => listeners.forEach((listener) => listener())

  return {
    read(key) {
      const id = idOf(key)
      const kept = isLatest(id) ? latest?.kept : (user.get('draft', platform(), id) as Kept | undefined)
      if (kept) return kept.draft as T
      return engine.status().storage === 'off' ? undefined : null
    },
    write(key, draft, label) {
      const id = idOf(key)
      const at = clock.now()
      if (latest && !isLatest(id)) write()
      latest = { id, platform: platform(), kept: { draft, at, ...(label !== undefined && { label }) } }
      unwritten.add(write)
      if (!stopTimer) {
        forgetOld(platform(), at)
        writeOften()
      }
      tell()
    },
    drop(key) {
      const id = idOf(key)
      if (isLatest(id)) latest = null
      if (user.get('draft', platform(), id) !== undefined) user.remove(placeOf(platform(), id))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      const stops = [user.subscribe(listener), engine.subscribe(listener)]
      return () => {
        listeners.delete(listener)
        stops.forEach((stop) => stop())
      }
    },
  }
}

/** The labels of a platform's drafts, latest first. */
export const draftLabels = (user: Pick<UserStore, 'list'>, platform: string): string[] =>
  user
    .list('draft', platform)
    .map(({ value }) => value as Kept)
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ label }) => label ?? [])

/** The draft under a key. See `Drafts.read`. */
export const useDraft = <T>(drafts: Drafts<T>, key: string): T | null | undefined =>
  useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
