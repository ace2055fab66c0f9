/** The list of contracts. */
import type { Contract } from '#contract/model/contract.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { createServerSource } from '#src/data/lists/server-source.ts'
import { useCases } from '#src/features/cases/public.ts'
import { defineReadList, type ReadList } from '#src/features/lists/public.ts'
import { contractFilter, toQuery, type ContractFilter } from './filter.ts'

export const keyOf = ({ id }: Contract) => id

/** The list of a window's contracts. */
export const contractList = defineReadList<Contract, ContractFilter>({
  filter: contractFilter,
  path: 'contracts/',
  open: (data, platform, filter) => {
    const query = toQuery(filter, platform)
    return createServerSource<Contract>(data, {
      async load(page, pageSize, { signal, isBackground }) {
        const { customers } = await import('#contract/calls/customers.ts')
        const how = { signal, platform, quiet: isBackground }
        return data.api.send(customers.contracts, { query: { ...query, page, pageSize } }, how)
      },
      keyOf,
      pageSize: PAGE_SIZES.customers,
      keep: { store: data.engine.snapshots, key: `contracts|${platform}|${JSON.stringify(query)}`, platform },
    })
  },
})

/** The list of this window's contracts. */
export const useContractList = (): ReadList<Contract, ContractFilter> => contractList(useData(), useCases().narrowing)
