/** The filter of the case queue: fields, query and the test of one row. */
import type { Input } from '#contract/call.ts'
import { CASE_SORTS, sortsOf, type cases } from '#contract/calls/cases/cases.ts'
import { CASE_LABELS, statusQuery, type CaseItem } from '#contract/model/cases/case.ts'
import { caseFactFilters, hasChanged } from '#contract/model/cases/queue-facts.ts'
import {
  ALERT_STATUSES,
  DIRECTIONS,
  RULE_AREAS,
  RULE_TYPES,
  SEARCH_FIELDS,
  SERVICES,
  STATUS_FILTERS,
} from '#contract/model/values.ts'
import {
  assignField,
  choice,
  choicesOf,
  columnsField,
  countries,
  customerFields,
  days,
  defineFilter,
  dueField,
  foldField,
  LEVEL_CHOICES,
  oneOf,
  range,
  search,
  several,
  text,
} from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'
import { alertStatusLabel, humanise } from '#src/format/label.ts'

/** The table of fields has the same labels, and is too large for the first load. */
export const searchLabel = (field: string) => (field === 'transactionDesc' ? 'Description' : humanise(field))

/** The maximum number of named cases. */
export const IDS_MAX = 200

const STATUS_WORDS: Record<string, string> = {
  '': 'All',
  on: 'All with alerts',
  'New & Await': 'New and awaiting',
}

/** The filter of the case queue; its default is the new cases. */
export const caseFilter = defineFilter('status', {
  status: oneOf(
    'Status',
    choicesOf(STATUS_FILTERS, (value) => STATUS_WORDS[value] ?? CASE_LABELS[value as keyof typeof CASE_LABELS]),
    'new',
  ),
  assign: assignField,
  user: text('Manager', { param: 'user', as: 'choice' }),
  service: several('Service', SERVICES, { param: 'service[]', as: 'choices', empty: 'Any service' }),
  type: choice('Direction', choicesOf([...DIRECTIONS, 'debit'], humanise), { param: 'direction' }),
  action: choice('Level', LEVEL_CHOICES, { param: 'alertLevel' }),
  alertStatus: choice(
    'Alert status',
    choicesOf(['open', ...ALERT_STATUSES], (value) => `Alerts: ${alertStatusLabel(value)}`),
    { param: 'alertStatus' },
  ),
  rule: text('Rule', { param: 'rule', as: 'choice' }),
  rule_type: choice('Rule type', choicesOf([...RULE_AREAS, ...RULE_TYPES], humanise), { param: 'rule_type' }),
  countries: countries('Country', { param: 'countries[]' }),
  withoutAlerts: choice(
    'Alerts',
    [
      { value: '0', label: 'With alerts' },
      { value: '1', label: 'Without alerts' },
    ],
    { param: 'withoutAlerts' },
  ),
  approval: choice(
    'Approval',
    [
      { value: '1', label: 'Pending approval' },
      { value: '0', label: 'Nothing pending approval' },
    ],
    { param: 'approval' },
  ),
  due: dueField,
  review: choice(
    'Review',
    [
      { value: 'due', label: 'Review due' },
      { value: 'planned', label: 'Review planned' },
    ],
    { param: 'review' },
  ),
  ...customerFields('Customer'),
  search: search({
    where: 'field',
    chip: (text, field) => `“${text}”${field === 'ALL' ? '' : ` in ${searchLabel(field)}`}`,
  }),
  field: oneOf(
    'Search in',
    choicesOf(['ALL', ...SEARCH_FIELDS], (value) => (value === 'ALL' ? 'All fields' : searchLabel(value))),
    'ALL',
  ),
  ...days(['timeS', 'timeE'], ['From', 'To'], { param: 'date[]' }),
  ...range('amount', 'amount[]', ['Least amount, USD', 'Greatest amount, USD'], ' USD'),
  ...range('risk', 'risk[]', ['Least risk', 'Greatest risk']),
  ...range('age', 'age[]', ['Least age, days', 'Greatest age, days'], ' days'),
  ...days(['endS', 'endE'], ['Closed from', 'Closed to'], { param: 'finished[]', said: ['closed from', 'closed to'] }),
  sort: oneOf('Order', choicesOf(sortsOf(CASE_SORTS), humanise), '-created', { param: 'sort', isLook: true }),
  columns: columnsField,
  fold: foldField,
  /** These cases and no others, as far as they fit the rest. */
  ids: several('Cases', /^[\w*-]{1,64}$/, {
    most: IDS_MAX,
    chip: (ids) => countOf(ids.length, 'case'),
  }),
})
export const { defaults: DEFAULT_FILTER, read: readFilter } = caseFilter
export type CaseFilter = typeof DEFAULT_FILTER

/** The same filter over every status; null where the status hides nothing, or nothing else narrows the queue. */
export function outsideOf(filter: CaseFilter): CaseFilter | null {
  const isNarrowed = caseFilter.active(filter).some((field) => field !== 'status')
  return filter.status === '' || !isNarrowed ? null : { ...filter, status: '' }
}

/** The query of the list call. */
export const toQuery = (filter: CaseFilter, platform: string): NonNullable<Input<typeof cases.list>['query']> => ({
  platform,
  ...statusQuery(filter.status),
  ...caseFilter.query(filter),
  ...(filter.search && { search: filter.search, 'searchFields[]': [filter.field] }),
})

/** True if a row still matches the filter, by the facts that operations change; the server has checked the rest. */
export function stillMatches(filter: CaseFilter): (row: CaseItem) => boolean {
  const matches = hasChanged(caseFactFilters, toQuery(filter, ''))
  return (row) => matches(row) && (filter.ids.length === 0 || filter.ids.includes(row.id))
}
