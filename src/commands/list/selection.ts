/**
 * The selection of a list (docs/design/interaction.md#selection): ids, never indexes, or all matches except some. A
 * range is `base` and the rows between anchor and head, so turning back shrinks it. Pure; stored by `list-state.ts`.
 */
import { idsBetween, type Order } from '#src/commands/list-order.ts'

export interface Selection {
  /** `query`: every row the filter fits, loaded or not, but for `except`; `ids` is empty then. */
  mode: 'ids' | 'query'
  ids: ReadonlySet<string>
  /** Only with a query. */
  except: ReadonlySet<string>
  /** The anchor of ranges: the row last toggled, or the first of the current range. */
  anchor: string | null
  /** The moving end of the current range; extending from any other row starts a range there. */
  head: string | null
  /** The selection before the current range. */
  base: ReadonlySet<string>
  /** Those that the present filter does not show. */
  hidden: ReadonlySet<string>
  /** The selection when it was last cleared or acted on. */
  last: ReadonlySet<string>
  /** The filter changed under the selection and the user has not yet said whether to keep it. */
  frozen: boolean
}

const none: ReadonlySet<string> = new Set()
export const noSelection: Selection = {
  mode: 'ids',
  ids: none,
  except: none,
  anchor: null,
  head: null,
  base: none,
  hidden: none,
  last: none,
  frozen: false,
}

export const has = ({ mode, ids, except }: Selection, id: string): boolean =>
  mode === 'query' ? !except.has(id) : ids.has(id)

export const hasAny = ({ mode, ids }: Selection): boolean => mode === 'query' || ids.size > 0

/** The number of selected rows, including hidden ones. */
export function sizeOf({ mode, ids, except }: Selection, order: Order): number {
  if (mode === 'ids') return ids.size
  return order.total - [...except].filter((id) => order.indexOf(id) >= 0).length
}

/** The selected and loaded ids, in list order. */
export const loadedIds = (selection: Selection, order: Order): string[] =>
  idsBetween(order, 0, order.total - 1).filter((id) => has(selection, id))

/** Ids as a fresh selection: no range under way. */
const settled = (selection: Selection, ids: ReadonlySet<string>, anchor = selection.anchor): Selection => ({
  ...selection,
  mode: 'ids',
  ids,
  except: none,
  anchor: anchor !== null && ids.size > 0 ? anchor : null,
  head: null,
  base: ids,
  hidden: new Set([...selection.hidden].filter((id) => ids.has(id))),
  frozen: selection.frozen && ids.size > 0,
})

/** A query with these among its exceptions, or no longer. */
function excluding(selection: Selection, ids: readonly string[], isOut: boolean, anchor: string | null): Selection {
  const except = new Set(selection.except)
  for (const id of ids) {
    if (isOut) except.add(id)
    else except.delete(id)
  }
  return { ...selection, except, anchor, head: null }
}

/** Selects these, or deselects them where the first already is: `x`, `5x`. The last becomes the anchor. */
export function toggle(selection: Selection, ids: readonly string[]): Selection {
  const [first] = ids
  if (first === undefined) return selection
  if (selection.mode === 'query') return excluding(selection, ids, has(selection, first), ids.at(-1) ?? null)
  const next = new Set(selection.ids)
  const isOn = !next.has(first)
  for (const id of ids) {
    if (isOn) next.add(id)
    else next.delete(id)
  }
  return settled(selection, next, ids.at(-1))
}

/** Moves the end of the range from one row to another: `shift+j`, `shift+k`. */
export function extend(selection: Selection, order: Order, from: string, to: string): Selection {
  const isGoingOn = selection.head === from && selection.anchor !== null && order.indexOf(selection.anchor) >= 0
  const anchor = isGoingOn ? selection.anchor! : from
  const base = isGoingOn ? selection.base : selection.ids
  const range = idsBetween(order, order.indexOf(anchor), order.indexOf(to))
  if (selection.mode === 'query') return { ...excluding(selection, range, false, anchor), head: to }
  return { ...selection, ids: new Set([...base, ...range]), anchor, head: to, base }
}

