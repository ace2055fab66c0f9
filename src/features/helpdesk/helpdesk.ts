/** What is being written to a customer, as its commands see it. */
import { createContext, use } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createCurrentTemplate, type CurrentTemplate } from './current-template.ts'
import type { Facts } from '#src/features/templates/public.ts'

/** Words that are ready to be used. */
export interface Words {
  id: string
  title: string
  subject: string
  /** Where they have to be asked for first: throws ApiError. */
  body: string | (() => Promise<string>)
}

/** The letter that is open. */
export interface Letter {
  /** What its templates are. */
  words: readonly Words[]
  insert(words: Words): void
}

/** Whom a ticket is for, and what it is about. */
export interface TicketAbout {
  platform: string
  customerId: string
  customerName: string
  /** Null for one about the customer as such. */
  on: { caseId: string; uuid: string; transactionId: string } | null
  /** What the variables of templates stand for. */
  facts: Facts
  /** The rules of the alerts in front: the templates that they name come first. */
  ruleIds: readonly string[]
  /** What a message that nobody has begun yet begins with. */
  words?: { subject: string; text: string }
}

export interface HelpdeskState {
  /** Null while nothing is being written. */
  letter: Letter | null
  /** Begins a reply on the ticket that is open; null where none is. */
  reply: (() => void) | null
  /** Customers' pages as this window was told them, by form: the server tells each once. */
  links: ReadonlyMap<string, string>
}

export interface Helpdesk {
  /** The list of the templates' screen, and what is under its cursor. */
  readonly templates: CurrentTemplate
  readonly store: StoreApi<HelpdeskState>
}

/** The helpdesk of this window. */
export const createHelpdesk = (): Helpdesk => ({
  store: createStore<HelpdeskState>(() => ({ letter: null, reply: null, links: new Map() })),
  templates: createCurrentTemplate(),
})

const Context = createContext<Helpdesk | null>(null)

/** Hands the helpdesk down to its drawers. */
export const HelpdeskProvider = Context.Provider

/** The helpdesk of this window. Throws outside its provider. */
export function useHelpdesk(): Helpdesk {
  const helpdesk = use(Context)
  if (!helpdesk) throw new Error('useHelpdesk outside HelpdeskProvider')
  return helpdesk
}
