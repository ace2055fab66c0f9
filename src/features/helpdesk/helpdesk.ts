/** What is being written to a customer, as its commands see it, and what was begun and not sent. */
import { createContext, use } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Data } from '#src/data/data.ts'
import { createDrafts, type Drafts } from '#src/data/drafts.ts'
import type { Facts } from '#src/features/templates/public.ts'
import type { LetterText } from './letter.ts'

/** Words that are ready to be used. */
export interface Words {
  id: string
  title: string
  subject: string
  body: string
}

/** The letter that is open. */
export interface Letter {
  /** "Send the reply", "Open the ticket". */
  verb: string
  /** What its templates are. */
  words: readonly Words[]
  insert(words: Words): void
  /** Asks for one more Enter, or says why it cannot go out; sends it when that was asked. */
  submit(): void
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
}

export interface HelpdeskState {
  /** Null while nothing is being written. */
  letter: Letter | null
  /** Begins a reply on the ticket that is open; null where none is. */
  reply: (() => void) | null
}

export interface Helpdesk {
  readonly store: StoreApi<HelpdeskState>
  /** Letters by what they are about, see `draftKey`. */
  readonly drafts: Drafts<LetterText>
}

/** Under what name a letter is kept: `about` is "case PX7", "customer 3" or "ticket 12". */
export const draftKey = (platform: string, about: string): string => `${platform}/${about}`

export function createHelpdesk({ engine, user }: Pick<Data, 'engine' | 'user'>, platform: () => string): Helpdesk {
  const store = createStore<HelpdeskState>(() => ({ letter: null, reply: null }))
  return { store, drafts: createDrafts<LetterText>({ engine, user, kind: 'letter', platform }) }
}

const Context = createContext<Helpdesk | null>(null)

/** Hands the helpdesk down to its drawers. */
export const HelpdeskProvider = Context.Provider

/** The helpdesk of this window. Throws outside its provider. */
export function useHelpdesk(): Helpdesk {
  const helpdesk = use(Context)
  if (!helpdesk) throw new Error('useHelpdesk outside HelpdeskProvider')
  return helpdesk
}
