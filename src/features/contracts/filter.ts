/** The filter of the list of contracts, and its query. */
import { CONTRACT_STATUSES } from '#contract/model/values.ts'
import { choice, choicesOf, customerFields, defineFilter, search } from '#src/features/lists/public.ts'
import { contractStatusLabel } from '#src/format/record-labels.ts'

/** The filter of the list; its default is every contract of the platform. */
export const contractFilter = defineFilter('status', {
  status: choice(
    'Status',
    [{ value: '', label: 'All contracts' }, ...choicesOf(CONTRACT_STATUSES, contractStatusLabel)],
    { param: 'status' },
  ),
  ...customerFields('Client'),
  search: search({ param: 'search' }),
})
export type ContractFilter = typeof contractFilter.defaults

/** The query of the search call, without its page. */
export const toQuery = (filter: ContractFilter, platform: string) => ({ platform, ...contractFilter.query(filter) })
