/** The list of customers: made when it is first wanted, there as long as the window is. */
import type { CustomerItem } from '#contract/model/customer.ts'
import type { ViewFilter } from '#contract/model/view.ts'
import { OfflineMarks } from '#src/data/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline-pack.ts'
import { ruleChoices } from '#src/data/rule-names.ts'
import { customersHref } from '#src/features/cases/public.ts'
import { createListView, createNarrowing, type ListView, type Narrowing } from '#src/features/lists/public.ts'
import { useCustomers, type Customers } from './customers.ts'
import { customerFilter, type CustomerFilter } from './filter.ts'
import { openCustomers } from './source.ts'

export interface CustomerList {
  view: ListView<CustomerItem, CustomerFilter>
  narrowing: Narrowing<CustomerFilter>
  /** Who can be opened without a network. */
  marks: OfflineMarks
  /** What it is narrowed to, as a saved view keeps it. */
  current: () => ViewFilter
  /** What reads ahead; begins with the first time it is asked for. */
  pack: () => Promise<OfflinePack>
}

/** The list of a window's customers. */
export function customerList(customers: Customers): CustomerList {
  customers.list ??= create(customers)
  return customers.list
}

function create(customers: Customers): CustomerList {
  const { data, ports } = customers
  let reading: Promise<OfflinePack> | undefined
  const list: CustomerList = {
    view: createListView(customerFilter.defaults, (platform, filter) => openCustomers(data, platform, filter)),
    narrowing: createNarrowing({
      ...ports,
      kind: customerFilter,
      pathOf: customersHref,
      async lookups(platform) {
        const [known, rule] = await Promise.all([ports.lookups(platform), ruleChoices(data, platform, 'account')])
        return { ...known, rule }
      },
    }),
    marks: new OfflineMarks(),
    current: () => customerFilter.differing(list.view.store.getState().filter) as ViewFilter,
    pack: () => (reading ??= import('./offline.ts').then(({ startPack }) => startPack(customers, list))),
  }
  return list
}

/** The list of this window's customers. Throws outside `CustomersProvider`. */
export const useCustomerList = (): CustomerList => customerList(useCustomers())
