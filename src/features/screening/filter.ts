/** The filter of the queue of sanctions hits, and its query. */
import { HIT_OUTCOMES, HIT_PARTIES } from '#contract/model/screening/sanctions.ts'
import { choice, choicesOf, defineFilter, oneOf, search } from '#src/features/lists/public.ts'
import { humanise } from '#src/format/label.ts'

/** The filter of the queue; its default is the open hits. */
export const hitFilter = defineFilter('outcome', {
  outcome: oneOf(
    'Outcome',
    choicesOf(HIT_OUTCOMES, (value) => (value === 'potential_match' ? 'Open hits' : humanise(value))),
    'potential_match',
  ),
  party: choice('Whose', choicesOf(HIT_PARTIES, humanise), { param: 'party' }),
  search: search({ param: 'search' }),
})
export type HitFilter = typeof hitFilter.defaults

/** The query of the call, without its page. */
export const toQuery = (filter: HitFilter, platform: string) => ({
  platform,
  outcome: filter.outcome,
  ...hitFilter.query(filter),
})
