/** The list of customers: made when it is first wanted, there as long as the window is. */
import { OfflineMarks } from '#src/data/offline/offline-marks.ts'
import type { OfflinePack } from '#src/data/offline/offline-pack.ts'
import { ruleChoices } from '#src/data/rule-names.ts'
import { customersHref } from '#src/features/cases/public.ts'
import { createListView, createNarrowing } from '#src/features/lists/public.ts'
import type { CustomerList } from './customer-list.ts'
import { useCustomers, type Customers } from './customers.ts'
import { customerFilter } from './filter.ts'
import { openCustomerSource } from './source.ts'

/** The list of a window's customers. */
export function customerList(customers: Customers): CustomerList {
  customers.list ??= create(customers)
  return customers.list
}

function create(customers: Customers): CustomerList {
  const { data, ports } = customers
  let reading: Promise<OfflinePack> | undefined
  const list: CustomerList = {
    view: createListView(customerFilter.defaults, (platform, filter) => openCustomerSource(data, platform, filter)),
    narrowing: createNarrowing({
      ...ports,
      kind: customerFilter,
      pathOf: customersHref,
      async lookups(platform) {
        const [known, rule, others] = await Promise.all([
          ports.lookups(platform),
          ruleChoices(data, platform, 'account'),
          ruleChoices(data, platform, 'transaction'),
        ])
        const firstAlert = [...rule, ...others].map(({ value, label }) => ({ value, label: `First alert: ${label}` }))
        return { ...known, rule, firstAlert }
      },
    }),
    marks: new OfflineMarks(),
    current: () => customerFilter.differing(list.view.store.getState().filter),
    pack: () => (reading ??= import('./offline.ts').then(({ startOfflinePack }) => startOfflinePack(customers, list))),
  }
  return list
}

/** The list of this window's customers. Throws outside `StatesProvider`. */
export const useCustomerList = (): CustomerList => customerList(useCustomers())
