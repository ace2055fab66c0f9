/**
 * The user's documents: read and written on this device at once, and synchronised with the server. On a catalogue-only
 * server they stay on this device.
 */
import type { SettingKind, SettingScope } from '#contract/model/settings.ts'
import type { Clock } from '#engine/base/clock.ts'
import { keyOf, type LocalKind, type Place, type UserDocument } from '#engine/cache/user-documents.ts'
import type { DocumentStore } from '#src/data/engine-client/engine-client.ts'
import type { Api } from '#src/data/net/api.ts'
import type { Capabilities } from '#src/data/net/capabilities.ts'
import type { Connectivity } from '#src/data/net/connectivity.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { changeLocally, isUnsent, shownValue } from './user-store-local.ts'

/** A document as screens see it. */
export interface Held {
  scope: SettingScope
  id: string
  value: unknown
  /** Not with the server yet. */
  isUnsent: boolean
  /** The reason for the server's refusal; null without one. */
  refused: string | null
}

export interface UserStore {
  /** The documents of a kind on a platform, or of the user for global kinds; by id. */
  list(kind: SettingKind | LocalKind, platform: string): readonly Held[]
  /** The value of one's own document; undefined where there is none, or nothing has been read yet. */
  get(kind: SettingKind | LocalKind, platform: string, id: string): unknown
  /** Takes a value at once. It must pass the kind's schema, else the server refuses it and it stays here. */
  save(place: Place, value: unknown): void
  remove(place: Place): void
  /** Exchanges with the server now. Rejects never: what could not be exchanged is tried again. */
  sync(): Promise<void>
  /** Grows with every change. */
  version(): number
  subscribe: (listener: () => void) => () => void
  /** Begins to exchange by itself; returns how to stop. */
  start(): () => void
}

export interface UserStorePorts {
  api: Pick<Api, 'send'>
  documents: DocumentStore
  connectivity: Pick<Connectivity, 'isOnline' | 'subscribe'>
  capabilities(): Capabilities
  /** The platform that is worked on; empty before there is one. */
  platform(): string
  clock: Clock
  /** A network failure, which needs no action. */
  onTrouble(error: unknown): void
}

/** The delay of sending after a change, and the polling interval, ms. */
const REST_MS = 800
const EVERY_MS = 120_000
/** The number of retries for a document that is being changed elsewhere. */
const MOST_ROUNDS = 5

/** The visible documents of a kind, by id. */
const readHeld = (documents: Iterable<UserDocument>, kind: string, platform: string): readonly Held[] =>
  [...documents]
    .filter((one) => one.kind === kind && (one.platform === platform || one.platform === ''))
    .flatMap((one): Held[] => {
      const value = shownValue(one)
      if (value === undefined) return []
      const { scope, id, edit } = one
      return [{ scope, id, value, isUnsent: isUnsent(one), refused: edit?.refused ?? null }]
    })
    .toSorted((a, b) => a.id.localeCompare(b.id) || a.scope.localeCompare(b.scope))

/** The user's own documents in this window. */
export function createUserStore(ports: UserStorePorts): UserStore {
  const { api, documents, connectivity, capabilities, clock, onTrouble } = ports
  const held = new Map<string, UserDocument>()
  const listeners = new Set<() => void>()
  let lists = new Map<string, readonly Held[]>()
  let version = 0
  /** Changes from before this device's documents were read; null afterwards. */
  let early: Set<string> | null = new Set()
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let stopTimer: (() => void) | null = null
  let isStarted = false

  const tell = () => {
    version += 1
    lists = new Map()
    for (const listener of listeners) listener()
  }

  /** Takes what places hold now, here and on disk. */
  const keep = (entries: readonly [key: string, document: UserDocument | null][]) => {
    const put: UserDocument[] = []
    const gone: string[] = []
    for (const [key, document] of entries) {
      if (document === held.get(key)) continue
      if (document) put.push(document)
      else gone.push(key)
      if (document) held.set(key, document)
      else held.delete(key)
    }
    if (put.length + gone.length === 0) return
    documents.change({ put, gone }).catch(onTrouble)
    tell()
  }

  documents.listen((told) => {
    const before = early
    if (told === null) held.clear()
    for (const document of told?.put ?? []) {
      const key = keyOf(document)
      const mine = held.get(key)
      // changed before this device's documents were read: a change of what they hold
      const isChanged = before?.has(key) && mine
      held.set(key, (isChanged && changeLocally(document, document, shownValue(mine))) || document)
    }
    for (const key of told?.gone ?? []) held.delete(key)
    early = told === null ? new Set() : null
    tell()
    if (told) plan(REST_MS)
  })

  const plan = (ms: number) => {
    stopTimer?.()
    const begin = () => {
      stopTimer = null
      void sync()
    }
    stopTimer = isStarted ? clock.after(ms, begin) : null
  }

  async function once(): Promise<void> {
    const platform = ports.platform()
    if (platform === '' || !capabilities().settings || !connectivity.isOnline()) return
    try {
      // wanted after the first screen, with the calls it makes: not part of the first load
      const { exchange } = await import('./user-store-exchange.ts')
      if (await exchange({ api, held, keep }, platform)) isAskedAgain = true
    } catch (error) {
      // an answer that did not come is the connection's to tell; the next exchange tries again
      if (!(error instanceof ApiError)) onTrouble(error)
    }
  }

  function sync(): Promise<void> {
    if (running) {
      isAskedAgain = true
      return running
    }
    running = (async () => {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        isAskedAgain = false
        await once()
        if (!isAskedAgain) return
      }
    })().finally(() => {
      running = null
      // later changes have their own run
      if (!stopTimer) plan(EVERY_MS)
    })
    return running
  }

  const put = (place: Place, value: unknown) => {
    const key = keyOf(place)
    early?.add(key)
    keep([[key, changeLocally(place, held.get(key), value)]])
    plan(REST_MS)
  }

  return {
    list(kind, platform) {
      const name = `${kind}|${platform}`
      const known = lists.get(name) ?? readHeld(held.values(), kind, platform)
      lists.set(name, known)
      return known
    },
    get(kind, platform, id) {
      const one = held.get(keyOf({ scope: 'mine', kind, platform, id }))
      return one && shownValue(one)
    },
    save: (place, value) => put(place, value),
    remove: (place) => put(place, undefined),
    sync,
    version: () => version,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      isStarted = true
      plan(REST_MS)
      const stop = connectivity.subscribe(() => {
        if (connectivity.isOnline()) plan(REST_MS)
      })
      return () => {
        isStarted = false
        stop()
        stopTimer?.()
      }
    },
  }
}
