/** The views on keys: fixed places. Pure. */

/** Keys `g 1` to `g 9`. */
export const KEYED = 9

/** The place a view is at, counted from 1; null where it has none. */
export function placeOf(order: readonly string[], id: string): number | null {
  const index = order.indexOf(id)
  return index < 0 ? null : index + 1
}

/** Puts a view at the first free place, else at the end. */
export function place(order: readonly string[], id: string, known: ReadonlySet<string>): string[] {
  if (order.includes(id)) return [...order]
  const free = order.findIndex((other) => !known.has(other))
  return free < 0 ? [...order, id] : order.with(free, id)
}

/** Puts a view at a place, counted from 1, and swaps it with the one there. */
export function swap(order: readonly string[], id: string, to: number): string[] {
  const next = [...order]
  while (next.length < to) next.push('')
  const from = next.indexOf(id)
  const other = next[to - 1] ?? ''
  next[to - 1] = id
  if (from >= 0 && from !== to - 1) next[from] = other
  else if (from < 0 && other !== '') next.push(other)
  return next
}

/** Ids in the order of their places; those without one follow as they came. */
export function sorted(order: readonly string[], ids: readonly string[]): string[] {
  const rank = (id: string) => placeOf(order, id) ?? Infinity
  return ids.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
