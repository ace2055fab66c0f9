/** TanStack Query in this window: reads only, with three ways of caching (docs/design/offline.md#who-owns-what). */
import {
  dehydrate,
  hydrate,
  onlineManager,
  QueryClient,
  type DehydratedState,
  replaceEqualDeep,
  type Query,
  type QueryFunctionContext,
} from '@tanstack/react-query'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { SnapshotStore } from '#src/data/engine-client/snapshot-store.ts'
import type { Connectivity } from './connectivity.ts'
import { ApiError } from './errors.ts'
import { markRead, readAt } from './read-time.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Readable before anybody is signed in: no customer data, nothing secret. Kept in local storage. */
      boot?: true
      /** Kept encrypted on this device, and shown when there is no network. */
      persist?: true
      /** The case or alert of the query: read again when it changes. */
      about?: string
      /** Read ahead: asked of the server although a snapshot is there. */
      isAhead?: boolean
    }
  }
}

/** Local storage keeps no more of the boot snapshot than this, in characters. */
export const BOOT_LIMIT = 64 * 1024
const BOOT_KEY = 'docket.boot'
const DAY_MS = 24 * 3_600_000
/** Failures that another try may mend. */
const PASSING: ReadonlySet<ApiError['kind']> = new Set(['offline', 'timeout', 'server'])

export interface QueryPorts {
  snapshots: SnapshotStore
  connectivity: Connectivity
  /** Local storage, for the boot snapshot. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
  /** The current platform: cached entries belong to it. */
  platform: () => string
  /** Version of this build: another build's boot snapshot is not read. */
  appV: string
}

/** A first read that began before a change is no answer about it: it is read again once it has come. */
class Queries extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    // others are cancelled and read again at once
    const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
    const early = new Set(this.getQueryCache().findAll(filters).filter(isFirst))
    await super.invalidateQueries(filters, options)
    if (early.size > 0) await super.invalidateQueries({ predicate: (query) => early.has(query) }, options)
  }
}

/** The client of one window, its boot snapshot already restored. */
export function createQueries(ports: QueryPorts): QueryClient {
  const queries = new Queries({
    defaultOptions: {
      queries: {
        // a read may be tried while the heartbeat is unsure, and fails visibly: the network-aware modes would pause its
        // retry silently
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && PASSING.has(error.kind),
        staleTime: 30_000,
        gcTime: DAY_MS,
        persister: (queryFn, context, query) => persisted(ports, queryFn, context, query),
        // sharing keeps old objects alive: they are as new as the answer they were found equal to
        structuralSharing: (old, next) => remark(replaceEqualDeep(old, next), next),
      },
      mutations: { retry: false },
    },
  })
  onlineManager.setEventListener((setOnline) => {
    setOnline(ports.connectivity.isOnline())
    return ports.connectivity.subscribe(() => setOnline(ports.connectivity.isOnline()))
  })
  keepBootSnapshot(queries, ports)
  return queries
}

/** Restores what every start may see, and keeps it current. */
function keepBootSnapshot(queries: QueryClient, { storage, appV, now }: QueryPorts): void {
  // at once: a tab that is closed right after its first start must find it at the next, without a network
  const persister = createSyncStoragePersister({ storage: limited(storage), key: BOOT_KEY, throttleTime: 0 })
  const kept = persister.restoreClient() as { buster: string; clientState: DehydratedState } | undefined
  if (kept?.buster === appV) hydrate(queries, kept.clientState)
  queries.getQueryCache().subscribe((event) => {
    // a locking window forgets its data: restarts and failures remove nothing for the next start
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.meta?.boot !== true) return
    const clientState = dehydrate(queries, {
      // data that could not be read again stay valid: offline days end in failures
      shouldDehydrateQuery: (query) => query.meta?.boot === true && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    })
    // the persister's copy of the core is another one, with the same shape on disk
    void persister.persistClient({ timestamp: now(), buster: appV, clientState: clientState })
  })
}

/** Storage that would rather keep nothing than too much. */
function limited(storage: QueryPorts['storage']): QueryPorts['storage'] {
  return {
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => storage.removeItem(key),
    setItem: (key, value) => (value.length > BOOT_LIMIT ? storage.removeItem(key) : storage.setItem(key, value)),
  }
}

function remark<T>(shared: T, from: unknown): T {
  return typeof from === 'object' && from !== null ? markRead(shared, readAt(from)) : shared
}

/**
 * Answers a query that has nothing yet from its encrypted snapshot and then asks the server; stores what the server
 * answers. Without `meta.persist` it only asks.
 */
async function persisted<T>(
  { snapshots, now, platform }: QueryPorts,
  queryFn: (context: QueryFunctionContext) => T | Promise<T>,
  context: QueryFunctionContext,
  query: Query,
): Promise<T> {
  if (query.meta?.persist !== true) return queryFn(context)
  if (query.state.data === undefined && query.meta.isAhead !== true) {
    const snapshot = await snapshots.get(query.queryHash).catch(() => null)
    if (snapshot) {
      // after the answer was stored
      queueMicrotask(() =>
        setTimeout(() => {
          query.setState({ ...query.state, dataUpdatedAt: snapshot.at })
          if (query.isActive()) void query.fetch().catch(ignoreHere)
        }),
      )
      return markRead(snapshot.value as T, snapshot.at)
    }
  }
  const began = now()
  const answer = await Promise.resolve(queryFn(context)).catch((error: unknown) => {
    // forbidden or deleted: the cached copy is removed too
    if (error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'missing'))
      void snapshots.drop(query.queryHash).catch(ignoreHere)
    throw error
  })
  const stored = snapshots.put(query.queryHash, platform(), answer, began).catch(ignoreHere)
  // read-ahead must store
  if (query.meta.isAhead === true) await stored
  return answer
}

/** The query's own state has its failure; an unstored snapshot is a later miss. */
function ignoreHere(): void {
  return undefined
}
