/** The case queue: a list with the open case, and triage's current one. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { createListView, type ListView, type Open } from '#src/features/lists/public.ts'
import { type Stacks } from '#src/features/stacks/public.ts'
import { DEFAULT_FILTER, type CaseFilter } from './filter.ts'

/** The record that is shown over the rows of the queue. */
export interface AtHand {
  /** The case whose screen is open, as far as it is loaded; commands act on it there. */
  opened: CaseItem | null
  /** Triage's current case; null outside triage. Commands act on it. */
  front: Front | null
}

/** A case, and the alert of it that is to be decided; null where the case waits for its recommendation. */
export interface Front {
  caseId: string
  alertId: string | null
}

export interface Queue extends ListView<CaseItem, CaseFilter> {
  readonly atHand: StoreApi<AtHand>
  /** Null until their code is there: with the commands that the first rows do not wait for, or a folded queue. */
  stacks: Stacks<CaseItem> | null
  setOpened: (row: CaseItem | null) => void
  /** The cursor of the list follows. */
  setFront: (front: Front | null) => void
}

/** The queue of this window. */
export function createQueue(open: Open<CaseItem, CaseFilter>): Queue {
  const view = createListView(DEFAULT_FILTER, open)
  const { list } = view
  const atHand = createStore<AtHand>(() => ({ opened: null, front: null }))
  return {
    ...view,
    atHand,
    stacks: null,
    setOpened: (opened) => atHand.setState({ opened }),
    setFront(front) {
      atHand.setState({ front })
      if (front) list.moveToId(front.caseId)
      // an alert of the same case is another thing to read
      list.shownAt = Date.now()
    },
  }
}