/** Adds everything from the anchor to this row: `shift+x`. Without an anchor, the row alone. */
export function selectTo(selection: Selection, order: Order, to: string): Selection {
  const anchor = selection.anchor !== null && order.indexOf(selection.anchor) >= 0 ? selection.anchor : to
  return { ...extend({ ...selection, head: anchor, anchor, base: selection.ids }, order, anchor, to) }
}

/** Exactly these: `* a`, `* o`, ... */
export const select = (selection: Selection, ids: Iterable<string>): Selection =>
  settled({ ...selection, hidden: none, frozen: false }, new Set(ids))

/** Selects all matches: `* m`. As ids if all are loaded. */
export function selectMatching(selection: Selection, order: Order): Selection {
  const ids = idsBetween(order, 0, order.total - 1)
  if (ids.length === order.total) return select(selection, ids)
  return { ...noSelection, mode: 'query', last: remember(selection).last }
}

/** Inverts among loaded rows; hidden selected ones stay. For a query, its exceptions. */
export function invert(selection: Selection, order: Order): Selection {
  if (selection.mode === 'query')
    return select(
      selection,
      [...selection.except].filter((id) => order.indexOf(id) >= 0),
    )
  const next = new Set(selection.hidden)
  for (const id of idsBetween(order, 0, order.total - 1)) if (!selection.ids.has(id)) next.add(id)
  return settled(selection, next)
}

/** Drops rows that left the list. */
export function remove(selection: Selection, gone: Iterable<string>): Selection {
  const leaving = new Set(gone)
  if (selection.mode === 'query') return excluding(selection, [...leaving], false, selection.anchor)
  const ids = new Set([...selection.ids].filter((id) => !leaving.has(id)))
  if (ids.size === selection.ids.size) return selection
  const anchor = selection.anchor !== null && leaving.has(selection.anchor) ? null : selection.anchor
  return settled(selection, ids, anchor)
}

/** Sets the selection that `* l` restores; called by a change and by clearing. */
export const remember = (selection: Selection): Selection =>
  selection.ids.size > 0 ? { ...selection, last: selection.ids } : selection

/** A query as the ids it came to when they were read: what a command on it acts on. */
export const materialised = (selection: Selection, ids: readonly string[]): Selection =>
  selection.mode === 'query' ? select(selection, ids) : selection

export const clear = (selection: Selection): Selection => ({ ...noSelection, last: remember(selection).last })

/** The last selection again; what has left the filter since counts as hidden. */
export const restoreLast = (selection: Selection, order: Order): Selection =>
  selection.last.size === 0 ? selection : reinstate(select(remember(selection), selection.last), order)

/**
 * Another filter: the ids stay, and the user is asked whether that is meant. Of a query those ids are left that `was`, the
 * order before, had loaded.
 */
export function freeze(selection: Selection, order: Order, was: Order = order): Selection {
  const ids = selection.mode === 'query' ? new Set(loadedIds(selection, was)) : selection.ids
  if (ids.size === 0) return selection.mode === 'query' ? clear(selection) : selection
  const hidden = new Set([...ids].filter((id) => order.indexOf(id) < 0))
  return { ...settled(selection, ids), hidden, frozen: true }
}

/**
 * The same selection over other rows: before a change that is being undone, or in another order. Unloaded ids are
 * hidden.
 */
export const reinstate = (was: Selection, order: Order): Selection => ({
  ...was,
  hidden: new Set([...was.ids].filter((id) => order.indexOf(id) < 0)),
})

/** Yes, keep them. */
export const keep = (selection: Selection): Selection => ({ ...selection, frozen: false })

/** The same list again, rows having left or come: what left is no longer selected, what came back is seen again. */
export function reconcileSelection(selection: Selection, order: Order): Selection {
  if (selection.ids.size === 0) return selection
  const hidden = new Set([...selection.hidden].filter((id) => order.indexOf(id) < 0))
  const gone = [...selection.ids].filter((id) => !hidden.has(id) && order.indexOf(id) < 0)
  return remove(hidden.size === selection.hidden.size ? selection : { ...selection, hidden }, gone)
}
