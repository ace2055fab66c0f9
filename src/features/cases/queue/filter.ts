/** The filter of the case queue: fields, query and the test of one row. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import { CASE_SORTS, sortsOf, type cases } from '#contract/calls/cases/cases.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import { REVIEW_STATES, reviewState } from '#contract/model/cases/review.ts'
import { statusQuery, type CaseItem } from '#contract/model/cases/case.ts'
import {
  ALERT_LEVELS,
  ALERT_STATUSES,
  DIRECTIONS,
  RULE_AREAS,
  RULE_TYPES,
  SEARCH_FIELDS,
  SERVICES,
  STATUS_FILTERS,
} from '#contract/model/values.ts'
import { FIXED_OPTIONS, searchLabel } from '#src/features/cases/filter-options.ts'
import { between, defineFilter, rangeChip, rangeEnd } from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const choice = <const T extends readonly string[]>(values: T) => z.catch(z.enum(['', ...values]), '')
const several = <S extends z.ZodMiniType>(one: S) => z.catch(z.array(one), [])

/** The maximum number of named cases. */
export const IDS_MAX = 200

/** Reads anything into a filter; what it cannot read falls back to "any", the status to its default, `new`. */
const schema = z.object({
  status: z.catch(z.enum(STATUS_FILTERS), 'new'),
  /** `1`: only unassigned cases; `0`: only assigned ones. */
  assign: choice(['0', '1']),
  service: several(z.enum(SERVICES)),
  type: choice([...DIRECTIONS, 'debit']),
  rule_type: choice([...RULE_AREAS, ...RULE_TYPES]),
  action: choice(ALERT_LEVELS),
  alertStatus: choice(['open', ...ALERT_STATUSES]),
  countries: several(z.string().check(z.regex(/^[A-Z0-9]{2}$/))),
  withoutAlerts: choice(['0', '1']),
  /** `1`: only cases of which something waits for a second person. */
  approval: choice(['0', '1']),
  due: choice(DUE_STATES),
  review: choice(REVIEW_STATES),
  user: word,
  rule: word,
  customerId: word,
  customerName: word,
  search: word,
  field: z.catch(z.enum(['ALL', ...SEARCH_FIELDS]), 'ALL'),
  timeS: day,
  timeE: day,
  amountFrom: rangeEnd,
  amountTo: rangeEnd,
  riskFrom: rangeEnd,
  riskTo: rangeEnd,
  /** In whole days. */
  ageFrom: rangeEnd,
  ageTo: rangeEnd,
  sort: z.catch(z.enum(sortsOf(CASE_SORTS)), '-created'),
  columns: several(z.string()),
  /** `1`: what is alike is folded. */
  fold: choice(['1']),
  /** The closing date. */
  endS: day,
  endE: day,
  /** These cases and no others, as far as they fit the rest. */
  ids: z.catch(z.array(z.string().check(z.regex(/^[\w*-]{1,64}$/))).check(z.maxLength(IDS_MAX)), []),
})
export type CaseFilter = z.infer<typeof schema>
type FilterField = keyof CaseFilter

/** The fields in the order of the panel. */
const PANEL = [
  { field: 'search', as: 'text' },
  { field: 'field', as: 'choice' },
  { field: 'status', as: 'choice' },
  { field: 'assign', as: 'choice' },
  { field: 'user', as: 'choice' },
  { field: 'service', as: 'choices', empty: 'Any service' },
  { field: 'type', as: 'choice' },
  { field: 'action', as: 'choice' },
  { field: 'alertStatus', as: 'choice' },
  { field: 'rule', as: 'choice' },
  { field: 'rule_type', as: 'choice' },
  { field: 'countries', as: 'choices', empty: 'Any country' },
  { field: 'withoutAlerts', as: 'choice' },
  { field: 'approval', as: 'choice' },
  { field: 'due', as: 'choice' },
  { field: 'review', as: 'choice' },
  { field: 'customerId', as: 'text' },
  { field: 'timeS', as: 'day' },
  { field: 'timeE', as: 'day' },
  { field: 'amountFrom', as: 'text' },
  { field: 'amountTo', as: 'text' },
  { field: 'riskFrom', as: 'text' },
  { field: 'riskTo', as: 'text' },
  { field: 'ageFrom', as: 'text' },
  { field: 'ageTo', as: 'text' },
  { field: 'endS', as: 'day' },
  { field: 'endE', as: 'day' },
] as const

