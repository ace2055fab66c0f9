/** The records known to open offline: small, and in the first load. */

/** The maximum number of remembered results; beyond it all are read again. */
const MOST = 5000

export class OfflineMarks {
  readonly #ages = new Map<string, number | null>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly string[] = []
  /** Finds out about ids; set once what does that is loaded. */
  #finder: ((ids: readonly string[]) => void) | null = null
  #version = 0

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /** When all of its needed data were read, ms; undefined if missing or unknown. */
  ageOf(id: string): number | undefined {
    return this.#ages.get(id) ?? undefined
  }

  /** Asks about these, which are in view now. Cheap: nothing is asked twice. */
  look(ids: readonly string[]): void {
    this.#wanted = ids
    const unknown = ids.filter((id) => !this.#ages.has(id))
    if (unknown.length > 0) this.#finder?.(unknown)
  }

  /** Takes what was found; null for what is not here. */
  take(found: ReadonlyMap<string, number | null>): void {
    if (this.#ages.size > MOST) this.#ages.clear()
    let isNew = false
    for (const [id, at] of found) {
      isNew ||= (this.#ages.get(id) ?? null) !== at
      this.#ages.set(id, at)
    }
    if (!isNew) return
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  /** Invalidates these results, or all. */
  forget(ids?: readonly string[]): void {
    if (ids) for (const id of ids) this.#ages.delete(id)
    else this.#ages.clear()
    this.look(this.#wanted)
  }

  attach(finder: ((ids: readonly string[]) => void) | null): void {
    this.#finder = finder
    this.look(this.#wanted)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
