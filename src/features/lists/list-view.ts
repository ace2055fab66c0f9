/**
 * A list as a thing that outlives its screen: filter, rows, cursor and selection stay while one of its rows is open, so
 * that Escape comes back to where the work was.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ActiveList } from '#src/commands/command.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import { emptyOrder, type Order } from '#src/commands/list-order.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'

export interface Shown<Row, F> {
  platform: string
  filter: F
  /** Null until the list was shown once, and while it is being opened. */
  source: RowSource<Row> | null
  isPreviewOpen: boolean
  isPanelOpen: boolean
}

export interface ListView<Row, F> {
  readonly store: StoreApi<Shown<Row, F>>
  readonly list: ListState
  /** Shows a platform's rows through a filter; does nothing where that is shown already. */
  show: (platform: string, filter: F) => void
  /** Shows no rows, where it is not known which are asked for. */
  hide: (platform: string) => void
  /** Takes a new snapshot: what is new comes in, what left goes. */
  remake: () => void
  rowOf: (id: string) => Row | undefined
  /** Everything the filter fits: see `RowSource`. */
  readAll: RowSource<Row>['readAll']
  toggle: (part: 'isPreviewOpen' | 'isPanelOpen', to?: boolean) => void
}

/** The places of a source's rows, as a list's state follows them. */
export const orderOf = (source: Pick<RowSource<unknown>, 'total' | 'idAt' | 'indexOf'>): Order => ({
  get total() {
    return source.total
  },
  idAt: (index) => source.idAt(index),
  indexOf: (id) => source.indexOf(id),
})

/** The rows of a filter, independent of columns and order. */
const rowsOf = (filter: unknown) => JSON.stringify({ ...(filter as object), columns: undefined })
const unsorted = (filter: unknown) => rowsOf({ ...(filter as object), sort: undefined, fold: undefined })

/** Opens a source of rows, or says when it will be there; its order is a snapshot until `remake`. */
export type Open<Row, F> = (platform: string, filter: F) => RowSource<Row> | Promise<RowSource<Row>>

export function createListView<Row, F>(defaults: F, open: Open<Row, F>): ListView<Row, F> {
  const list = createListState()
  const store = createStore<Shown<Row, F>>(() => ({
    platform: '',
    filter: defaults,
    source: null,
    isPreviewOpen: true,
    isPanelOpen: false,
  }))
  let stop: (() => void) | null = null
  /** How often another list was shown. */
  let turns = 0
  let isShown = false

  const follow = (source: RowSource<Row>, isSorted: boolean) => {
    // another filter is another list, even before its rows are there; from then on it is the same one, changing
    list.reset(orderOf(source), isSorted)
    stop = source.subscribe(() => list.refresh(orderOf(source)))
  }

  const leave = (platform: string) => {
    const was = store.getState()
    stop?.()
    stop = null
    was.source?.dispose()
    if (was.platform !== platform) list.forget()
  }

  return {
    store,
    list,
    hide(platform) {
      leave(platform)
      isShown = false
      turns += 1
      store.setState({ platform, filter: defaults, source: null })
      list.reset(emptyOrder, false)
    },
    show(platform, filter) {
      const was = store.getState()
      if (isShown && was.platform === platform && rowsOf(was.filter) === rowsOf(filter)) {
        if (was.filter !== filter) store.setState({ filter })
        return
      }
      leave(platform)
      isShown = true
      const turn = (turns += 1)
      const take = (source: RowSource<Row>) => {
        // another list was asked for meanwhile
        if (turn !== turns) return source.dispose()
        store.setState({ platform, filter, source })
        follow(source, was.platform === platform && unsorted(was.filter) === unsorted(filter))
      }
      const opened = open(platform, filter)
      if (!(opened instanceof Promise)) return take(opened)
      store.setState({ platform, filter, source: null })
      void opened.then(take)
    },
    remake: () => store.getState().source?.remake(),
    rowOf: (id) => store.getState().source?.rowOf(id),
    readAll: (limit, onProgress) =>
      store.getState().source?.readAll(limit, onProgress) ?? Promise.resolve({ ids: [], total: 0 }),
    toggle: (part, to) => store.setState((was) => ({ [part]: to ?? !was[part] })),
  }
}

/** The list as commands act on it. */
export function activeListOf<Row, F>(
  view: ListView<Row, F>,
  { name, noun }: Pick<ActiveList, 'name' | 'noun'>,
): ActiveList {
  return {
    name,
    noun,
    state: view.list,
    rowOf: (id) => view.rowOf(id),
    query: () => JSON.stringify(view.store.getState().filter),
    gather: (limit, onProgress) => view.readAll(limit, onProgress),
  }
}

/** The id at a place of a list, whose page is read where it is not there; undefined where that fails. */
export function idAtRead(source: RowSource<unknown>, index: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const id = source.idAt(index)
      if (id === undefined && index < source.total && (source.busy || source.error === null)) return false
      resolve(id)
      return true
    }
    source.ensure(index, index + 1)
    if (look()) return
    const stop = source.subscribe(() => look() && stop())
  })
}
