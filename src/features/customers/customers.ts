/** The list of customers, and the customer whose screen is open, as the commands see them. */
import { useEffect } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Direction, Role } from '#contract/model/values.ts'
import type { Data } from '#src/data/data.ts'
import { customersHref } from '#src/features/cases/public.ts'
import type { Section } from '#src/features/customers/sections/sections.ts'
import { filterAddress, type FilterChoices } from '#src/features/lists/public.ts'
import { useFeature } from '#src/features/states.ts'
import type { CustomerList } from './customer-list.ts'
import type { Who } from './queries.ts'

/** Filter fields that are typed, or a person's name: kept out of addresses and records. */
const PRIVATES = ['search', 'customerName'] as const

/** The target of a row of a section, for Enter and double click. */
type OpenRow = (row: unknown) => void

export interface Opened extends Who {
  /** The id until the profile was read. */
  customerName: string
  section: Section
  show(section: Section): void
  /** Another customer in its place. */
  goTo(customerId: string): void
  /** The previous screen. */
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
  /** The listed transactions. */
  direction: Direction | 'all'
  /** The transaction search was requested and awaits its focus. */
  isSearching: boolean
}

export interface Customers {
  /** The one that is open. */
  readonly store: StoreApi<CustomerView>
  readonly data: Data
  readonly ports: CustomersPorts
  /** The list; null before its screen was first opened: see `customerList`. */
  list: CustomerList | null
  /** The address of the list through what differs from its default. */
  hrefOf: (platform: string, filter: object) => string
}

/** Dependencies of customers on other features. */
export interface CustomersPorts extends FilterChoices {
  /** The address of the cases of one customer. */
  casesHref: (platform: string, customer: { id: string; name: string }) => string
  /** The signed-in user with roles; null before it is known. */
  me: () => { name: string; email: string; roles: readonly Role[] } | null
  /** The platform that is worked on, for words. */
  platformLabel: () => string
}

/** The customers of this window. The list and the commands are no part of the first load. */
export function createCustomers(data: Data, ports: CustomersPorts): Customers {
  const store = createStore<CustomerView>(() => ({
    opened: null,
    openRow: null,
    fold: null,
    isTable: false,
    direction: 'all',
    isSearching: false,
  }))
  return {
    store,
    data,
    ports,
    list: null,
    hrefOf: filterAddress({ pathOf: customersHref, words: ports.words, privates: PRIVATES }),
  }
}

/** The customers of this window. */
export const useCustomers = (): Customers => useFeature('customers')

/** The action of Enter on the visible section's rows. Needs a stable function. */
export function useOpenRow<Row>(openRow: (row: Row) => void): (row: Row) => void {
  const { store } = useCustomers()
  useEffect(() => {
    store.setState({ openRow: openRow as OpenRow })
    return () => store.setState({ openRow: null })
  }, [store, openRow])
  return openRow
}