const FIELD_LABELS: Record<FilterField, string> = {
  status: 'Status',
  assign: 'Assigned',
  service: 'Service',
  type: 'Direction',
  rule_type: 'Rule type',
  action: 'Level',
  alertStatus: 'Alert status',
  countries: 'Country',
  withoutAlerts: 'Alerts',
  approval: 'Approval',
  due: 'Due',
  review: 'Review',
  user: 'Manager',
  rule: 'Rule',
  customerId: 'Customer',
  customerName: 'Customer name',
  search: 'Search',
  field: 'Search in',
  timeS: 'From',
  timeE: 'To',
  amountFrom: 'Least amount, USD',
  amountTo: 'Greatest amount, USD',
  riskFrom: 'Least risk',
  riskTo: 'Greatest risk',
  ageFrom: 'Least age, days',
  ageTo: 'Greatest age, days',
  sort: 'Order',
  columns: 'Columns',
  fold: 'Folded',
  endS: 'Closed from',
  endE: 'Closed to',
  ids: 'Cases',
}

/** The filter of the case queue; its default is the new cases. */
export const caseFilter = defineFilter<CaseFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: ['search', 'customerName'],
  qualified: { search: 'field' },
  named: { customerId: 'customerName' },
  labels: FIELD_LABELS,
  fixed: FIXED_OPTIONS,
  panel: PANEL,
  leading: 'status',
  looks: ['sort', 'columns', 'fold'],
  ranges: [
    ['timeS', 'timeE'],
    ['endS', 'endE'],
    ['amountFrom', 'amountTo'],
    ['riskFrom', 'riskTo'],
    ['ageFrom', 'ageTo'],
  ],
  chip(field, filter) {
    if (field === 'customerId') return filter.customerName || `Customer ${filter.customerId}`
    if (field === 'search')
      return `“${filter.search}”${filter.field === 'ALL' ? '' : ` in ${searchLabel(filter.field)}`}`
    if (field === 'ids') return countOf(filter.ids.length, 'case')
    if (field === 'timeS') return `from ${filter.timeS}`
    if (field === 'timeE') return `to ${filter.timeE}`
    if (field === 'endS') return `closed from ${filter.endS}`
    if (field === 'endE') return `closed to ${filter.endE}`
    return rangeChip(field, filter)
  },
})
export const { defaults: DEFAULT_FILTER, read: readFilter } = caseFilter

/** The same filter over every status; null where the status hides nothing, or nothing else narrows the queue. */
export function outsideOf(filter: CaseFilter): CaseFilter | null {
  const isNarrowed = caseFilter.active(filter).some((field) => field !== 'status')
  return filter.status === '' || !isNarrowed ? null : { ...filter, status: '' }
}

/** The query of the list call. Days are whole: from the first second of one to the last of the other, in UTC. */
export function toQuery(filter: CaseFilter, platform: string): NonNullable<Input<typeof cases.list>['query']> {
  const { timeS, timeE, endS, endE } = filter
  const days = (from: string, to: string) => [`${from || '1970-01-01'} 00:00:00`, `${to || '9999-12-31'} 23:59:59`]
  return {
    platform,
    ...statusQuery(filter.status),
    ...(filter.withoutAlerts && { withoutAlerts: filter.withoutAlerts }),
    ...(filter.due && { due: filter.due }),
    ...(filter.review && { review: filter.review }),
    ...(filter.approval && { approval: filter.approval }),
    ...(filter.assign && { withoutAssign: filter.assign }),
    ...(filter.service.length > 0 && { 'service[]': filter.service }),
    ...(filter.type && { direction: filter.type }),
    ...(filter.rule_type && { rule_type: filter.rule_type }),
    ...(filter.action && { alertLevel: filter.action }),
    ...(filter.alertStatus && { alertStatus: filter.alertStatus }),
    ...(filter.countries.length > 0 && { 'countries[]': filter.countries }),
    ...(filter.user && { user: filter.user }),
    ...(filter.rule && { rule: filter.rule }),
    ...(filter.customerId && { customerId: filter.customerId }),
    ...(filter.search && { search: filter.search, 'searchFields[]': [filter.field] }),
    ...between('amount[]', filter.amountFrom, filter.amountTo),
    ...between('risk[]', filter.riskFrom, filter.riskTo),
    ...between('age[]', filter.ageFrom, filter.ageTo),
    ...(filter.sort !== DEFAULT_FILTER.sort && { sort: filter.sort }),
    ...((timeS || timeE) && { 'date[]': days(timeS, timeE) }),
    ...((endS || endE) && { 'finished[]': days(endS, endE) }),
  }
}

/** True if a row still matches the filter, by the fields that operations change; the server has checked the rest. */
export function stillMatches(filter: CaseFilter, row: CaseItem): boolean {
  const asked = statusQuery(filter.status)
  if (!asked['status[]'].includes(row.status)) return false
  if (asked.recommendedStr !== undefined && row.recommendedStr !== Number(asked.recommendedStr)) return false
  if (filter.assign === '1' && row.manager !== null) return false
  if (filter.assign === '0' && row.manager === null) return false
  if (filter.review && reviewState(row.review) !== filter.review) return false
  if (filter.user && row.manager?.id !== filter.user) return false
  if (filter.ids.length > 0 && !filter.ids.includes(row.id)) return false
  return true
}
