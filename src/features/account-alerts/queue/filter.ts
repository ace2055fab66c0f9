/** The filter of the queue of account alerts: fields, query and the test of one row. */
import * as z from 'zod/mini'
import { QUEUE_SORTS } from '#contract/calls/cases/account-alerts.ts'
import { DUE_STATES } from '#contract/model/cases/due.ts'
import { accountAlertKey, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { ALERT_LEVELS, CUSTOMER_TYPES, type AlertStatus } from '#contract/model/values.ts'
import type { AccountAlertSourceOptions } from '#src/data/lists/account-alert-source.ts'
import { between, defineFilter, DUE_CHOICES, rangeChip, rangeEnd } from '#src/features/lists/public.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const choice = <const T extends readonly string[]>(values: T) => z.catch(z.enum(['', ...values]), '')

/** `open` is everything that is awaiting a decision. */
const STATUSES = ['open', 'new', 'await', 'in_progress', 'notification_sent', 'resolved', 'sar', 'all'] as const

/** Reads anything into a filter; what it cannot read falls back to "any", the status to what is open. */
const schema = z.object({
  status: z.catch(z.enum(STATUSES), 'open'),
  sort: z.catch(z.enum(QUEUE_SORTS), 'newest'),
  /** `1`: only unassigned; `0`: only assigned. */
  assign: choice(['0', '1']),
  level: choice(ALERT_LEVELS),
  type: choice(CUSTOMER_TYPES),
  user: word,
  rule: word,
  customerId: word,
  customerName: word,
  due: choice(DUE_STATES),
  search: word,
  timeS: day,
  timeE: day,
  riskFrom: rangeEnd,
  riskTo: rangeEnd,
  /** In whole days. */
  ageFrom: rangeEnd,
  ageTo: rangeEnd,
  /** When it was decided. */
  endS: day,
  endE: day,
  columns: z.catch(z.array(z.string()), []),
  fold: choice(['1']),
})
export type AlertFilter = z.infer<typeof schema>

const STATUS_WORDS: Partial<Record<(typeof STATUSES)[number], string>> = { open: 'Open', all: 'All' }

/** The filter of the queue; its default is what is open, newest first. */
export const alertFilter = defineFilter<AlertFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: ['search', 'customerName'],
  qualified: {},
  named: { customerId: 'customerName' },
  labels: {
    status: 'Status',
    sort: 'Order',
    assign: 'Assigned',
    level: 'Level',
    type: 'Customer type',
    user: 'Manager',
    rule: 'Rule',
    customerId: 'Customer',
    customerName: 'Customer name',
    due: 'Due',
    search: 'Search',
    timeS: 'From',
    timeE: 'To',
    riskFrom: 'Least risk',
    riskTo: 'Greatest risk',
    ageFrom: 'Least age, days',
    ageTo: 'Greatest age, days',
    endS: 'Decided from',
    endE: 'Decided to',
    columns: 'Columns',
    fold: 'Folded',
  },
  fixed: {
    status: STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] ?? ALERT_LABELS[value as AlertStatus] })),
    // sorting by a column belongs to its header and its command
    sort: [
      { value: 'newest', label: 'Newest first' },
      { value: 'oldest', label: 'Oldest first' },
      { value: 'group', label: 'By customer and rule' },
    ],
    due: DUE_CHOICES,
    assign: [
      { value: '1', label: 'Unassigned' },
      { value: '0', label: 'Assigned to somebody' },
    ],
    level: [
      { value: 'alert', label: 'Alert' },
      { value: 'hardstop', label: 'Hard stop' },
    ],
    type: [
      { value: 'personal', label: 'Personal' },
      { value: 'business', label: 'Business' },
    ],
  },
  panel: [
    { field: 'search', as: 'text' },
    { field: 'status', as: 'choice' },
    { field: 'assign', as: 'choice' },
    { field: 'user', as: 'choice' },
    { field: 'rule', as: 'choice' },
    { field: 'level', as: 'choice' },
    { field: 'type', as: 'choice' },
    { field: 'customerId', as: 'text' },
    { field: 'due', as: 'choice' },
    { field: 'timeS', as: 'day' },
    { field: 'timeE', as: 'day' },
    { field: 'riskFrom', as: 'text' },
    { field: 'riskTo', as: 'text' },
    { field: 'ageFrom', as: 'text' },
    { field: 'ageTo', as: 'text' },
    { field: 'endS', as: 'day' },
    { field: 'endE', as: 'day' },
    { field: 'sort', as: 'choice' },
  ],
  leading: 'status',
  looks: ['columns', 'fold'],
  ranges: [
    ['timeS', 'timeE'],
    ['endS', 'endE'],
    ['riskFrom', 'riskTo'],
    ['ageFrom', 'ageTo'],
  ],
  chip(field, filter) {
    if (field === 'customerId') return filter.customerName || `Customer ${filter.customerId}`
    if (field === 'search') return `“${filter.search}”`
    if (field === 'timeS') return `from ${filter.timeS}`
    if (field === 'timeE') return `to ${filter.timeE}`
    if (field === 'endS') return `decided from ${filter.endS}`
    if (field === 'endE') return `decided to ${filter.endE}`
    if (field === 'sort' && !['oldest', 'group'].includes(filter.sort)) return sortWords(filter.sort)
    return rangeChip(field, filter)
  },
})

/** "by customer", "by risk, falling". */
const sortWords = (sort: string) => `by ${sort.replace('-', '')}${sort.startsWith('-') ? ', falling' : ''}`

const OPEN = ['new', 'await', 'in_progress', 'notification_sent'] as const satisfies AlertStatus[]

/** The selected statuses; none for all. */
function statusesOf({ status }: AlertFilter): readonly AlertStatus[] {
  if (status === 'all') return []
  return status === 'open' ? OPEN : [status]
}

/** The query of the queue. Days are whole: from the first second of one to the last of the other, in UTC. */
export function toQuery(filter: AlertFilter): AccountAlertSourceOptions['query'] {
  const { timeS, timeE, endS, endE, sort } = filter
  const days = (from: string, to: string) => [`${from || '1970-01-01'} 00:00:00`, `${to || '9999-12-31'} 23:59:59`]
  const statuses = statusesOf(filter)
  return {
    ...(statuses.length > 0 && { 'status[]': [...statuses] }),
    ...(filter.assign && { withoutAssign: filter.assign }),
    ...(filter.level && { alertLevel: filter.level }),
    ...(filter.type && { accountType: filter.type }),
    ...(filter.user && { user: filter.user }),
    ...(filter.rule && { rule: filter.rule }),
    ...(filter.customerId && { customerId: filter.customerId }),
    ...(filter.due && { due: filter.due }),
    ...(filter.search && { search: filter.search }),
    ...between('risk[]', filter.riskFrom, filter.riskTo),
    ...between('age[]', filter.ageFrom, filter.ageTo),
    ...((timeS || timeE) && { 'date[]': days(timeS, timeE) }),
    ...((endS || endE) && { 'decided[]': days(endS, endE) }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** True if a row still matches the filter, by the fields that operations change; the server has checked the rest. */
export function stillMatches(filter: AlertFilter, row: AccountAlertItem): boolean {
  const statuses = statusesOf(filter)
  if (statuses.length > 0 && !statuses.includes(accountAlertKey(row))) return false
  if (filter.assign === '1' && row.manager !== null) return false
  if (filter.assign === '0' && row.manager === null) return false
  return !filter.user || row.manager?.id === filter.user
}
