/** The replica of the platform that is worked on; another platform takes its place. */
import type { Calls } from '#src/data/engine/protocol.ts'
import { Replica, type ReplicaPorts } from './replica.ts'

export type ReplicaCalls = Pick<Calls, 'replicaFollow' | 'replicaPage' | 'replicaSync'>

export class ReplicaHost {
  readonly #ports: ReplicaPorts
  #replica: Replica | null = null

  constructor(ports: ReplicaPorts) {
    this.#ports = ports
  }

  readonly calls: ReplicaCalls = {
    replicaFollow: async (platform) => {
      if (this.#replica?.platform === platform) return
      this.#replica?.stop()
      this.#replica = platform === '' ? null : new Replica(platform, this.#ports)
    },
    replicaPage: async (platform, query, page, pageSize) =>
      this.#replica?.platform === platform ? this.#replica.page(query, page, pageSize) : null,
    replicaSync: async (platform) => {
      if (this.#replica?.platform === platform) await this.#replica.sync()
    },
  }

  /** The network or the session is back: ask the feed at once. */
  poke(): void {
    this.#replica?.poke()
  }

  /** Another tab has stored something. */
  async stored(platform: string, all: boolean): Promise<void> {
    if (this.#replica?.platform === platform) await this.#replica.stored(all)
  }

  stop(): void {
    this.#replica?.stop()
  }
}
