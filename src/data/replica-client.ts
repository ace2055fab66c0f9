/** The window's side of the replica: the open work of the platform that is worked on, held in the engine. */
import type { Calls } from './engine/protocol.ts'
import type { CaseListQuery } from './engine/replica/case-shape.ts'
import type { ReplicaPage, ReplicaState } from './engine/replica/replica.ts'

/** Longer than this nobody waits for the server where there is something to show. */
const PATIENCE_MS = 1500

export interface ReplicaClient {
  /** Keeps this platform's open work at hand; called again on every change of platform. */
  follow: (platform: string) => void
  /** A page of the list of cases, or null where it is for the server to answer; trouble is null too. */
  page: (platform: string, query: CaseListQuery, page: number, pageSize: number) => Promise<ReplicaPage | null>
  /** Reads what changed on the server, as far as it answers within a moment. */
  sync: (platform: string) => Promise<void>
  /** Null before anything was followed. */
  state: () => ReplicaState | null
  subscribe: (listener: () => void) => () => void
  /** Hears of changes of the rows alone, and not of how fresh they are. */
  subscribeRows: (listener: () => void) => () => void
}

/** What the engine answers, and whether it runs. */
export interface ReplicaPorts {
  isRunning: () => boolean
  follow: (platform: string) => Promise<void>
  page: (...args: Parameters<Calls['replicaPage']>) => Promise<ReplicaPage | null>
  sync: (platform: string) => Promise<void>
  onTrouble: (message: string) => void
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

  page: ReplicaClient['page'] = async (platform, query, page, pageSize) => {
    if (!this.#ports.isRunning() || this.#state?.phase !== 'ready') return null
    try {
      return await this.#ports.page(platform, query, page, pageSize)
    } catch (error) {
      this.#ports.onTrouble(String(error))
      return null
    }
  }

  sync = async (platform: string): Promise<void> => {
    if (!this.#ports.isRunning() || this.#state?.phase !== 'ready') return
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
    // a server that does not answer is the connection's to tell
    await Promise.race([this.#ports.sync(platform).catch(() => undefined), patience])
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

  /** The engine has started: what was asked for before is asked again. */
  started(): void {
    if (this.#platform !== '') this.#ask()
  }

  /** The engine tells, or has stopped. */
  take(state: ReplicaState | null): void {
    // of a platform that was left a moment ago
    if (state && state.platform !== this.#platform) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #ask(): void {
    this.take(null)
    this.#ports.follow(this.#platform).catch((error: unknown) => this.#ports.onTrouble(String(error)))
  }
}
