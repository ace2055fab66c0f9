/**
 * The case queue as a thing that outlives its screen: filter, rows, cursor and selection stay while a case is open, so
 * that Escape comes back to where the work was.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CaseItem } from '#contract/model/case.ts'
import { createListState, type ListState } from '#src/commands/list-state.ts'
import type { Order } from '#src/commands/order.ts'
import type { RowSource } from '#src/data/row-source.ts'
import { DEFAULT_FILTER, type CaseFilter } from './filter.ts'

export interface QueueView {
  platform: string
  filter: CaseFilter
  /** Null until the queue was shown once. */
  source: RowSource<CaseItem> | null
  isPreviewOpen: boolean
  isPanelOpen: boolean
  /** The case whose screen is open, as far as it is loaded; commands act on it there. */
  opened: CaseItem | null
  /** What triage has in front; null outside triage. Commands act on it there. */
  front: Front | null
}

/** A case, and the alert of it that is to be decided; null where the case waits for its recommendation. */
export interface Front {
  caseId: string
  alertId: string | null
}

export interface Queue {
  readonly store: StoreApi<QueueView>
  readonly list: ListState
  /** Shows a platform's cases through a filter; does nothing where that is shown already. */
  show(platform: string, filter: CaseFilter): void
  /** Takes a new snapshot: what is new comes in, what left goes. */
  remake(): void
  rowOf(id: string): CaseItem | undefined
  /** Everything the filter fits: see `RowSource`. */
  readAll: RowSource<CaseItem>['readAll']
  toggle(part: 'isPreviewOpen' | 'isPanelOpen', to?: boolean): void
  setOpened(row: CaseItem | null): void
  /** The cursor of the list goes along. */
  setFront(front: Front | null): void
}

/** Opens a source of cases; its order is a snapshot until `remake`. */
export type OpenSource = (platform: string, filter: CaseFilter) => RowSource<CaseItem>

const orderOf = (source: RowSource<CaseItem>): Order => ({
  get total() {
    return source.total
  },
  idAt: (index) => source.idAt(index),
  indexOf: (id) => source.indexOf(id),
})

/** The queue of this window. */
export function createQueue(openSource: OpenSource): Queue {
  const list = createListState()
  const store = createStore<QueueView>(() => ({
    platform: '',
    filter: DEFAULT_FILTER,
    source: null,
    isPreviewOpen: true,
    isPanelOpen: false,
    opened: null,
    front: null,
  }))
  let stop: (() => void) | null = null

  const follow = (source: RowSource<CaseItem>) => {
    // another filter is another list, even before its rows are there; from then on it is the same one, changing
    list.reset(orderOf(source))
    stop = source.subscribe(() => list.refresh(orderOf(source)))
  }

  return {
    store,
    list,
    show(platform, filter) {
      const was = store.getState()
      const isSame = was.source && was.platform === platform && JSON.stringify(was.filter) === JSON.stringify(filter)
      if (isSame) return
      stop?.()
      was.source?.dispose()
      if (was.platform !== platform) list.clear()
      const source = openSource(platform, filter)
      store.setState({ platform, filter, source })
      follow(source)
    },
    remake() {
      const { source } = store.getState()
      source?.remake()
    },
    rowOf: (id) => store.getState().source?.rowOf(id),
    readAll: (limit, onProgress) =>
      store.getState().source?.readAll(limit, onProgress) ?? Promise.resolve({ ids: [], total: 0 }),
    toggle: (part, to) => store.setState((was) => ({ [part]: to ?? !was[part] })),
    setOpened: (opened) => store.setState({ opened }),
    setFront(front) {
      store.setState({ front })
      if (front) list.moveToId(front.caseId)
      // an alert of the same case is another thing to read
      list.shownAt = Date.now()
    },
  }
}
