/** What the replica has to know of a kind of row: what is asked of it, and how it is kept small. */

/** The value of a column; what is asked for is compared with it exactly. */
export type Fact = string | null
export type Facts = Readonly<Record<string, Fact>>

/** What a query asks of every row; null in a set stands for "has none". */
export interface Condition {
  facts: Readonly<Record<string, ReadonlySet<Fact>>>
  /** Asked of the row's parts (a case's alerts): one of them has to meet all of it. */
  parts: Readonly<Record<string, ReadonlySet<Fact>>>
  /** From the first moment, included, to the second, excluded, ms. */
  created: readonly [number, number] | null
  /** A text that is contained in the row's, or in one of these of its lines, counted from 0. */
  text: { term: string; lines: readonly number[] | null } | null
  /** A run of text in the row as it is packed, whatever it belongs to: whoever asks looks at what is found. */
  packed: string | null
  /** Least and most of numbers, both included; a row without the number meets none. */
  numbers: Readonly<Record<string, readonly [least: number, most: number]>>
  order: RowOrder
}

/** The latest first, the oldest first, or by a column, and then by id. */
export type RowOrder = 'newest' | 'oldest' | Sorting
export interface Sorting {
  /** As the list's query names it: see `sort-and-ranges.ts`. */
  by: string
  /** The least first. */
  isAscending: boolean
}

export const anything: Condition = {
  facts: {},
  parts: {},
  created: null,
  text: null,
  packed: null,
  numbers: {},
  order: 'newest',
}

/** A kind of row. `Query` is what the catalogue's list call takes, without page and size. */
export interface Shape<Row, Query> {
  idOf(row: Row): string
  /** Whether an id comes before another in the order, where both were made in the same second. */
  isIdBefore(a: string, b: string): boolean
  /** Ids are numbers: the longer one is the greater. */
  isIdNumber: boolean
  versionOf(row: Row): number
  /** When it was made, ms: the order is the latest first, then by id: see `isIdBefore`. */
  createdOf(row: Row): number
  factsOf(row: Row): Facts
  /** What is compared as numbers; null where the row has none. */
  numbersOf(row: Row): Readonly<Record<string, number | null>>
  partsOf(row: Row): readonly Facts[]
  /** What a search looks in, lower-cased, one field a line. */
  textOf(row: Row): string
  /** Everything that `unpack` cannot work out, as JSON takes it. */
  pack(row: Row): readonly unknown[]
  /** The row again, with its text. `now` in ms: what depends on the time is worked out. */
  unpack(packed: readonly unknown[], platform: string, now: number, text: string): Row
  /** Null for a query that open work alone cannot answer; ranges and orders come with `refined`. */
  conditionOf(query: Query): Condition | null
}
