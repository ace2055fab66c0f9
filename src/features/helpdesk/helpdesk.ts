/** The message being written to a customer, as its commands see it. */
import { useFeature } from '#src/features/states.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Facts } from '#src/features/templates/public.ts'
import type { ReplyTemplate } from '#contract/model/ticket.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

/** Words that are ready to be used. */
export interface MessageText {
  id: string
  title: string
  subject: string
  /** Recipients that have to be requested first: throws ApiError. */
  body: string | (() => Promise<string>)
}

/** The open message. */
export interface OpenMessage {
  /** Its templates. */
  words: readonly MessageText[]
  insert(words: MessageText): void
}

/** The customer and subject of a ticket. */
export interface TicketAbout {
  platform: string
  customerId: string
  customerName: string
  /** Null for one about the customer as such. */
  on: { caseId: string; uuid: string; transactionId: string } | null
  /** The values of template variables. */
  facts: Facts
  /** The rules of the current alerts: templates they name come first. */
  ruleIds: readonly string[]
  /** The initial values of a new message. */
  words?: { subject: string; text: string }
}

export interface HelpdeskState {
  /** Null while nothing is being written. */
  letter: OpenMessage | null
  /** Begins a reply on the ticket that is open; null where none is. */
  reply: (() => void) | null
  /** Customers' page addresses by form, which the server returns only once. */
  links: ReadonlyMap<string, string>
}

export interface Helpdesk {
  /** The list of the templates' screen, and what is under its cursor. */
  readonly templates: CurrentTemplate
  readonly store: StoreApi<HelpdeskState>
  /** Loads what finds the customers in front. */
  subjects(): Promise<typeof import('./ticket-about.ts')>
}

/** The helpdesk of this window. */
export const createHelpdesk = (): Helpdesk => ({
  store: createStore<HelpdeskState>(() => ({ letter: null, reply: null, links: new Map() })),
  templates: createCurrentTemplate(),
  subjects: () => import('./ticket-about.ts'),
})

/** The helpdesk of this window. */
export const useHelpdesk = (): Helpdesk => useFeature('helpdesk')

interface TemplateView {
  /** The one under the cursor, as the server has it; null for a new one, and while it is loading. */
  base: ReplyTemplate | null
  /** A new one was begun, and has not got the cursor yet. */
  isBegun: boolean
  isSaving: boolean
}

interface CurrentTemplate {
  readonly store: StoreApi<TemplateView>
  readonly list: ListState
}

const createCurrentTemplate = (): CurrentTemplate => ({
  store: createStore<TemplateView>(() => ({ base: null, isBegun: false, isSaving: false })),
  list: createListState(),
})
