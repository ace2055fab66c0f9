/** One contract in full, and the address of its files. */
import { queryOptions } from '@tanstack/react-query'
import { customers } from '#contract/calls/customers.ts'
import type { Contract } from '#contract/model/contract.ts'
import type { Api } from '#src/data/net/api.ts'

export const detailQuery = (api: Api, { platform, id }: Pick<Contract, 'platform' | 'id'>) =>
  queryOptions({
    queryKey: ['contracts', 'detail', platform, id],
    queryFn: ({ signal }) =>
      api.send(customers.contract, { params: { platform, contractId: id } }, { signal, platform, quiet: true }),
    meta: { persist: true },
    staleTime: 60_000,
  })

/** The viewer of one document, which opens beside the list in a tab of its own. */
export const fileHref = (id: string): string => `/open-doc/${encodeURIComponent(id)}`
