/** The current ticket template: part of the first load, unlike its editor. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ReplyTemplate } from '#contract/model/ticket.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

interface TemplateView {
  /** The one under the cursor, as the server has it; null for a new one, and while it is loading. */
  base: ReplyTemplate | null
  /** A new one was begun, and has not got the cursor yet. */
  isBegun: boolean
  isSaving: boolean
}

export interface CurrentTemplate {
  readonly store: StoreApi<TemplateView>
  readonly list: ListState
}

export const createCurrentTemplate = (): CurrentTemplate => ({
  store: createStore<TemplateView>(() => ({ base: null, isBegun: false, isSaving: false })),
  list: createListState(),
})
