/** The SAR or EDD form that is open, as its commands see it. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'
import type { Fault } from '#src/data/net/faults.ts'
import { useFeature } from '#src/features/states.ts'
import type { NoteText } from '#src/features/templates/public.ts'

/** Answers that are being written, and the version of the form that they were begun on. */
export interface FormDraft {
  data: Readonly<Record<string, unknown>>
  version: number
}

export interface FormsView {
  /** The server's state; null while none is open. */
  opened: DocumentForm | null
  /** The reason why the opened form may not go to review as the server has it; null if it may. */
  notReady: string | null
  isBusy: boolean
  /** The server's faults of the last save. */
  faults: readonly Fault[]
  /** The filter of the list. */
  search: string
  /** The list shows only what waits for the person who is signed in. */
  isWaitingOnly: boolean
}

export interface Forms {
  readonly store: StoreApi<FormsView>
  readonly list: ListState
}

/** Under what name the answers are kept until they are saved. */
export const formKey = (uuid: string): string => `form ${uuid}`

/** The key of a comment's draft. */
export const commentKey = (uuid: string): string => `words on form ${uuid}`
export const NO_COMMENT: NoteText = { text: '', prompts: [] }

/** The forms of this window. */
export const createForms = (): Forms => ({
  store: createStore<FormsView>(() => ({
    opened: null,
    notReady: null,
    isBusy: false,
    faults: [],
    search: '',
    isWaitingOnly: false,
  })),
  list: createListState(),
})

/** The forms of this window. */
export const useForms = (): Forms => useFeature('forms')
