/**
 * The selection of a list (interaction design, section 8): ids, never indexes. A range is `base` and what lies between
 * anchor and head, so turning back shrinks it. Pure; `list-state.ts` keeps it. A selection by query is a further `mode`.
 */
import { idsBetween, type Order } from './order.ts'

export interface Selection {
  mode: 'ids'
  ids: ReadonlySet<string>
  /** Where ranges start: the row last toggled, or the first of the current range. */
  anchor: string | null
  /** The moving end of the current range; extending from any other row starts a range there. */
  head: string | null
  /** What was selected before the current range. */
  base: ReadonlySet<string>
  /** Those that the present filter does not show. */
  hidden: ReadonlySet<string>
  /** What was selected when it was last cleared or written. */
  last: ReadonlySet<string>
  /** The filter changed under the selection and the user has not yet said whether to keep it. */
  frozen: boolean
}

const none: ReadonlySet<string> = new Set()
export const noSelection: Selection = {
  mode: 'ids',
  ids: none,
  anchor: null,
  head: null,
  base: none,
  hidden: none,
  last: none,
  frozen: false,
}

/** Ids as a fresh selection: no range under way. */
const settled = (selection: Selection, ids: ReadonlySet<string>, anchor = selection.anchor): Selection => ({
  ...selection,
  ids,
  anchor: anchor !== null && ids.size > 0 ? anchor : null,
  head: null,
  base: ids,
  hidden: new Set([...selection.hidden].filter((id) => ids.has(id))),
  frozen: selection.frozen && ids.size > 0,
})

/** Selects these, or deselects them where the first already is: `x`, `5x`. The last becomes the anchor. */
export function toggle(selection: Selection, ids: readonly string[]): Selection {
  const [first] = ids
  if (first === undefined) return selection
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

/** Of the loaded rows, those that were not selected; what the filter hides stays selected. */
export function invert(selection: Selection, order: Order): Selection {
  const next = new Set(selection.hidden)
  for (const id of idsBetween(order, 0, order.total - 1)) if (!selection.ids.has(id)) next.add(id)
  return settled(selection, next)
}

/** Drops rows that left the list. */
export function remove(selection: Selection, gone: Iterable<string>): Selection {
  const leaving = new Set(gone)
  const ids = new Set([...selection.ids].filter((id) => !leaving.has(id)))
  if (ids.size === selection.ids.size) return selection
  const anchor = selection.anchor !== null && leaving.has(selection.anchor) ? null : selection.anchor
  return settled(selection, ids, anchor)
}

/** What `* l` brings back; a write keeps it, and so does clearing. */
export const remember = (selection: Selection): Selection =>
  selection.ids.size > 0 ? { ...selection, last: selection.ids } : selection

export const clear = (selection: Selection): Selection => ({ ...noSelection, last: remember(selection).last })

/** The last selection again, as far as the list still has it. */
export const restoreLast = (selection: Selection, order: Order): Selection =>
  select(
    remember(selection),
    [...selection.last].filter((id) => order.indexOf(id) >= 0),
  )

/** Another filter: the ids stay, and the user is asked whether that is meant. */
export function freeze(selection: Selection, order: Order): Selection {
  if (selection.ids.size === 0) return selection
  const hidden = new Set([...selection.ids].filter((id) => order.indexOf(id) < 0))
  return { ...settled(selection, selection.ids), hidden, frozen: true }
}

/** As it was before a write that is being undone; rows not back yet count as hidden until they are. */
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
