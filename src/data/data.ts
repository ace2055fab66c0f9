/** Everything the window knows about the server and this device, made once and handed down by `DataProvider`. */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Views } from '#contract/ops/op.ts'
import type { ReplicaState } from '#engine/replica/replica.ts'
import type { Engine, EngineStatus } from '#src/data/engine-client/engine-client.ts'
import type { Pending } from '#src/data/engine-client/pending.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import type { Api } from '#src/data/net/api.ts'
import type { Capabilities } from '#src/data/net/capabilities.ts'
import type { Connectivity } from '#src/data/net/connectivity.ts'
import type { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { Drafts } from '#src/data/user/drafts.ts'
import type { TokenStore } from '#src/data/user/session-store.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import type { Reference } from './reference.ts'

export interface Data {
  api: Api
  token: TokenStore
  queries: QueryClient
  engine: Engine
  pending: Pending
  connectivity: Connectivity
  reference: Reference
  /** The records that can be opened offline. */
  marks: OfflineMarks
  /** Keymap, templates, views: what is the user's own. */
  user: UserStore
  /** Text drafts of drawers; a screen with a form creates its own drafts. */
  drafts: Drafts<unknown>
  /** The server's additions to the catalogue as far as known; none before. */
  capabilities(): Capabilities
  /** Begins the heartbeat and asks for capabilities; returns how to stop. */
  start(): () => void
}

const Context = createContext<Data | null>(null)

/** Hands the data layer down: `<DataProvider value={createData(ports)}>`. */
export const DataProvider = Context.Provider

/** The data layer of this window. Throws outside its provider. */
export function useData(): Data {
  const data = use(Context)
  if (!data) throw new Error('useData outside DataProvider')
  return data
}

/** A server answer with pending operations on it; the same object where there are none. */
export function useFold<V extends keyof Views>(view: V, base: Views[V]): Views[V]
export function useFold<V extends keyof Views>(view: V, base: Views[V] | undefined): Views[V] | undefined
export function useFold<V extends keyof Views>(view: V, base: Views[V] | undefined): Views[V] | undefined {
  const { pending } = useData()
  const version = useSyncExternalStore(pending.subscribe, () => (base ? pending.versionOf(base) : 0))
  return useMemo(() => (version >= 0 && base ? pending.fold(view, base) : base), [pending, view, base, version])
}

/** `useFold` for a list: the same array until something pending on one of its items changes. */
export function useFoldEach<V extends keyof Views>(view: V, bases: readonly Views[V][]): readonly Views[V][] {
  const { pending } = useData()
  const version = useSyncExternalStore(pending.subscribe, () =>
    bases.reduce((sum, base) => sum + pending.versionOf(base), 0),
  )
  return useMemo(
    () => (version >= 0 ? bases.map((base) => pending.foldOnce(view, base)) : bases),
    [pending, view, bases, version],
  )
}

/** Counts and health of the outbox; renders again when they change. */
export function useEngineStatus(): EngineStatus {
  const { engine } = useData()
  return useSyncExternalStore(engine.subscribe, engine.status)
}

/** The platform's open work on this device; renders again when it changes. */
export function useReplica(): ReplicaState | null {
  const { engine } = useData()
  return useSyncExternalStore(engine.replica.subscribe, engine.replica.state)
}

/** When a stored record was read, ms; undefined if not stored. Requests it. */
export function useKeptAt(id: string): number | undefined {
  const { marks } = useData()
  useEffect(() => marks.look([id]), [marks, id])
  return useSyncExternalStore(marks.subscribe, () => marks.ageOf(id))
}

/**
 * Reads the version of a source. Written in place, the compiler would keep it as long as the version is the same number,
 * and so read that of a source before.
 */
export const versionOf = (source: { readonly version: number }) => () => source.version

/** Renders again whenever the source changes; returns the source's version. */
export function useRows<Row>(source: RowSource<Row>): number {
  return useSyncExternalStore(source.subscribe, versionOf(source))
}

/** One row of a source, with what was decided on it; renders again when that changes. */
export function useRow<Row>(source: RowSource<Row>, id: string | null): Row | undefined {
  return useSyncExternalStore(source.subscribe, () => (id === null ? undefined : source.rowOf(id)))
}

/** True if the server can be reached; renders again when that changes. */
export function useIsOnline(): boolean {
  const { connectivity } = useData()
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline)
}

/** The reference data; loads it on first use and renders again when it is there. */
export function useReference(): Reference {
  const { reference } = useData()
  useSyncExternalStore(reference.subscribe, reference.isLoaded)
  useEffect(() => {
    // without it codes are shown as they are; the next use tries again
    reference.load().catch((error: unknown) => console.warn('The reference data is not there', error))
  }, [reference])
  return reference
}
