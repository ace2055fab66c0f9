/** The window's side of the replica: the open work of the platform that is worked on, held in the engine. */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import type { Calls } from '#engine/protocol.ts'
import type { Queries } from '#engine/replica/kinds.ts'
import type { PageOf, ReplicaHits, ReplicaPage, ReplicaState } from '#engine/replica/replica.ts'
import type { Page } from '#src/data/lists/row-source.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { markRead } from '#src/data/net/read-time.ts'

/** The maximum wait for the server if there is something to show. */
const PATIENCE_MS = 1500
/** The server was not reached, or has no such list: a plain catalogue has none of account alerts. */
const UNANSWERED: ReadonlySet<ApiError['kind']> = new Set(['offline', 'timeout', 'server', 'missing'])

export interface ReplicaClient {
  /** Follows this platform's open work; called on every change of platform. */
  follow: (platform: string) => void
  /** A page of a list, or null where it is for the server to answer; trouble is null too. */
  page: <K extends ReplicaKind>(
    platform: string,
    kind: K,
    query: Queries[K],
    at: PageOf,
  ) => Promise<ReplicaPage<K> | null>
  /** The newest rows that contain a text, by kind; none if nothing is held. */
  search: (platform: string, term: string, limit: number) => Promise<ReplicaHits>
  /** Reads what changed on the server, as far as it answers within a moment. */
  sync: (platform: string) => Promise<void>
  /** Null before anything was followed. */
  state: () => ReplicaState | null
  subscribe: (listener: () => void) => () => void
  /** Hears of changes of the rows alone, and not of how fresh they are. */
  subscribeRows: (listener: () => void) => () => void
}

/** The engine's calls, and whether it runs. */
export interface ReplicaPorts {
  isRunning: () => boolean
  calls: Calls
  onChanged: (ids: readonly string[]) => void
  onTrouble: (message: string) => void
}

/**
 * A page of a list: from the replica if it is complete and current, else from the server, and offline from any held
 * rows. Throws what `fromServer` throws.
 */
export async function loadPage<K extends ReplicaKind, Row extends object>(
  replica: ReplicaClient,
  [platform, kind, query]: [platform: string, kind: K, query: Queries[K]],
  at: Pick<PageOf, 'page' | 'pageSize'>,
  fromServer: () => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const read = async (isUnanswered: boolean) => {
    const own = await replica.page(platform, kind, query, { ...at, isUnanswered })
    return own && markRead({ items: own.items as unknown as Row[], total: own.total, capped: own.capped }, own.at)
  }
  const own = await read(false)
  if (own) return own
  try {
    return await fromServer()
  } catch (error) {
    const kept = error instanceof ApiError && UNANSWERED.has(error.kind) ? await read(true) : null
    if (kept) return kept
    throw error
  }
}

export class ReplicaDoor implements ReplicaClient {
  readonly #ports: ReplicaPorts
  readonly #listeners = new Set<() => void>()
  #platform = ''
  #state: ReplicaState | null = null

  constructor(ports: ReplicaPorts) {
    this.#ports = ports
  }

  follow = (platform: string): void => {
    if (platform === this.#platform) return
    this.#platform = platform
    if (this.#ports.isRunning()) this.#ask()
  }

  page: ReplicaClient['page'] = (platform, kind, query, at) =>
    this.#whenReady(() => this.#ports.calls.replicaPage(platform, kind, query, at), null)

  search: ReplicaClient['search'] = async (platform, term, limit) => {
    const nothing: ReplicaHits = { cases: [], ofAlert: [], accountAlerts: [] }
    return (await this.#whenReady(() => this.#ports.calls.replicaSearch(platform, term, limit), null)) ?? nothing
  }

  sync = async (platform: string): Promise<void> => {
    if (!this.#ports.isRunning() || this.#state?.phase !== 'ready') return
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
    // a server that does not answer is the connection's to tell
    await Promise.race([this.#ports.calls.replicaSync(platform).catch(() => undefined), patience])
  }

  state = (): ReplicaState | null => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeRows = (listener: () => void): (() => void) => {
    const rowsOf = (state: ReplicaState | null) => state && `${state.platform} ${state.phase} ${state.version}`
    let seen = rowsOf(this.#state)
    return this.subscribe(() => {
      const now = rowsOf(this.#state)
      if (now === seen) return
      seen = now
      listener()
    })
  }

  /** The engine has started: earlier requests are repeated. */
  started(): void {
    if (this.#platform !== '') this.#ask()
  }

  /** The engine sends, or has stopped. */
  take(state: ReplicaState | null, changed: readonly string[] = []): void {
    // of a platform that was just left
    if (state && state.platform !== this.#platform) return
    this.#state = state
    for (const listener of this.#listeners) listener()
    if (changed.length > 0) this.#ports.onChanged(changed)
  }

  async #whenReady<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    if (!this.#ports.isRunning() || this.#state?.phase !== 'ready') return otherwise
    try {
      return await ask()
    } catch (error) {
      this.#ports.onTrouble(String(error))
      return otherwise
    }
  }

  #ask(): void {
    this.take(null)
    this.#ports.calls.replicaFollow(this.#platform).catch((error: unknown) => this.#ports.onTrouble(String(error)))
  }
}
