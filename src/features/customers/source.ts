/** The rows of the list of customers: the list call through a filter. */
import type { CustomerItem } from '#contract/model/customer.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import type { Data } from '#src/data/data.ts'
import { createServerSource } from '#src/data/lists/server-source.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { toQuery, type CustomerFilter } from './filter.ts'

/** The key of a row. */
export const keyOf = ({ customerProfile }: CustomerItem) => customerProfile.customerId

/** Opens the customers of a platform through a filter; the first rows are kept for a start without a network. */
export function openCustomerSource(data: Data, platform: string, filter: CustomerFilter): RowSource<CustomerItem> {
  const query = toQuery(filter, platform)
  return createServerSource<CustomerItem>(data, {
    async load(page, pageSize, { signal, isBackground }) {
      // a separate area, needed only here: not part of the first load
      const { customers } = await import('#contract/calls/customers.ts')
      const how = { signal, platform, quiet: isBackground }
      return data.api.send(customers.list, { query: { ...query, page, pageSize } }, how)
    },
    keyOf,
    pageSize: PAGE_SIZES.customers,
    keep: { store: data.engine.snapshots, key: `customers|${platform}|${JSON.stringify(query)}`, platform },
  })
}
