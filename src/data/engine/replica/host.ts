/** The replica of the platform that is worked on; another platform takes its place. */
import type { ReplicaKind } from '#contract/calls/sync.ts'
import type { Calls } from '#src/data/engine/protocol.ts'
import type { Change } from '#src/data/engine/types.ts'
import type { Queries } from './kinds.ts'
import { Replica, type PageOf, type ReplicaPorts } from './replica.ts'

export type ReplicaCalls = Pick<Calls, 'replicaFollow' | 'replicaPage' | 'replicaSearch' | 'replicaSync'>

export class ReplicaHost {
  readonly #ports: ReplicaPorts
  #replica: Replica | null = null

  constructor(ports: ReplicaPorts) {
    this.#ports = ports
  }

  readonly calls: ReplicaCalls = {
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

  /** What was stored is gone: begins with nothing. */
  anew(): void {
    if (this.#replica) this.#follow(this.#replica.platform)
  }

  /** Another tab has stored something. */
  async stored(platform: string, all: boolean): Promise<void> {
    await this.#of(platform)?.stored(all)
  }

  stop(): void {
    this.#replica?.stop()
  }

  #follow(platform: string): void {
    this.#replica?.stop()
    this.#replica = platform === '' ? null : new Replica(platform, this.#ports)
  }

  #of(platform: string): Replica | undefined {
    return this.#replica?.platform === platform ? this.#replica : undefined
  }
}
