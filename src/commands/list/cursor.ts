/** The cursor of a list: an id with its index. Neither the selection nor DOM focus. Pure; stored by `list-state.ts`. */
import type { Order } from '#src/commands/list-order.ts'

export interface Cursor {
  /** Null on an empty list and on a row that is not loaded yet. */
  id: string | null
  /** -1 on an empty list. */
  index: number
  /** The direction of the last move, for advancing. */
  direction: 1 | -1
  /** The target if the cursor row leaves together with others; see `noteLeaving`. */
  fallback: string | null
  /** A row that undo is about to bring back: the cursor goes there when it is, unless the user has moved since. */
  wanted: string | null
}

export const noCursor: Cursor = { id: null, index: -1, direction: 1, fallback: null, wanted: null }

/** Puts the cursor on an index, held within the list. */
export function moveTo(order: Order, cursor: Cursor, index: number): Cursor {
  if (order.total === 0) return { ...noCursor, direction: cursor.direction }
  const at = Math.max(0, Math.min(order.total - 1, index))
  const direction = at === cursor.index ? cursor.direction : at > cursor.index ? 1 : -1
  return { ...noCursor, id: order.idAt(at) ?? null, index: at, direction }
}

/** Moves by a number of rows; the first move on a fresh list lands on its first row. */
export function moveBy(order: Order, cursor: Cursor, rows: number): Cursor {
  if (cursor.index < 0) return moveTo(order, cursor, 0)
  const moved = moveTo(order, cursor, cursor.index + rows)
  return rows === 0 ? moved : { ...moved, direction: rows > 0 ? 1 : -1 }
}

/** Puts the cursor on an id; stays where it is if the list does not know it. */
export function moveToId(order: Order, cursor: Cursor, id: string): Cursor {
  const index = order.indexOf(id)
  return index < 0 ? cursor : moveTo(order, cursor, index)
}

/** The nearest remaining row: from the cursor in the given direction, else the other one. */
export function successor(
  order: Order,
  cursor: Cursor,
  leaving: ReadonlySet<string>,
  direction: 1 | -1,
): string | null {
  for (const step of [direction, -direction])
    for (let index = cursor.index + step; index >= 0 && index < order.total; index += step) {
      const id = order.idAt(index)
      if (id === undefined) break
      if (!leaving.has(id)) return id
    }
  return null
}

/** Remembers where to go if these rows, the cursor's among them, are about to leave the list. */
export function noteLeaving(order: Order, cursor: Cursor, ids: readonly string[]): Cursor {
  const leaving = new Set(ids)
  if (cursor.id === null || !leaving.has(cursor.id)) return cursor
  return { ...cursor, fallback: successor(order, cursor, leaving, 1) }
}

/** Back to a row, at once or as soon as the list has it again. */
export const returnTo = (order: Order, cursor: Cursor, id: string): Cursor =>
  order.indexOf(id) < 0 ? { ...cursor, wanted: id } : moveToId(order, cursor, id)

/** Finds its row again after the order has changed; where the row left, the next one takes its place. */
export function reconcile(order: Order, cursor: Cursor): Cursor {
  if (order.total === 0) return { ...noCursor, direction: cursor.direction, wanted: cursor.wanted }
  const has = (id: string | null): id is string => id !== null && order.indexOf(id) >= 0
  if (has(cursor.wanted)) return { ...moveToId(order, cursor, cursor.wanted), direction: cursor.direction }
  if (has(cursor.id)) return { ...cursor, index: order.indexOf(cursor.id) }
  const index = has(cursor.fallback)
    ? order.indexOf(cursor.fallback)
    : Math.max(0, Math.min(cursor.index, order.total - 1))
  const wanted = cursor.index < 0 ? null : cursor.wanted
  return { ...cursor, id: order.idAt(index) ?? null, index, fallback: null, wanted }
}
