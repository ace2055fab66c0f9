/** Cursor, selection and order of one list, as stores that a grid draws from and commands act on. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { emptyOrder, idsBetween, type Order } from '#src/commands/list-order.ts'
import * as cursors from './cursor.ts'
import * as selections from './selection.ts'

export interface ListSnapshot {
  cursor: cursors.Cursor
  selection: selections.Selection
}

export interface ListState {
  /** `version` grows with every change of the order. */
  readonly order: StoreApi<{ order: Order; version: number }>
  readonly cursor: StoreApi<cursors.Cursor>
  readonly selection: StoreApi<selections.Selection>
  /** The rows per page key, set by the grid. */
  pageSize: number
  /** When the cursor arrived at its row, ms. */
  shownAt: number
  /** The same list after rows left, came, were loaded or sorted. */
  refresh(order: Order): void
  /**
   * Another filter: the selection freezes, the cursor finds its row or the top. Where only the order is another, it is the
   * same selection, of which rows that are not loaded yet are hidden.
   */
  reset(order: Order, isSorted?: boolean): void
  moveBy(rows: number): void
  moveTo(index: number): void
  moveToId(id: string): void
  /** Past these rows, if the cursor is on one of them, in the direction of the last move. */
  advance(past: readonly string[]): void
  /** To be called before rows may leave, so that the cursor knows where to go. */
  noteLeaving(ids: readonly string[]): void
  /** `count` rows from the cursor downward; the cursor ends on the last of them when there are several. */
  toggle(count?: number): void
  extendBy(rows: number): void
  selectToCursor(): void
  select(ids: Iterable<string>): void
  selectAll(): void
  /** Everything the filter fits, loaded or not. */
  selectMatching(): void
  invert(): void
  remove(ids: Iterable<string>): void
  clear(): void
  /** Clears it, and there is nothing to restore either. */
  forget(): void
  restoreLast(): void
  keep(): void
  /** The present selection, a query as these ids, becomes the one `* l` restores. */
  remember(ids?: readonly string[]): void
  isSelected(id: string): boolean
  /** The number of selected rows, including hidden and unloaded ones. */
  size(): number
  /** The selection is a query, and not all of what it fits is loaded. */
  isPartial(): boolean
  /** The selection in list order (hidden ones last) or, without one, the cursor row. */
  targets(): readonly string[]
  snapshot(): ListSnapshot
  /** Back to how it was, as far as the rows are there; for undo. */
  restore(snapshot: ListSnapshot): void
}

export function createListState(initial: Order = emptyOrder): ListState {
  const order = createStore(() => ({ order: initial, version: 0 }))
  const cursor = createStore<cursors.Cursor>(() => cursors.reconcile(initial, cursors.noCursor))
  const selection = createStore<selections.Selection>(() => selections.noSelection)
  const rows = () => order.getState().order
  const at = () => cursor.getState()
  const picked = () => selection.getState()
  const pick = (next: selections.Selection) => selection.setState(next)
  const replace = (next: Order) => order.setState((was) => ({ order: next, version: was.version + 1 }))

  const put = (next: cursors.Cursor) => {
    if (next.id !== at().id) state.shownAt = Date.now()
    cursor.setState(next)
  }

  const state: ListState = {
    order,
    cursor,
    selection,
    pageSize: 20,
    shownAt: 0,
    refresh(next) {
      replace(next)
      put(cursors.reconcile(next, at()))
      pick(selections.reconcileSelection(picked(), next))
    },
    reset(next, isSorted = false) {
      const was = rows()
      replace(next)
      const { id, direction } = at()
      const index = id === null ? 0 : Math.max(0, next.indexOf(id))
      // an order that is still loading: its first rows decide whether the cursor's row is among them
      const wanted = next.total === 0 ? id : null
      const selected = isSorted ? selections.reinstate(picked(), next) : selections.freeze(picked(), next, was)
      put({ ...cursors.moveTo(next, cursors.noCursor, index), direction, wanted })
      pick(selected)
    },
    moveBy: (count) => put(cursors.moveBy(rows(), at(), count)),
    moveTo: (index) => put(cursors.moveTo(rows(), at(), index)),
    moveToId: (id) => put(cursors.moveToId(rows(), at(), id)),
    advance(past) {
      const leaving = new Set(past)
      const { id, direction } = at()
      if (id === null || !leaving.has(id)) return
      const next = cursors.successor(rows(), at(), leaving, direction)
      if (next !== null) put({ ...cursors.moveToId(rows(), at(), next), direction })
    },
    noteLeaving: (ids) => put(cursors.noteLeaving(rows(), at(), ids)),
    toggle(count = 1) {
      const from = at().index
      if (from < 0) return
      const ids = idsBetween(rows(), from, from + count - 1)
      pick(selections.toggle(picked(), ids))
      if (count > 1) put(cursors.moveBy(rows(), at(), ids.length - 1))
    },
    extendBy(count) {
      const from = at().id
      if (from === null) return
      const next = cursors.moveBy(rows(), at(), count)
      put(next)
      if (next.id !== null) pick(selections.extend(picked(), rows(), from, next.id))
    },
    selectToCursor() {
      const { id } = at()
      if (id !== null) pick(selections.selectTo(picked(), rows(), id))
    },
    select: (ids) => pick(selections.select(picked(), ids)),
    selectAll: () => pick(selections.select(picked(), idsBetween(rows(), 0, rows().total - 1))),
    selectMatching: () => pick(selections.selectMatching(picked(), rows())),
    invert: () => pick(selections.invert(picked(), rows())),
    remove: (ids) => pick(selections.remove(picked(), ids)),
    clear: () => pick(selections.clear(picked())),
    forget: () => pick(selections.noSelection),
    restoreLast: () => pick(selections.restoreLast(picked(), rows())),
    keep: () => pick(selections.keep(picked())),
    remember: (ids = []) => pick(selections.remember(selections.materialised(picked(), ids))),
    isSelected: (id) => selections.has(picked(), id),
    size: () => selections.sizeOf(picked(), rows()),
    isPartial: () => {
      const { total } = rows()
      return picked().mode === 'query' && idsBetween(rows(), 0, total - 1).length < total
    },
    targets() {
      const { mode, ids } = picked()
      if (mode === 'query') return selections.loadedIds(picked(), rows())
      if (ids.size > 0) return inOrder(ids, rows())
      const { id } = at()
      return id === null ? [] : [id]
    },
    snapshot: () => ({ cursor: at(), selection: picked() }),
    restore(snapshot) {
      const { id, direction } = snapshot.cursor
      // going back is no move: the next decision advances as before
      if (id !== null) put({ ...cursors.returnTo(rows(), at(), id), direction })
      // the write kept its rows as the last selection: they are that still
      pick({ ...selections.reinstate(snapshot.selection, rows()), last: picked().last })
    },
  }
  return state
}

function inOrder(ids: ReadonlySet<string>, order: Order): string[] {
  const place = (id: string) => {
    const index = order.indexOf(id)
    return index < 0 ? Infinity : index
  }
  return [...ids]
    .map((id) => [place(id), id] as const)
    .sort((a, b) => a[0] - b[0] || 0)
    .map(([, id]) => id)
}
