/** Filter fields with fixed values, with labels. */
import type { ReviewState } from '#contract/model/cases/review.ts'
import { CASE_LABELS } from '#contract/model/cases/case.ts'
import {
  ALERT_LEVELS,
  ALERT_STATUSES,
  RULE_AREAS,
  RULE_TYPES,
  SEARCH_FIELDS,
  STATUS_FILTERS,
} from '#contract/model/values.ts'
import { DUE_CHOICES, type Choice } from '#src/features/lists/public.ts'
import { alertStatusLabel, humanise } from '#src/format/label.ts'

/** The table of fields has the same labels, and is too large for the first load. */
export const searchLabel = (field: string) => (field === 'transactionDesc' ? 'Description' : humanise(field))

const choices = (values: readonly string[], label: (value: string) => string = humanise): Choice[] =>
  values.map((value) => ({ value, label: label(value) }))

const STATUS_WORDS: Record<string, string> = {
  '': 'All',
  on: 'All with alerts',
  'New & Await': 'New and awaiting',
}

/** The values of the fields whose values are fixed. */
export const FIXED_OPTIONS = {
  status: choices(STATUS_FILTERS, (value) => STATUS_WORDS[value] ?? CASE_LABELS[value as keyof typeof CASE_LABELS]),
  assign: [
    { value: '1', label: 'Unassigned' },
    { value: '0', label: 'Assigned to somebody' },
  ],
  type: choices(['incoming', 'outgoing', 'debit']),
  rule_type: [...choices(RULE_AREAS), ...choices(RULE_TYPES)],
  action: choices(ALERT_LEVELS, (value) => (value === 'hardstop' ? 'Hard stop' : 'Alert')),
  alertStatus: choices(['open', ...ALERT_STATUSES], (value) => `Alerts: ${alertStatusLabel(value)}`),
  withoutAlerts: [
    { value: '0', label: 'With alerts' },
    { value: '1', label: 'Without alerts' },
  ],
  due: DUE_CHOICES,
  review: [
    { value: 'due' satisfies ReviewState, label: 'Review due' },
    { value: 'planned' satisfies ReviewState, label: 'Review planned' },
  ],
  approval: [
    { value: '1', label: 'Pending approval' },
    { value: '0', label: 'Nothing pending approval' },
  ],
  field: choices(['ALL', ...SEARCH_FIELDS], (value) => (value === 'ALL' ? 'All fields' : searchLabel(value))),
} satisfies Record<string, readonly Choice[]>
