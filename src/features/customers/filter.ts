/** The filter of the list of customers, and its query. */
import type { Input } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { pathTerm } from '#contract/model/customer.ts'
import { ACCOUNT_STATUSES, CUSTOMER_ALERT_STATUSES, FIRST_ALERT_DAYS, KYC_STATUSES } from '#contract/model/values.ts'
import {
  choice,
  choicesOf,
  countries,
  customerFields,
  days,
  defineFilter,
  oneOf,
  search,
  TYPE_CHOICES,
  text,
} from '#src/features/lists/public.ts'
import { alertStatusLabel } from '#src/format/label.ts'

const SEARCHED = { search: 'Name and contacts', customerId: 'Client id', alertId: 'Alert id' }
type Searched = keyof typeof SEARCHED

/** The filter of the list (docs/design/specification.md#entities); its default is everybody. */
export const customerFilter = defineFilter('customerStatus', {
  customerStatus: choice(
    'Active alerts',
    [
      { value: '', label: 'All clients' },
      { value: '2', label: 'With active alerts' },
      { value: '1', label: 'Without active alerts' },
    ],
    { param: 'customerStatus' },
  ),
  type: choice('Type', TYPE_CHOICES, { param: 'accountType' }),
  status: choice('Status', choicesOf(ACCOUNT_STATUSES, String), { param: 'accountStatus' }),
  kycStatus: choice('KYC', choicesOf(KYC_STATUSES, String), {
    param: 'accountKycStatus',
    chip: (status) => `KYC ${status}`,
  }),
  alertStatus: choice('Alert status', choicesOf(CUSTOMER_ALERT_STATUSES, alertStatusLabel), {
    chip: (status) => `Alerts: ${alertStatusLabel(status)}`,
  }),
  /** For an account alert: rule, manager, id. */
  rule: text('Rule', { param: 'rule', as: 'choice' }),
  /** The rule that found the customer within the last 30 days for the first time. */
  firstAlert: text(`First alert, ${FIRST_ALERT_DAYS} days`, { param: 'firstAlert', as: 'choice' }),
  user: text('Manager', { param: 'manager', as: 'choice' }),
  countries: countries('Country', { param: 'country[]' }),
  ...customerFields('Client'),
  alertId: text('Alert id', { param: 'alertId', as: 'text', chip: (id) => `Alert ${id}` }),
  search: search({
    where: 'field',
    chip: (text, field) => `“${text}”${field === 'search' ? '' : ` in ${SEARCHED[field as Searched]}`}`,
  }),
  field: oneOf(
    'Search in',
    choicesOf(Object.keys(SEARCHED) as Searched[], (field) => SEARCHED[field]),
    'search',
  ),
  ...days(['timeS', 'timeE'], ['Registered from', 'Registered to'], {
    param: 'date[]',
    said: ['registered from', 'registered to'],
  }),
})
export type CustomerFilter = typeof customerFilter.defaults

type Query = NonNullable<Input<typeof customers.list>['query']>

/** The query of the list call; an empty search is sent as a single space. */
export const toQuery = (filter: CustomerFilter, platform: string): Omit<Query, 'page' | 'pageSize'> => ({
  platform,
  search: pathTerm(filter.search),
  ...(filter.search && { field: filter.field }),
  ...customerFilter.query(filter),
  // closed with a SAR is resolved with the flag, or so told by an import
  ...(filter.alertStatus === 'sar'
    ? { 'alertStatus[]': ['resolved' as const, 'sar' as const], alertSar: '1' as const }
    : filter.alertStatus && { alertStatus: filter.alertStatus }),
})
