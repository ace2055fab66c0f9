/** The filter of the list of contracts, and its query. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { CONTRACT_STATUSES } from '#contract/model/values.ts'
import { defineFilter } from '#src/features/lists/public.ts'
import { contractStatusLabel } from '#src/format/record-labels.ts'

const word = z.catch(z.string(), '')

const schema = z.object({
  status: z.catch(z.enum(['', ...CONTRACT_STATUSES]), ''),
  customerId: word,
  customerName: word,
  search: word,
})
export type ContractFilter = z.infer<typeof schema>

/** The filter of the list; its default is every contract of the platform. */
export const contractFilter = defineFilter<ContractFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: ['search', 'customerName'],
  qualified: {},
  named: { customerId: 'customerName' },
  labels: { status: 'Status', customerId: 'Client', customerName: 'Client name', search: 'Search' },
  fixed: {
    status: [
      { value: '', label: 'All contracts' },
      ...CONTRACT_STATUSES.map((value) => ({ value, label: contractStatusLabel(value) })),
    ],
  },
  panel: [
    { field: 'search', as: 'text' },
    { field: 'status', as: 'choice' },
    { field: 'customerId', as: 'text' },
  ],
  leading: 'status',
  chip(field, { search, customerId, customerName }) {
    if (field === 'search') return `“${search}”`
    return field === 'customerId' ? customerName || `Client ${customerId}` : undefined
  },
})

type Query = NonNullable<Input<typeof customers.contracts>['query']>

/** The query of the search call, without its page. */
export const toQuery = (
  { status, customerId, search }: ContractFilter,
  platform: string,
): Omit<Query, 'page' | 'pageSize'> => ({
  platform,
  ...(search && { search }),
  ...(status && { status }),
  ...(customerId && { customerId }),
})
