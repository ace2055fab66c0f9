/** The replica of the platform that is worked on; another platform takes its place. */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import { call, type CallsOf } from '#engine/base/call.ts'
import type { Change } from '#engine/base/types.ts'
import type { Queries } from './kinds.ts'
import { Replica, type PageOf, type ReplicaHits, type ReplicaPage, type ReplicaPorts } from './replica.ts'

/** The window's calls on the replica. */
export const REPLICA_CALLS = {
  /** Follows this platform's open work, and no other's. */
  replicaFollow: call<(platform: string) => Promise<void>>('read'),
  /** Reads what changed on the server now. Throws where it cannot be asked. */
  replicaSync: call<(platform: string) => Promise<void>>('read'),
  /** A page of a list, or null where it is for the server to answer. */
  replicaPage:
    call<
      <K extends ReplicaKind>(
        platform: string,
        kind: K,
        query: Queries[K],
        at: PageOf,
      ) => Promise<ReplicaPage<K> | null>
    >('read'),
  /** The rows that contain a text; null if nothing is held. */
  replicaSearch: call<(platform: string, term: string, limit: number) => Promise<ReplicaHits | null>>('read'),
}

export class CurrentReplica {
  readonly #ports: ReplicaPorts
  #replica: Replica | null = null
  /** Replicas that are stopping. */
  #left: Promise<unknown> = Promise.resolve()

  constructor(ports: ReplicaPorts) {
    this.#ports = ports
  }

  readonly calls: CallsOf<typeof REPLICA_CALLS> = {
    replicaFollow: async (platform) => {
      if (this.#replica?.platform !== platform) this.#follow(platform)
    },
    replicaPage: async <K extends ReplicaKind>(platform: string, kind: K, query: Queries[K], at: PageOf) =>
      (await this.#of(platform)?.page(kind, query, at)) ?? null,
    replicaSearch: async (platform, term, limit) => (await this.#of(platform)?.search(term, limit)) ?? null,
    replicaSync: async (platform) => this.#of(platform)?.sync(),
  }

  /** The network or the session is back: ask the server at once. */
  poke(): void {
    this.#replica?.poke()
  }

  /** Something became of operations, here or in another tab. */
  changed({ put }: Change): void {
    const replica = this.#replica
    for (const { state, op } of put) {
      const { platform, caseId, alertId } = op.target
      if (state !== 'acked' || platform !== replica?.platform) continue
      if (caseId !== undefined) replica.touched('case', [caseId])
      else if (alertId !== undefined) replica.touched('accountAlert', [alertId])
    }
  }

  /** The stored data were deleted: starts empty. */
  anew(): void {
    if (this.#replica) this.#follow(this.#replica.platform)
  }

  /** Another tab has stored something. */
  async stored(platform: string, all: boolean): Promise<void> {
    await this.#of(platform)?.stored(all)
  }

  /** Resolves when nothing of it uses the database any more. */
  async stop(): Promise<void> {
    await Promise.all([this.#left, this.#replica?.stop()])
  }

  #follow(platform: string): void {
    this.#left = Promise.all([this.#left, this.#replica?.stop()])
    this.#replica = platform === '' ? null : new Replica(platform, this.#ports)
  }

  #of(platform: string): Replica | undefined {
    return this.#replica?.platform === platform ? this.#replica : undefined
  }
}
