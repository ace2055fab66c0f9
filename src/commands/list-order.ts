/**
 * The ids of a list in screen order: the part of a `RowSource` that cursor and selection need. An order keeps every id
 * it has returned while in use; `idAt` is undefined for an unloaded row.
 */
export interface Order {
  readonly total: number
  idAt(index: number): string | undefined
  /** -1 for an id that is not in the list or not known yet. */
  indexOf(id: string): number
}

/** An order over ids that are all there. */
export function arrayOrder(ids: readonly string[]): Order {
  const at = new Map(ids.map((id, index) => [id, index]))
  return { total: ids.length, idAt: (index) => ids[index], indexOf: (id) => at.get(id) ?? -1 }
}

export const emptyOrder: Order = arrayOrder([])

/** The loaded ids from one index to another, inclusive, in screen order. */
export function idsBetween(order: Order, a: number, b: number): string[] {
  const from = Math.max(0, Math.min(a, b))
  const to = Math.min(order.total - 1, Math.max(a, b))
  const ids: string[] = []
  for (let index = from; index <= to; index++) {
    const id = order.idAt(index)
    if (id !== undefined) ids.push(id)
  }
  return ids
}
