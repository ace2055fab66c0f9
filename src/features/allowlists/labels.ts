/** Labels and texts of an allowlist's values, for differences and read-only forms. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { Condition, FilterGroup } from '#contract/model/rules/filter.ts'
import type { CustomerType } from '#contract/model/values.ts'
import { humanise } from '#src/format/label.ts'

const PLACES: Record<string, string> = {
  name: 'Name',
  comment: 'Reason',
  ruleId: 'Rule',
  customerId: 'Client',
  customerType: 'Type of client',
  ignoreCriteria: 'Limits ignored',
  startDate: 'First day',
  endDate: 'Last day',
  limits: 'Allow',
  ruleCriteria: 'Allow',
  reportCriteria: 'Alert anyway above',
  filterGroups: 'Only where',
}

/** `limits.account_velocity.maxTransactions` is `Allow: account velocity, max transactions`. */
export function placeLabel(place: string): string {
  const [first = '', ...rest] = place.split('.')
  const label = PLACES[first] ?? humanise(first)
  return rest.length === 0 ? label : `${label}: ${rest.map(humanise).join(', ').toLowerCase()}`
}

const isGroup = (value: unknown): value is FilterGroup =>
  typeof value === 'object' && value !== null && 'combinator' in value && 'rules' in value

/** A value as text: lists by commas, filter groups as a sentence, parameters one by one. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueText).join(value.some(isGroup) ? '\n' : ', ')
  if (isGroup(value)) return groupWords(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object') return ''
  return Object.entries(value)
    .map(([key, one]) => `${humanise(key)} ${valueText(one)}`)
    .join(', ')
}

/** "Service is p2p and (Country is PA or Country is CO)". */
function groupWords(group: FilterGroup, fields: readonly FilterField[] = []): string {
  const parts = group.rules.map((one) =>
    'rules' in one ? `(${groupWords(one, fields)})` : conditionWords(one, fields),
  )
  const joined = parts.join(group.combinator === 'and' ? ' and ' : ' or ')
  return group.not ? `not (${joined})` : joined
}

function conditionWords({ field, operator, value }: Condition, fields: readonly FilterField[]): string {
  const name = fields.find((one) => one.name === field)?.label ?? humanise(field)
  return [name, humanise(operator).toLowerCase(), valueText(value)].filter(Boolean).join(' ')
}

/** "Every business", "Acme Ltd"; empty if not chosen. */
export function clientText(of: {
  customerId: string | null
  customerName: string | null
  customerType: CustomerType
  isForAll?: boolean
}): string {
  if (of.isForAll === false && of.customerId === null) return ''
  if (of.customerId !== null) return of.customerName || of.customerId
  return of.customerType === 'business' ? 'Every business' : 'Every person'
}
