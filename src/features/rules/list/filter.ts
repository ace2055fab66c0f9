/** The filter of the list of rules: address, query, and the part that the window applies. */
import type { RuleItem } from '#contract/model/rules/rule.ts'
import { DIRECTIONS, RULE_AREAS } from '#contract/model/values.ts'
import { choice, choicesOf, defineFilter, LEVEL_CHOICES, TYPE_CHOICES } from '#src/features/lists/public.ts'
import { AREA_LABELS } from '#src/features/rules/rule-labels.ts'
import type { RulesQuery } from '#src/features/rules/queries.ts'
import { humanise } from '#src/format/label.ts'

export const rulesFilter = defineFilter('type', {
  type: choice(
    'Applies to',
    choicesOf(RULE_AREAS, (area) => AREA_LABELS[area] ?? area),
    { param: 'type' },
  ),
  action: choice('Action', LEVEL_CHOICES, { param: 'action' }),
  account_type: choice('Account type', TYPE_CHOICES, { param: 'account_type' }),
  transactionDirection: choice('Direction', choicesOf(DIRECTIONS, humanise), { param: 'transactionDirection' }),
  /** Asked of no server: in force, in shadow, or waiting for a second person. */
  stands: choice('State', [
    { value: 'live', label: 'In force' },
    { value: 'shadow', label: 'Shadow mode' },
    { value: 'waiting', label: 'Pending approval' },
  ]),
  withDeleted: choice('Deleted', [{ value: 'true', label: 'Deleted included' }], { param: 'withDeleted' }),
})
export type RulesFilter = typeof rulesFilter.defaults
export type RulesField = keyof RulesFilter

export const toQuery = (filter: RulesFilter, search: string): RulesQuery => ({
  ...rulesFilter.query(filter),
  ...(search.trim() && { search: search.trim() }),
})

/** True if a rule has the filter's state. */
export function fits(
  { stands }: Pick<RulesFilter, 'stands'>,
  { stage = 'live', proposal, isDeleted }: RuleItem,
): boolean {
  if (stands === '') return true
  if (stands === 'waiting') return proposal !== undefined
  return stage === stands && !isDeleted
}
