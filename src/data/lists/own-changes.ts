/** Which rows of a list the user's own operations take out: they do so at once, and their undo puts the rows back; nothing else does. */

/** The pending operations on rows, for a list. */
export interface PendingRows<Row> {
  /** The row as it will be; the same object where nothing is pending on it. */
  fold: (row: Row) => Row
  /** Ids of rows on which anything is pending now, each with whether all of it has been answered. */
  states: () => ReadonlyMap<string, boolean>
  subscribe: (listener: () => void) => () => void
}

interface OwnChangesPorts<Row> {
  pending: PendingRows<Row>
  /** True if a row is one of the list. */
  belongs: (row: Row) => boolean
  /** A row that has a place in the list, as the server said it. */
  rowOf: (id: string) => Row | undefined
}

export class OwnChanges<Row> {
  readonly #ports: OwnChangesPorts<Row>
  /** Ids removed finally: the server has answered. */
  readonly #settled = new Set<string>()
  #touched: ReadonlyMap<string, boolean> = new Map()

  constructor(ports: OwnChangesPorts<Row>) {
    this.#ports = ports
  }

  /** Tells of each row on which something is or was pending whether it is out. */
  take(tell: (id: string, isOut: boolean) => void): void {
    const { pending, belongs, rowOf } = this.#ports
    const states = pending.states()
    for (const id of new Set([...this.#touched.keys(), ...states.keys(), ...this.#settled])) {
      const row = rowOf(id)
      if (!row) continue
      const isOut = belongs(row) && !belongs(pending.fold(row))
      if (isOut && states.get(id)) this.#settled.add(id)
      // undone or refused: the rows that were answered stay out although nothing is pending any more
      if (!isOut && states.has(id)) this.#settled.delete(id)
      tell(id, isOut || this.#settled.has(id))
    }
    this.#touched = states
  }

  /** The list was made anew: it has no row that was taken out for good. */
  forget(): void {
    this.#settled.clear()
  }
}
