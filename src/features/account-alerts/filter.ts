/** What the queue of account alerts can be narrowed to: the panel's fields, the query and the test of one row. */
import * as z from 'zod/mini'
import { QUEUE_SORTS } from '#contract/calls/account-alerts.ts'
import { accountAlertKey, type AccountAlertItem } from '#contract/model/account-alert.ts'
import { ALERT_LABELS } from '#contract/model/alert.ts'
import { ALERT_LEVELS, CUSTOMER_TYPES, type AlertStatus } from '#contract/model/values.ts'
import type { AccountAlertSourceOptions } from '#src/data/account-alert-source.ts'
import { defineFilter } from '#src/features/lists/public.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const choice = <const T extends readonly string[]>(values: T) => z.catch(z.enum(['', ...values]), '')

/** `open` is everything that waits for a decision. */
const STATUSES = ['open', 'new', 'await', 'in_progress', 'notification_sent', 'resolved', 'sar', 'all'] as const

/** Reads anything into a filter; what it cannot read falls back to "any", the status to what is open. */
const schema = z.object({
  status: z.catch(z.enum(STATUSES), 'open'),
  sort: z.catch(z.enum(QUEUE_SORTS), 'newest'),
  /** `1`: only what nobody has; `0`: only what somebody has. */
  assign: choice(['0', '1']),
  level: choice(ALERT_LEVELS),
  type: choice(CUSTOMER_TYPES),
  user: word,
  rule: word,
  customerId: word,
  customerName: word,
  search: word,
  timeS: day,
  timeE: day,
})
export type AlertFilter = z.infer<typeof schema>

const STATUS_WORDS: Partial<Record<(typeof STATUSES)[number], string>> = { open: 'Open', all: 'All' }

const SORT_LABELS: Record<AlertFilter['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  group: 'By customer and rule',
}

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
    search: 'Search',
    timeS: 'From',
    timeE: 'To',
  },
  fixed: {
    status: STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] ?? ALERT_LABELS[value as AlertStatus] })),
    sort: QUEUE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] })),
    assign: [
      { value: '1', label: 'Nobody has it' },
      { value: '0', label: 'Somebody has it' },
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
    { field: 'timeS', as: 'day' },
    { field: 'timeE', as: 'day' },
    { field: 'sort', as: 'choice' },
  ],
  leading: 'status',
  chip(field, filter) {
    if (field === 'customerId') return filter.customerName || `Customer ${filter.customerId}`
    if (field === 'search') return `“${filter.search}”`
    if (field === 'timeS') return `from ${filter.timeS}`
    if (field === 'timeE') return `to ${filter.timeE}`
    return undefined
  },
})

const OPEN = ['new', 'await', 'in_progress', 'notification_sent'] as const satisfies AlertStatus[]

/** The statuses asked for; none for all. */
function statusesOf({ status }: AlertFilter): readonly AlertStatus[] {
  if (status === 'all') return []
  return status === 'open' ? OPEN : [status]
}

/** What the queue is asked. Days are whole: from the first second of one to the last of the other, in UTC. */
export function toQuery(filter: AlertFilter): AccountAlertSourceOptions['query'] {
  const { timeS, timeE, sort } = filter
  const statuses = statusesOf(filter)
  return {
    ...(statuses.length > 0 && { 'status[]': [...statuses] }),
    ...(filter.assign && { withoutAssign: filter.assign }),
    ...(filter.level && { alertLevel: filter.level }),
    ...(filter.type && { accountType: filter.type }),
    ...(filter.user && { user: filter.user }),
    ...(filter.rule && { rule: filter.rule }),
    ...(filter.customerId && { customerId: filter.customerId }),
    ...(filter.search && { search: filter.search }),
    ...((timeS || timeE) && { 'date[]': [`${timeS || '1970-01-01'} 00:00:00`, `${timeE || '9999-12-31'} 23:59:59`] }),
    ...(sort !== 'newest' && { sort }),
  }
}

/** Whether a row still belongs to the filter, judged by what operations can change; the server judged the rest. */
export function stillMatches(filter: AlertFilter, row: AccountAlertItem): boolean {
  const statuses = statusesOf(filter)
  if (statuses.length > 0 && !statuses.includes(accountAlertKey(row))) return false
  if (filter.assign === '1' && row.manager !== null) return false
  if (filter.assign === '0' && row.manager === null) return false
  return !filter.user || row.manager?.id === filter.user
}
