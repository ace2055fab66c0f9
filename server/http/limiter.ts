/** Rate limits. */
import type { Call } from '#contract/call.ts'
import type { Account } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

const MINUTE = 60_000

/**
 * A limit on requests per minute of an account (of an address without a session); a batch counts its operations. Each
 * instance counts for itself, as it only protects itself.
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

  /** Counts a request of an account, or of an address where no session is needed. */
  check(call: Call, account: Account, address: string | null): void {
    this.take(call.roles === 'public' ? `address ${address}` : `account ${account.id}`)
  }

  /** Counts this many more, and throws a `Refusal` 429 above the limit. */
  take(who: string, count = 1): void {
    const at = this.#now().getTime()
    const minute = Math.floor(at / MINUTE)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const taken = (this.#counts.get(who) ?? 0) + count
    this.#counts.set(who, taken)
    if (taken > this.#perMinute) {
      const seconds = Math.ceil(((minute + 1) * MINUTE - at) / 1000)
      throw new Refusal(429, 'Too many requests: wait a moment.', undefined, { 'retry-after': String(seconds) })
    }
  }
}
