/** The filter of the queue of account alerts: fields, query and the test of one row. */
import { QUEUE_SORTS } from '#contract/calls/cases/account-alerts.ts'
import { accountAlertFactFilters, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { hasChanged } from '#contract/model/cases/queue-facts.ts'
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import type { AlertStatus } from '#contract/model/values.ts'
import type { AccountAlertSourceOptions } from '#src/data/lists/account-alert-source.ts'
import {
  assignField,
  choice,
  choicesOf,
  columnsField,
  customerFields,
  days,
  defineFilter,
  dueField,
  foldField,
  LEVEL_CHOICES,
  oneOf,
  range,
  search,
  TYPE_CHOICES,
  text,
} from '#src/features/lists/public.ts'

const OPEN = ['new', 'await', 'in_progress', 'notification_sent'] as const satisfies AlertStatus[]
/** `open` is everything that is awaiting a decision. */
const STATUSES = ['open', ...OPEN, 'resolved', 'sar', 'all'] as const
const STATUS_WORDS: Partial<Record<(typeof STATUSES)[number], string>> = { open: 'Open', all: 'All' }

/** "by customer", "by risk, falling". */
const sortWords = (sort: string) => `by ${sort.replace('-', '')}${sort.startsWith('-') ? ', falling' : ''}`

/** Sorting by a column belongs to its header and its command: the panel has these. */
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'group', label: 'By customer and rule' },
] as const

/** The filter of the queue; its default is what is open, newest first. */
export const alertFilter = defineFilter('status', {
  status: oneOf(
    'Status',
    choicesOf(STATUSES, (value) => STATUS_WORDS[value] ?? ALERT_LABELS[value as AlertStatus]),
    'open',
  ),
  assign: assignField,
  user: text('Manager', { param: 'user', as: 'choice' }),
  rule: text('Rule', { param: 'rule', as: 'choice' }),
  level: choice('Level', LEVEL_CHOICES, { param: 'alertLevel' }),
  type: choice('Customer type', TYPE_CHOICES, { param: 'accountType' }),
  ...customerFields('Customer'),
  due: dueField,
  search: search({ param: 'search' }),
  ...days(['timeS', 'timeE'], ['From', 'To'], { param: 'date[]' }),
  ...range('risk', 'risk[]', ['Least risk', 'Greatest risk']),
  ...range('age', 'age[]', ['Least age, days', 'Greatest age, days'], ' days'),
  ...days(['endS', 'endE'], ['Decided from', 'Decided to'], {
    param: 'decided[]',
    said: ['decided from', 'decided to'],
  }),
  sort: {
    ...oneOf('Order', choicesOf(QUEUE_SORTS, sortWords), 'newest', { param: 'sort' }),
    choices: ORDERS,
    chip: (sort: string) => (ORDERS.some(({ value }) => value === sort) ? undefined : sortWords(sort)),
  },
  columns: columnsField,
  fold: foldField,
})
export type AlertFilter = typeof alertFilter.defaults

/** The query of the queue. */
export const toQuery = (filter: AlertFilter): AccountAlertSourceOptions['query'] => ({
  ...(filter.status !== 'all' && { 'status[]': filter.status === 'open' ? [...OPEN] : [filter.status] }),
  ...alertFilter.query(filter),
})

/** True if a row still matches the filter, by the facts that operations change; the server has checked the rest. */
export const stillMatches = (filter: AlertFilter): ((row: AccountAlertItem) => boolean) =>
  hasChanged(accountAlertFactFilters, toQuery(filter))
