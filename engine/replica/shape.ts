/** The definition of a kind of row in the replica: its queries and its compact storage. */
import type { Fact } from '#contract/model/cases/queue-facts.ts'

export type Facts = Readonly<Record<string, Fact>>

/** The condition of a query on every row; null in a set means "has none". */
export interface Condition {
  facts: Readonly<Record<string, ReadonlySet<Fact>>>
  /** Asked of the row's parts (a case's alerts): one of them has to meet all of it. */
  parts: Readonly<Record<string, ReadonlySet<Fact>>>
  /** From the first moment, included, to the second, excluded, ms. */
  created: readonly [number, number] | null
  text: TextCondition | null
  /** A text in the packed row, of any field: the caller checks the match. */
  packed: string | null
  /** Least and most of numbers, both included; a row without the number meets none. */
  numbers: Readonly<Record<string, readonly [least: number, most: number]>>
  order: RowOrder
}

/** A text that is contained in the row's, or in one of these of its lines, counted from 0. */
export interface TextCondition {
  /** Folded: see `foldText`. */
  term: string
  lines: readonly number[] | null
  /** A row that has this instead is found, too: the id, or a text of the packed row. */
  or?: { id: string } | { packed: string } | undefined
}

/** The latest first, the oldest first, or by a column, and then by id. */
export type RowOrder = 'newest' | 'oldest' | Sorting
export interface Sorting {
  /** The name in the list's query: see `sort-and-ranges.ts`. */
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
  /** True if an id comes before another in the order, where both were made in the same second. */
  isIdBefore(a: string, b: string): boolean
  /** Ids are numbers: the longer one is the greater. */
  isIdNumber: boolean
  versionOf(row: Row): number
  /** The creation time, ms: rows are ordered latest first, then by id: see `isIdBefore`. */
  createdOf(row: Row): number
  factsOf(row: Row): Facts
  /** The numeric values; null if the row has none. */
  numbersOf(row: Row): Readonly<Record<string, number | null>>
  partsOf(row: Row): readonly Facts[]
  /** The searched text, folded, one field per line. */
  textOf(row: Row): string
  /** Everything that `unpack` cannot work out, as JSON takes it. */
  pack(row: Row): readonly unknown[]
  /** The row again, with its text. `now` in ms: what depends on the time is worked out. */
  unpack(packed: readonly unknown[], platform: string, now: number, text: string): Row
  /** Null for a query that open work alone cannot answer; ranges and orders come with `refined`. */
  conditionOf(query: Query): Condition | null
}
