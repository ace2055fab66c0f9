/** The customer whose screen is open, as its commands see it. */
import { createContext, use, useEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Direction } from '#contract/model/values.ts'
import type { Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { Who } from './queries.ts'
import type { Section } from './sections.ts'

/** What a row of a section leads to: Enter on it, and a double click. */
type OpenRow = (row: unknown) => void

export interface Opened extends Who {
  /** The id until the profile was read. */
  customerName: string
  section: Section
  show(section: Section): void
  /** Where one came from. */
  leave(): void
}

export interface CustomerView {
  /** Null while no customer is open. */
  opened: Opened | null
  /** Null where the section has no rows that lead anywhere. */
  openRow: OpenRow | null
  /** Opens or closes the line of the tree under the cursor, or goes down or up; null where there is no tree. */
  fold: ((isOpening: boolean) => void) | null
  /** The figures of twelve months are shown as a table in place of the chart. */
  isTable: boolean
  /** Which transactions are listed. */
  direction: Direction | 'all'
  /** The search over transactions was asked for and has not got the focus yet. */
  isSearching: boolean
}

export interface Customers {
  readonly store: StoreApi<CustomerView>
  commands(): Promise<readonly Command[]>
}

/** The customers of this window. */
export function createCustomers(data: Data): Customers {
  const store = createStore<CustomerView>(() => ({
    opened: null,
    openRow: null,
    fold: null,
    isTable: false,
    direction: 'all',
    isSearching: false,
  }))
  return { store, commands: async () => (await import('./commands.ts')).customerCommands(store, data) }
}

const Context = createContext<Customers | null>(null)

/** Hands the customers down to their screens. */
export const CustomersProvider = Context.Provider

/** The customers of this window. Throws outside its provider. */
export function useCustomers(): Customers {
  const customers = use(Context)
  if (!customers) throw new Error('useCustomers outside CustomersProvider')
  return customers
}

/** What Enter does on the rows of the section that is shown. Wants the same function as long as it does the same. */
export function useOpenRow<Row>(openRow: (row: Row) => void): (row: Row) => void {
  const { store } = useCustomers()
  useEffect(() => {
    store.setState({ openRow: openRow as OpenRow })
    return () => store.setState({ openRow: null })
  }, [store, openRow])
  return openRow
}
