/** Orders by a column and ranges of numbers, answered as the server answers them. Fetched when a list first asks for one. */
import type { DueState } from '#contract/model/cases/due.ts'
import { madeWithin, readRange } from '#contract/model/range.ts'
import type { Chunk, Found } from './chunk.ts'
import type { Condition, Sorting } from './shape.ts'

/** The part of a list's query beyond the catalogue's. */
export interface Refinement {
  sort?: string | undefined
  'amount[]'?: readonly string[] | undefined
  'risk[]'?: readonly string[] | undefined
  'age[]'?: readonly string[] | undefined
  due?: DueState | undefined
}

/** A condition with what a query asks beyond the catalogue; null for what the server refuses. `now` in ms. */
export function refined(condition: Condition, query: Refinement, now: number): Condition | null {
  const numbers = rangesOf({ amount: query['amount[]'], risk: query['risk[]'] })
  const created = agesOf(condition.created, query['age[]'], now)
  if (!numbers || created === undefined) return null
  const due = query.due && DUE[query.due](now)
  return { ...condition, numbers: { ...numbers, ...due }, created, order: orderOf(query.sort) }
}

/** As `dueState` computes it. */
const DUE: Readonly<Record<DueState, (now: number) => Condition['numbers']>> = {
  breached: (now) => ({ due: [-Infinity, now] }),
  soon: (now) => ({ due: [now + 1, Infinity], dueSoon: [-Infinity, now] }),
}

const PLAIN: Readonly<Record<string, Condition['order']>> = {
  '-created': 'newest',
  newest: 'newest',
  created: 'oldest',
  oldest: 'oldest',
  group: { by: 'group', isAscending: false },
}

const orderOf = (sort = 'newest'): Condition['order'] =>
  PLAIN[sort] ?? { by: sort.replace('-', ''), isAscending: !sort.startsWith('-') }

/** The moments of dates and of an age in whole days together; undefined for what the server refuses. */
function agesOf(
  created: Condition['created'],
  ages: readonly string[] | undefined,
  now: number,
): Condition['created'] | undefined {
  const range = readRange(ages)
  if (!range) return range === null ? created : undefined
  const [from, to] = madeWithin(range, now)
  const [first, last] = created ?? [-Infinity, Infinity]
  return [Math.max(first, from), Math.min(last, to)]
}

/** The ranges by name; null for one that the server refuses. */
function rangesOf(asked: Readonly<Record<string, readonly string[] | undefined>>): Condition['numbers'] | null {
  const numbers: Record<string, readonly [number, number]> = {}
  for (const [name, values] of Object.entries(asked)) {
    const range = readRange(values)
    if (range === undefined) return null
    if (range) numbers[name] = [Number(range[0] ?? -Infinity), Number(range[1] ?? Infinity)]
  }
  return numbers
}

/** The numeric fields; the others are facts, and without facts the id alone. */
const NUMBERS: ReadonlySet<string> = new Set(['amount', 'risk', 'level', 'due'])
const FACTS: Readonly<Record<string, readonly string[]>> = {
  service: ['service'],
  customer: ['name'],
  type: ['type'],
  rule: ['ruleName'],
  status: ['status', 'open'],
  manager: ['holder'],
  // the facts by which account alerts are similar
  group: ['customer', 'rule'],
}

/** Places in the order of a column: by the rank of what they are sorted by, then by id. */
export function sorted(
  chunks: readonly Chunk[],
  found: Found,
  { by, isAscending }: Sorting,
  isIdNumber: boolean,
): Found {
  const ranks = NUMBERS.has(by) ? numbersAt(chunks, found, by) : ranksOf(chunks, found, FACTS[by] ?? [])
  const places = Uint32Array.from(found, (_, i) => i)
  const sign = isAscending ? 1 : -1
  places.sort((a, b) => {
    const x = ranks[a] ?? 0
    const y = ranks[b] ?? 0
    if (x !== y) return x < y ? -sign : sign
    return sign * compareIds(chunks, found[a] ?? 0, found[b] ?? 0, isIdNumber)
  })
  return places.map((i) => found[i] ?? 0)
}

/** A row without the number comes below all that have one; without a due date it is due last. */
function numbersAt(chunks: readonly Chunk[], found: Found, name: string): Float64Array {
  const none = name === 'due' ? Infinity : -1
  return Float64Array.from(found, (place) => {
    const value = chunks[place >>> 16]?.numbers[name]?.[place & 0xffff] ?? Number.NaN
    return Number.isNaN(value) ? none : value
  })
}

/** Texts are compared once for each there is, not for each row. */
function ranksOf(chunks: readonly Chunk[], found: Found, names: readonly string[]): Float64Array {
  const known = new Map<string, number[]>()
  found.forEach((place, i) => {
    const chunk = chunks[place >>> 16]
    const text = names
      .map((name) => {
        const column = chunk?.facts[name]
        return column?.values[column.codes[place & 0xffff] ?? 0] ?? ''
      })
      .join(' ')
    const rows = known.get(text)
    if (rows) rows.push(i)
    else known.set(text, [i])
  })
  const ranks = new Float64Array(found.length)
  const texts = [...known.keys()].map((text) => [text, encoder.encode(text)] as const)
  texts.sort(([, a], [, b]) => compareBytes(a, 0, a.length, b, 0, b.length))
  texts.forEach(([text], rank) => known.get(text)?.forEach((i) => (ranks[i] = rank)))
  return ranks
}

const encoder = new TextEncoder()

/** Ids as stored bytes, compared without decoding. */
function compareIds(chunks: readonly Chunk[], a: number, b: number, isIdNumber: boolean): number {
  const [one, other] = [chunks[a >>> 16]?.ids, chunks[b >>> 16]?.ids]
  if (!one || !other) return 0
  const [i, j] = [a & 0xffff, b & 0xffff]
  const [from, to] = [one.start[i] ?? 0, one.start[i + 1] ?? 0]
  const [begin, end] = [other.start[j] ?? 0, other.start[j + 1] ?? 0]
  if (isIdNumber && to - from !== end - begin) return to - from - (end - begin)
  return compareBytes(one.all, from, to, other.all, begin, end)
}

/** Compares as the server does: byte by byte, a prefix first. */
function compareBytes(a: Uint8Array, from: number, to: number, b: Uint8Array, begin: number, end: number): number {
  const length = Math.min(to - from, end - begin)
  for (let i = 0; i < length; i += 1) {
    const difference = (a[from + i] ?? 0) - (b[begin + i] ?? 0)
    if (difference !== 0) return difference
  }
  return to - from - (end - begin)
}
