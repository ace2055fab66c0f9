/** What each field of the filter can be, with words for it: the panel, the palette and the chips all ask here. */
import { ALERT_LEVELS, RULE_AREAS, RULE_TYPES, SEARCH_FIELDS, STATUS_FILTERS } from '#contract/model/values.ts'
import { CASE_LABELS } from '#contract/model/case.ts'
import { countOf } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import type { CaseFilter, FilterField } from './filter.ts'

export interface Choice {
  value: string
  label: string
}

export const FIELD_LABELS: Record<FilterField, string> = {
  status: 'Status',
  assign: 'Assigned',
  service: 'Service',
  type: 'Direction',
  rule_type: 'Rule type',
  action: 'Level',
  countries: 'Country',
  withoutAlerts: 'Alerts',
  user: 'Manager',
  rule: 'Rule',
  customerId: 'Customer',
  customerName: 'Customer name',
  search: 'Search',
  field: 'Search in',
  timeS: 'From',
  timeE: 'To',
  ids: 'Cases',
}

/** The table of fields says the same of these, and is too large for the first load. */
export const searchLabel = (field: string) => (field === 'transactionDesc' ? 'Description' : humanise(field))

const choices = (values: readonly string[], label: (value: string) => string = humanise): Choice[] =>
  values.map((value) => ({ value, label: label(value) }))

const STATUS_WORDS: Record<string, string> = {
  '': 'All',
  on: 'Worked or to be worked, with alerts',
  'New & Await': 'New and awaiting',
}

/** The values of the fields whose values are fixed. */
export const FIXED: { readonly [F in FilterField]?: readonly Choice[] } = {
  status: choices(STATUS_FILTERS, (value) => STATUS_WORDS[value] ?? CASE_LABELS[value as keyof typeof CASE_LABELS]),
  assign: [
    { value: '1', label: 'Nobody has it' },
    { value: '0', label: 'Somebody has it' },
  ],
  type: choices(['incoming', 'outgoing', 'debit']),
  rule_type: [...choices(RULE_AREAS), ...choices(RULE_TYPES)],
  action: choices(ALERT_LEVELS, (value) => (value === 'hardstop' ? 'Hard stop' : 'Alert')),
  withoutAlerts: [
    { value: '0', label: 'With alerts' },
    { value: '1', label: 'Without alerts' },
  ],
  field: choices(['ALL', ...SEARCH_FIELDS], (value) => (value === 'ALL' ? 'All fields' : searchLabel(value))),
}

/** Values of the fields that have to be loaded: managers and rules of the platform, names of services and countries. */
export type Lookups = { readonly [F in 'user' | 'rule' | 'countries' | 'service']: readonly Choice[] }

/** One field of a filter in words: what its chip says. */
export function chipText(field: FilterField, filter: CaseFilter, lookups: Lookups): string {
  const raw = filter[field]
  const known = (field in lookups ? lookups[field as keyof Lookups] : FIXED[field]) ?? []
  const label = (value: string) => known.find((choice) => choice.value === value)?.label ?? value
  if (field === 'customerId') return filter.customerName || `Customer ${filter.customerId}`
  if (field === 'search') return `“${filter.search}”${filter.field === 'ALL' ? '' : ` in ${searchLabel(filter.field)}`}`
  if (field === 'ids') return countOf(filter.ids.length, 'case')
  if (field === 'timeS') return `from ${filter.timeS}`
  if (field === 'timeE') return `to ${filter.timeE}`
  return Array.isArray(raw) ? raw.map(label).join(', ') : label(raw)
}
