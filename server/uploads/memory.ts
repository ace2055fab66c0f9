/** The limit on bytes that are read from disk into memory at the same time; a read above it waits for its turn. */
import { Refusal } from '#server/core/refusal.ts'

/** The maximum number of uploads that wait. */
const LINE = 500

export class ByteBudget {
  #held = 0
  /** The most that was held at a time. */
  peak = 0
  readonly #waiting: { bytes: number; limit: number; begin: () => void }[] = []

  /** Bytes of uploads in memory now. */
  get held(): number {
    return this.#held
  }

  /**
   * Resolves with what gives the bytes back, once they are within the limit together with what is held; one that is larger
   * than the limit has its turn alone. Throws a `Refusal` 503 where too many wait.
   */
  async hold(bytes: number, limit: number): Promise<() => void> {
    if (this.#waiting.length >= LINE) {
      throw new Refusal(503, 'Too many uploads wait: try again in a moment.', undefined, { 'retry-after': '10' })
    }
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, limit, begin })
      this.#next()
    })
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#held -= bytes
      this.#next()
    }
  }

  #next(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (this.#held > 0 && this.#held + first.bytes > first.limit) return
      this.#waiting.shift()
      this.#held += first.bytes
      this.peak = Math.max(this.peak, this.#held)
      first.begin()
    }
  }
}

/** Of this process. */
export const UPLOADS_IN_MEMORY = new ByteBudget()
