/** The rows of a list, paged or from the replica. */
import type { ApiError } from '#src/data/net/errors.ts'

export interface Page<Row> {
  items: Row[]
  total: number
  /** `total` is a lower bound. */
  capped?: boolean | undefined
}

/**
 * Rows in an order that is a snapshot: only `remake`, own operations and their undo change which rows there are.
 * Everything here is synchronous; what is not there yet comes with a later `version`.
 */
export interface RowSource<Row> {
  /** `empty` until the first page or a persisted order is there; `failed` only while there is nothing to show. */
  readonly state: 'empty' | 'ready' | 'failed'
  /** A page is being loaded. */
  readonly busy: boolean
  /** The reason why the last load failed, or null after a good one. */
  readonly error: ApiError | null
  /** When the rows were read, ms; null before the first. */
  readonly asOf: number | null
  /** Rows in the order now, own removals taken off. */
  readonly total: number
  /** The number of rows in a folded list: `total` counts the lines. */
  readonly count?: number
  /** `total` is a lower bound. */
  readonly capped: boolean
  /** Rows that a refresh found and that the next `remake` will show. */
  readonly fresh: number
  /** The ids of those rows. */
  arrivals(): readonly string[]
  /** Grows with every change. */
  readonly version: number
  /** The id at a place, or undefined while its page is not loaded. */
  idAt(index: number): string | undefined
  /** The place of an id, or -1. */
  indexOf(id: string): number
  /** The row at a place with pending operations folded in, or undefined while it is not loaded. */
  rowAt(index: number): Row | undefined
  /** The row of an id, also of one that has just left the order. */
  rowOf(id: string): Row | undefined
  /** Another person's change removed the row from the filter: greyed until the next `remake`. */
  isGone(id: string): boolean
  /** Loaded ids from one place to the other, both included, in order of the list. */
  between(a: number, b: number): string[]
  /** Asks for the rows of a range of places, `to` excluded; cheap to call on every scroll. */
  ensure(from: number, to: number): void
  /** Asks for rows by their ids, where they are read so. */
  read?(ids: readonly string[]): void
  /** Reads again what is shown and counts what is new; rows stay where they are. */
  refresh(): void
  /** Takes a new snapshot of the order. */
  remake(): void
  /**
   * Reads the list from its start as it is now, so that `rowOf` knows its rows: the ids that are in it with pending
   * operations folded in, no more than `limit`, and how many there are. Throws `ApiError`.
   */
  readAll(limit: number, onProgress: (read: number) => void): Promise<{ ids: readonly string[]; total: number }>
  subscribe: (listener: () => void) => () => void
  /** Stops loading and listening; the source is dead afterwards. */
  dispose(): void
}
