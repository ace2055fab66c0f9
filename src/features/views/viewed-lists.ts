/** The lists whose filters can be saved as views. */
import type { ViewFilter, ViewList } from '#contract/model/view.ts'
import type { View } from '#src/commands/dispatcher/when.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import type { FeatureStates } from '#src/features/define-feature.ts'
import { chosenColumns, type ListView, type Narrowing } from '#src/features/lists/public.ts'

export interface ViewedList {
  /** Its name for the key dispatcher. */
  surface: View
  /** The suffix of a view whose list is not in its title; empty for the queue. */
  name: string
  /** The list as it comes: "New cases". */
  plain: string
  /** The current filter, as a view stores it. */
  current: () => ViewFilter
  /** The path of the list with a view's filter. */
  hrefOf: (platform: string, filter: ViewFilter) => string
}
export type ViewedLists = Readonly<Record<ViewList, ViewedList>>

/** A list that can be narrowed, as views see it. */
export function viewedList<Row, F extends object>(
  { store }: Pick<ListView<Row, F>, 'store'>,
  { kind, hrefOf }: Pick<Narrowing<F>, 'kind' | 'hrefOf'>,
  words: Pick<ViewedList, 'surface' | 'name' | 'plain'>,
  /** The columns that are seen, where they are not the usual ones. */
  columns: () => readonly string[] = () => [],
): ViewedList {
  return {
    ...words,
    current: () => withColumns(kind.differing(store.getState().filter) as ViewFilter, columns()),
    hrefOf: (platform, filter) => hrefOf(platform, kind.read(filter)),
  }
}

/** A view shows the columns it was saved with, for every user. */
export const withColumns = (filter: ViewFilter, columns: readonly string[]): ViewFilter =>
  columns.length > 0 ? { ...filter, columns: [...columns] } : filter

/** The lists that saved views open. */
export function listsOf(
  { cases, customers, accountAlerts }: Pick<FeatureStates, 'cases' | 'customers' | 'accountAlerts'>,
  user: UserStore,
): ViewedLists {
  return {
    cases: viewedList(cases.queue, cases.narrowing, { surface: 'queue', name: '', plain: 'New cases' }, () =>
      chosenColumns(user, 'cases', cases.queue.store.getState().filter),
    ),
    customers: {
      surface: 'customers',
      name: 'clients',
      plain: 'Clients',
      current: () => customers.list?.current() ?? {},
      hrefOf: customers.hrefOf,
    },
    accountAlerts: {
      surface: 'accountAlerts',
      name: 'account alerts',
      plain: 'Account alerts',
      current: () =>
        withColumns(
          accountAlerts.current(),
          chosenColumns(user, 'accountAlerts', { columns: [], ...accountAlerts.queue?.store.getState().filter }),
        ),
      hrefOf: accountAlerts.hrefOf,
    },
  }
}
