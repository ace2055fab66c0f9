import type { Turn } from '#engine/base/call.ts'

/** The order of the window's calls, each by its declared turn. */
export class CallQueue {
  #inOrder: Promise<unknown> = Promise.resolve()
  #beside: Promise<unknown> = Promise.resolve()
  readonly #looks = new Set<Promise<void>>()

  /** Runs a call in its turn; `run` never rejects. */
  add(turn: Turn, run: () => Promise<void>): void {
    switch (turn) {
      case 'inOrder':
        this.#inOrder = this.#inOrder.then(run)
        return
      case 'beside':
        this.#beside = this.#beside.then(run)
        return
      case 'afterAll':
        this.#beside = this.written().then(run)
        return
      case 'look': {
        const seen = run()
        this.#looks.add(seen)
        void seen.then(() => this.#looks.delete(seen))
        return
      }
      case 'now':
      case 'read':
        void run()
    }
  }

  /** Runs something between the decisions made before and those made after. */
  inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#inOrder.then(run)
    this.#inOrder = done.catch(() => undefined)
    return done
  }

  /** Resolves when all requested writes are on disk. */
  written(): Promise<unknown> {
    return Promise.all([this.#inOrder, this.#beside])
  }

  /** Resolves when what the first screen asked for is read. */
  looked(): Promise<unknown> {
    return Promise.all(this.#looks)
  }
}
