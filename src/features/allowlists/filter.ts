/** The filter of the list of allowlists. Pure. */
import type { AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import { choice, choicesOf, days, defineFilter, matching, search } from '#src/features/lists/public.ts'
import type { ListQuery } from './queries.ts'

const EXPIRY_LABELS: Record<AllowlistExpiry, string> = {
  ending: 'Ends soon',
  ended: 'Ended',
  running: 'Ends later',
  open: 'No end date',
  coming: 'Not yet in force',
}

/** The searched text stays in this window, since it may be a name (docs/design/specification.md#words-in-addresses). */
export const allowlistFilter = defineFilter('expiry', {
  search: search(),
  rule: matching('Rule', /^\d+$/, { param: 'rule', chip: (id) => `Rule ${id}` }),
  customerId: matching('Client', /^[\w*-]{1,64}$/, { param: 'customerId', chip: (id) => `Client ${id}` }),
  /** Days that the period overlaps. */
  ...days(['from', 'to'], ['Valid from', 'Valid until'], { param: 'date[]', said: ['from', 'until'] }),
  expiry: choice(
    'Ends',
    choicesOf(Object.keys(EXPIRY_LABELS) as AllowlistExpiry[], (expiry) => EXPIRY_LABELS[expiry]),
    { param: 'expiry' },
  ),
})
export type AllowlistFilter = typeof allowlistFilter.defaults
export type FilterName = keyof AllowlistFilter

/** The query of the list call. */
export const toQuery = (filter: AllowlistFilter, platform: string): ListQuery => ({
  platform,
  ...(filter.search.trim() && { search: filter.search.trim() }),
  ...allowlistFilter.query(filter),
})
