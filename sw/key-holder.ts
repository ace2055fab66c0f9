/**
 * The vault key of the current user, in memory only: a reloaded or crashed page opens with it offline. Given to workers
 * that run the engine's script, never to a window, so that an injected script cannot request it (decision 0155).
 */
import type { Clock } from '#engine/base/clock.ts'
import type { FromKeyHolder, ToKeyHolder } from '#engine/vault/key-holder.ts'

/** Kept so long after a page last said so; less than the five minutes that a browser gives an event. */
export const KEEP_MS = 270_000
/** While a newer worker is waiting, no new keys are accepted, ms. */
const CLOSED_MS = 10_000
/** The path of the engine's script in a build. */
const ENGINE = /^\/assets\/worker-[\w-]+\.js$/

/** The requesting client, as the browser identifies it. */
export interface RequestingClient {
  type: string
  url: string
}

export const isEngine = (asker: RequestingClient | undefined, origin: string): boolean => {
  if (asker?.type !== 'worker') return false
  const url = new URL(asker.url)
  return url.origin === origin && ENGINE.test(url.pathname)
}

export class KeyHolder {
  readonly #clock: Pick<Clock, 'now' | 'after'>
  #held: { stem: string; what: NonNullable<FromKeyHolder>; until: number } | null = null
  #release = () => {}
  #closedUntil = 0

  constructor(clock: Pick<Clock, 'now' | 'after'>) {
    this.#clock = clock
  }

  /** Answers an engine. `keep` replaces another user's keys. */
  take(message: ToKeyHolder): FromKeyHolder {
    const now = this.#clock.now()
    if (this.#held && this.#held.until < now) this.forget()
    switch (message.type) {
      case 'keep': {
        if (now < this.#closedUntil) return null
        const { stem, mk, shares } = message
        this.#held = { stem, what: { mk, shares }, until: now + KEEP_MS }
        return null
      }
      case 'find':
        return this.#held?.stem === message.stem ? this.#held.what : null
      case 'drop':
        if (this.#held?.stem === message.stem) this.forget()
        return null
    }
  }

  /** Resolves when no keys are held any more, or a newer worker waits: for `waitUntil`. */
  stay(): Promise<void> {
    this.#release()
    if (!this.#held) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = this.#clock.after(KEEP_MS, () => {
        this.forget()
        resolve()
      })
      this.#release = () => {
        stop()
        resolve()
      }
    })
  }

  forget(): void {
    this.#held = null
    this.#release()
  }

  /** A newer worker is to take the place of this one. */
  close(): void {
    this.#closedUntil = this.#clock.now() + CLOSED_MS
    this.forget()
  }
}
