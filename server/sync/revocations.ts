/**
 * Closes connected listeners: `purge`, the device was revoked; `revoke`, the account lost the platform;
 * `session`, the session has ended or is locked. All listeners of this instance are checked together, with one query
 * about devices and one about accounts.
 */
import type { Kysely } from 'kysely'
import { toAccount } from '#server/identity/accounts.ts'
import type { Database } from '#server/schema/database.ts'
import type { PokeOrGap, Pokes } from '#server/store/pokes.ts'

export type Revocation = 'purge' | 'revoke' | 'session'

export interface Listener {
  account: string
  platform: string
  device: string | undefined
  /** True if the session it began with still counts. */
  isSignedIn: () => Promise<boolean>
}

/** Kinds of objects that affect a listener's rights. */
const GROUNDS: ReadonlySet<string> = new Set(['device', 'account'])
/** The debounce of checks, ms. */
const GATHER_MS = 100

export class Revocations {
  readonly #db: Kysely<Database>
  readonly #pokes: Pick<Pokes, 'listen'>
  readonly #onError: (error: unknown) => void
  readonly #listeners = new Map<Listener, (loss: Revocation) => void>()
  #hearing: Promise<unknown> | undefined
  #gathering: NodeJS.Timeout | undefined

  constructor(db: Kysely<Database>, pokes: Pick<Pokes, 'listen'>, onError: (error: unknown) => void) {
    this.#db = db
    this.#pokes = pokes
    this.#onError = onError
  }

  /** Notifies a listener of past and future losses; returns the unsubscribe function. */
  watch(listener: Listener, tell: (loss: Revocation) => void): () => void {
    const own = { ...listener }
    this.#listeners.set(own, tell)
    this.#hearing ??= this.#pokes.listen((heard) => this.#hear(heard))
    this.#hearing.then(() => this.#checkSoon(), this.#onError)
    return () => void this.#listeners.delete(own)
  }

  #hear(heard: PokeOrGap): void {
    if (heard === 'missed' || GROUNDS.has(heard.topic)) this.#checkSoon()
  }

  #checkSoon(): void {
    if (this.#gathering !== undefined) return
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      this.#check().catch(this.#onError)
    }, GATHER_MS).unref()
  }

  async #check(): Promise<void> {
    const listeners = [...this.#listeners]
    if (listeners.length === 0) return
    const ids = [...new Set(listeners.map(([{ account }]) => account))]
    const [accounts, devices] = await Promise.all([
      this.#db.selectFrom('account').selectAll().where('id', 'in', ids).where('is_disabled', '=', false).execute(),
      this.#db
        .selectFrom('device')
        .select(['account_id', 'id'])
        .where('account_id', 'in', ids)
        .where('revoked_at', 'is not', null)
        .execute(),
    ])
    const platforms = new Map(accounts.map((row) => [row.id, toAccount(row).platforms]))
    const revoked = new Set(devices.map(({ account_id, id }) => `${account_id} ${id}`))
    for (const [listener, tell] of listeners) {
      // a listener that has left is not notified
      if (!this.#listeners.has(listener)) continue
      const { account, platform, device } = listener
      if (device !== undefined && revoked.has(`${account} ${device}`)) tell('purge')
      else if (!platforms.get(account)?.includes(platform)) tell('revoke')
      else if (!(await listener.isSignedIn())) tell('session')
    }
  }
}
