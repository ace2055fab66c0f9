/** The filter of the list of customers, and its query. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { pathTerm } from '#contract/model/customer.ts'
import {
  ACCOUNT_STATUSES,
  CUSTOMER_ALERT_STATUSES,
  CUSTOMER_TYPES,
  FIRST_ALERT_DAYS,
  KYC_STATUSES,
} from '#contract/model/values.ts'
import { defineFilter, type Choice } from '#src/features/lists/public.ts'
import { PRIVATES } from './private-filters.ts'
import { alertStatusLabel } from '#src/format/label.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const choice = <const T extends readonly string[]>(values: T) => z.catch(z.enum(['', ...values]), '')

const SEARCHED = ['search', 'customerId', 'alertId'] as const

/** The fields of the panel (docs/design/specification.md#entities); what cannot be read falls back to "any". */
const schema = z.object({
  /** `1` without active alerts, `2` with active ones. */
  customerStatus: choice(['1', '2']),
  type: choice(CUSTOMER_TYPES),
  status: choice(ACCOUNT_STATUSES),
  kycStatus: choice(KYC_STATUSES),
  alertStatus: choice(CUSTOMER_ALERT_STATUSES),
  /** For an account alert: rule, manager, id. */
  rule: word,
  /** The rule that found the customer within the last 30 days for the first time. */
  firstAlert: word,
  user: word,
  alertId: word,
  countries: z.catch(z.array(z.string().check(z.regex(/^[A-Z0-9]{2}$/))), []),
  customerId: word,
  customerName: word,
  search: word,
  field: z.catch(z.enum(SEARCHED), 'search'),
  timeS: day,
  timeE: day,
})
export type CustomerFilter = z.infer<typeof schema>

const choices = (values: readonly string[], label = (value: string) => value): Choice[] =>
  values.map((value) => ({ value, label: label(value) }))

const SEARCHED_WORDS: Record<string, string> = {
  search: 'Name and contacts',
  customerId: 'Client id',
  alertId: 'Alert id',
}

/** The filter of the list; its default is everybody. */
export const customerFilter = defineFilter<CustomerFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: PRIVATES,
  qualified: { search: 'field' },
  named: { customerId: 'customerName' },
  labels: {
    customerStatus: 'Active alerts',
    type: 'Type',
    status: 'Status',
    kycStatus: 'KYC',
    alertStatus: 'Alert status',
    rule: 'Rule',
    firstAlert: `First alert, ${FIRST_ALERT_DAYS} days`,
    user: 'Manager',
    alertId: 'Alert id',
    countries: 'Country',
    customerId: 'Client',
    customerName: 'Client name',
    search: 'Search',
    field: 'Search in',
    timeS: 'Registered from',
    timeE: 'Registered to',
  },
  fixed: {
    customerStatus: [
      { value: '', label: 'All clients' },
      { value: '2', label: 'With active alerts' },
      { value: '1', label: 'Without active alerts' },
    ],
    type: [
      { value: 'personal', label: 'Personal' },
      { value: 'business', label: 'Business' },
    ],
    status: choices(ACCOUNT_STATUSES),
    kycStatus: choices(KYC_STATUSES),
    alertStatus: choices(CUSTOMER_ALERT_STATUSES, alertStatusLabel),
    field: choices(SEARCHED, (value) => SEARCHED_WORDS[value] ?? value),
  },
  panel: [
    { field: 'search', as: 'text' },
    { field: 'field', as: 'choice' },
    { field: 'customerStatus', as: 'choice' },
    { field: 'type', as: 'choice' },
    { field: 'status', as: 'choice' },
    { field: 'kycStatus', as: 'choice' },
    { field: 'alertStatus', as: 'choice' },
    { field: 'rule', as: 'choice' },
    { field: 'firstAlert', as: 'choice' },
    { field: 'user', as: 'choice' },
    { field: 'countries', as: 'choices', empty: 'Any country' },
    { field: 'customerId', as: 'text' },
    { field: 'alertId', as: 'text' },
    { field: 'timeS', as: 'day' },
    { field: 'timeE', as: 'day' },
  ],
  leading: 'customerStatus',
  ranges: [['timeS', 'timeE']],
  chip(field, { customerId, customerName, search, field: where, alertId, alertStatus, kycStatus, timeS, timeE }) {
    switch (field) {
      case 'customerId':
        return customerName || `Client ${customerId}`
      case 'search':
        return `“${search}”${where === 'search' ? '' : ` in ${SEARCHED_WORDS[where]}`}`
      case 'alertId':
        return `Alert ${alertId}`
      case 'alertStatus':
        return `Alerts: ${alertStatusLabel(alertStatus)}`
      case 'kycStatus':
        return `KYC ${kycStatus}`
      case 'timeS':
        return `registered from ${timeS}`
      case 'timeE':
        return `registered to ${timeE}`
      default:
        return undefined
    }
  },
})

type Query = NonNullable<Input<typeof customers.list>['query']>

/** The query of the list call. Days are whole, in UTC; an empty search is sent as a single space. */
export function toQuery(filter: CustomerFilter, platform: string): Omit<Query, 'page' | 'pageSize'> {
  const { alertStatus, timeS, timeE } = filter
  return {
    platform,
    search: pathTerm(filter.search),
    ...(filter.search && { field: filter.field }),
    ...(filter.customerStatus && { customerStatus: filter.customerStatus }),
    ...(filter.type && { accountType: filter.type }),
    ...(filter.status && { accountStatus: filter.status }),
    ...(filter.kycStatus && { accountKycStatus: filter.kycStatus }),
    // closed with a SAR is resolved with the flag, or so told by an import
    ...(alertStatus === 'sar'
      ? { 'alertStatus[]': ['resolved' as const, 'sar' as const], alertSar: '1' as const }
      : alertStatus && { alertStatus }),
    ...(filter.rule && { rule: filter.rule }),
    ...(filter.firstAlert && { firstAlert: filter.firstAlert }),
    ...(filter.user && { manager: filter.user }),
    ...(filter.alertId && { alertId: filter.alertId }),
    ...(filter.countries.length > 0 && { 'country[]': filter.countries }),
    ...(filter.customerId && { customerId: filter.customerId }),
    ...((timeS || timeE) && { 'date[]': [`${timeS || '1970-01-01'} 00:00:00`, `${timeE || '9999-12-31'} 23:59:59`] }),
  }
}
