/** The filter of the queue of sanctions hits, and its query. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { screening } from '#contract/calls/screening.ts'
import { HIT_OUTCOMES, HIT_PARTIES } from '#contract/model/screening/sanctions.ts'
import { defineFilter } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'

const schema = z.object({
  outcome: z.catch(z.enum(HIT_OUTCOMES), 'potential_match'),
  party: z.catch(z.enum(['', ...HIT_PARTIES]), ''),
  search: z.catch(z.string(), ''),
})
export type HitFilter = z.infer<typeof schema>

/** The filter of the queue; its default is the open hits. */
export const hitFilter = defineFilter<HitFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: ['search'],
  qualified: {},
  named: {},
  labels: { outcome: 'Outcome', party: 'Whose', search: 'Search' },
  fixed: {
    outcome: HIT_OUTCOMES.map((value) => ({
      value,
      label: value === 'potential_match' ? 'Open hits' : humanise(value),
    })),
    party: HIT_PARTIES.map((value) => ({ value, label: humanise(value) })),
  },
  panel: [
    { field: 'search', as: 'text' },
    { field: 'outcome', as: 'choice' },
    { field: 'party', as: 'choice' },
  ],
  leading: 'outcome',
  chip: (field, { search }) => (field === 'search' ? `“${search}”` : undefined),
})

type Query = NonNullable<Input<typeof screening.hits>['query']>

/** The query of the call, without its page. */
export const toQuery = ({ outcome, party, search }: HitFilter, platform: string): Omit<Query, 'page' | 'pageSize'> => ({
  platform,
  outcome,
  ...(party && { party }),
  ...(search && { search }),
})
