/**
 * Change notifications between instances, by LISTEN and NOTIFY on the shared database. A notification carries no data
 * and may come twice: a listener reads again.
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import type { Database } from '#server/schema/database.ts'

export interface Poke {
  /** Null where it concerns no platform, as an account does. */
  platform: string | null
  /** The kind of object that changed, as the audit names it: `case`, `alert`, `rule` ... */
  topic: string
}
/** `missed` says that the connection was away for a while: anything may have changed. */
export type PokeOrGap = Poke | 'missed'

const CHANNEL = 'docket'
/** How long to wait before the next try to connect, in milliseconds: doubled each time up to the second. */
const PATIENCE = [100, 10_000] as const

/** Sends pokes to every instance, this one too, when the caller's transaction commits; equal ones count once. */
export async function poke(db: Kysely<Database>, pokes: readonly Poke[]): Promise<void> {
  const words = [...new Set(pokes.map(({ platform, topic }) => JSON.stringify({ platform, topic })))]
  await sql`select pg_notify(${CHANNEL}, word) from unnest(${words}::text[]) as word`.execute(db)
}

/** The ear of an instance: one connection of its own, made when somebody first listens and made again when it breaks. */
export class Pokes {
  readonly #url: string
  readonly #onError: (error: Error) => void
  readonly #hearers = new Set<(heard: PokeOrGap) => void>()
  readonly #over = new AbortController()
  /** Aborted when no poke will be heard any more: the server stops. */
  readonly over = this.#over.signal
  #client: Promise<Client | undefined> | undefined

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url
    this.#onError = onError
  }

  /** Hears every poke sent from when the promise resolves; the answer stops it. */
  async listen(hear: (heard: PokeOrGap) => void): Promise<() => void> {
    this.#client ??= this.#connect()
    await this.#client
    this.#hearers.add(hear)
    return () => void this.#hearers.delete(hear)
  }

  async close(): Promise<void> {
    this.#over.abort()
    this.#hearers.clear()
    const client = await this.#client
    await client?.end()
  }

  #tell(heard: PokeOrGap): void {
    for (const hear of this.#hearers) hear(heard)
  }

  /** Tries until it succeeds; nothing when it was closed meanwhile. */
  async #connect(): Promise<Client | undefined> {
    const { signal } = this.#over
    const [first, most] = PATIENCE
    for (let wait: number = first; !signal.aborted; wait = Math.min(wait * 2, most)) {
      const client = new Client({ connectionString: this.#url, application_name: 'docket pokes', keepAlive: true })
      client.on('error', this.#onError)
      client.on('notification', ({ payload }) => this.#tell(JSON.parse(payload ?? '') as Poke))
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        client.once('end', () => this.#recover())
        return client
      } catch (error) {
        this.#onError(error as Error)
        await client.end()
        await Promise.race([pause(wait, undefined, { ref: false }), once(signal, 'abort')])
      }
    }
    return undefined
  }

  /** Notifications during a disconnection are lost: every listener is told to read again. */
  #recover(): void {
    if (this.#over.signal.aborted) return
    this.#client = this.#connect()
    void this.#client.then(() => this.#tell('missed'))
  }
}
