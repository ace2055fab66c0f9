/** A limit on concurrent expensive work. */
import { Refusal } from './refusal.ts'

/** A maximum of concurrent uses per key, an account's id for example, in this instance. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #message: string
  readonly #line: number
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  /** `message` is the refusal; `line` is the number that may wait for `during` instead. */
  constructor(most: number, message: string, line = 0) {
    this.#most = most
    this.#message = message
    this.#line = line
  }

  /** Takes one; the answer gives it back and may be called twice. Throws a `Refusal` 429 where all are taken. */
  take(key: string): () => void {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#most) throw new Refusal(429, this.#message, undefined, { 'retry-after': '5' })
    this.#taken.set(key, taken + 1)
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
      const waiting = this.#waiting.get(key) ?? []
      waiting.shift()?.()
      if (waiting.length === 0) this.#waiting.delete(key)
    }
  }

  /** Takes one for as long as `work` lasts, after those that wait already. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    while ((this.#taken.get(key) ?? 0) >= this.#most) {
      const waiting = this.#waiting.get(key) ?? []
      // refused below
      if (waiting.length >= this.#line) break
      this.#waiting.set(key, waiting)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    const giveBack = this.take(key)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
}
