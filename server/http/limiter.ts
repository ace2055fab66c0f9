/** How often one may ask. */
import type { Call } from '#contract/call.ts'
import { Refusal, type Account } from '#server/calls/handlers.ts'

const MINUTE = 60_000

/**
 * A ceiling on the requests of an account (of an address, where no session is needed) in a minute. Counted by each
 * instance for itself: it protects the instance, and nobody else needs the figure.
 */
export class Limiter {
  readonly #perMinute: number
  readonly #now: () => Date
  #minute = 0
  #counts = new Map<string, number>()

  constructor(perMinute: number, now: () => Date) {
    this.#perMinute = perMinute
    this.#now = now
  }

  async check(call: Call, account: Account, address: string | null): Promise<void> {
    const at = this.#now().getTime()
    const minute = Math.floor(at / MINUTE)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const who = call.open ? `address ${address}` : `account ${account.id}`
    const count = (this.#counts.get(who) ?? 0) + 1
    this.#counts.set(who, count)
    if (count > this.#perMinute) {
      const seconds = Math.ceil(((minute + 1) * MINUTE - at) / 1000)
      throw new Refusal(429, 'Too many requests: wait a moment.', undefined, { 'retry-after': String(seconds) })
    }
  }
}
