/** How risky the customer of a case is. */
import { queryOptions } from '@tanstack/react-query'
import type { CaseItem } from '#contract/model/case.ts'
import { customers } from '#contract/calls/customers.ts'
import type { Api } from '#src/data/api.ts'

/** Null where nobody has scored them. */
export const riskQuery = (api: Api, { platform, customerId }: Pick<CaseItem, 'platform' | 'customerId'>) =>
  queryOptions({
    queryKey: ['customers', 'risk', platform, customerId],
    queryFn: ({ signal }) =>
      api.send(customers.riskProfile, { params: { platform, customerId } }, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
