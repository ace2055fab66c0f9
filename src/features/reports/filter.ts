/** The filter of the transaction report, and the common query of its three calls. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { reports } from '#contract/calls/reports.ts'
import { defaultRange } from '#contract/model/report.ts'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'
import { defineFilter, type Choice } from '#src/features/lists/public.ts'
import { formatMoney } from '#src/format/amount.ts'
import { capitalise } from '#src/format/name.ts'

const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const type = z.catch(z.enum(['', ...CUSTOMER_TYPES]), '')
const countries = z.catch(z.array(z.string().check(z.regex(/^[A-Z0-9]{2}$/))), [])
/** Decimal text; thousands separators, as this product prints them, are accepted. */
const amount = z.catch(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.replaceAll(/[,\s]/g, '')),
    ),
    z.union([z.literal(''), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
  ),
  '',
)

const schema = z.object({
  timeS: day,
  timeE: day,
  service: z.catch(z.array(z.string()), []),
  direction: z.catch(z.enum(['', ...DIRECTIONS]), ''),
  greaterAmount: amount,
  lessAmount: amount,
  clientType: type,
  originatorType: type,
  counterPartyTypes: type,
  clientCountries: countries,
  originatorCountries: countries,
  counterPartyCountries: countries,
})
export type ReportFilter = z.infer<typeof schema>

const types: readonly Choice[] = CUSTOMER_TYPES.map((value) => ({ value, label: capitalise(value) }))

/** The filter of the report; its default is the last three months. */
export const reportFilter = defineFilter<ReportFilter>({
  read: (raw) => schema.parse(typeof raw === 'object' && raw !== null ? raw : {}),
  privates: [],
  qualified: {},
  named: {},
  labels: {
    timeS: 'From',
    timeE: 'To',
    service: 'Service',
    direction: 'Direction',
    greaterAmount: 'At least, USD',
    lessAmount: 'At most, USD',
    clientType: 'Client type',
    originatorType: 'Originator type',
    counterPartyTypes: 'Counterparty type',
    clientCountries: 'Client country',
    originatorCountries: 'Originator country',
    counterPartyCountries: 'Counterparty country',
  },
  fixed: {
    direction: DIRECTIONS.map((value) => ({ value, label: capitalise(value) })),
    clientType: types,
    originatorType: types,
    counterPartyTypes: types,
  },
  panel: [
    { field: 'timeS', as: 'day' },
    { field: 'timeE', as: 'day' },
    { field: 'service', as: 'choices', empty: 'Any service' },
    { field: 'direction', as: 'choice' },
    { field: 'greaterAmount', as: 'text' },
    { field: 'lessAmount', as: 'text' },
    { field: 'clientType', as: 'choice' },
    { field: 'originatorType', as: 'choice' },
    { field: 'counterPartyTypes', as: 'choice' },
    { field: 'clientCountries', as: 'choices', empty: 'Any country' },
    { field: 'originatorCountries', as: 'choices', empty: 'Any country' },
    { field: 'counterPartyCountries', as: 'choices', empty: 'Any country' },
  ],
  leading: 'timeS',
  ranges: [
    ['timeS', 'timeE'],
    ['greaterAmount', 'lessAmount'],
  ],
  chip(field, filter) {
    switch (field) {
      case 'timeS':
        return filter.timeS === '' ? 'The last three months' : `from ${filter.timeS}`
      case 'timeE':
        return `to ${filter.timeE}`
      case 'greaterAmount':
        return `at least ${formatMoney(filter.greaterAmount)}`
      case 'lessAmount':
        return `at most ${formatMoney(filter.lessAmount)}`
      case 'clientType':
        return `Client: ${capitalise(filter.clientType)}`
      case 'originatorType':
        return `Originator: ${capitalise(filter.originatorType)}`
      case 'counterPartyTypes':
        return `Counterparty: ${capitalise(filter.counterPartyTypes)}`
      case 'clientCountries':
        return `Client in ${filter.clientCountries.join(', ')}`
      case 'originatorCountries':
        return `Originator in ${filter.originatorCountries.join(', ')}`
      case 'counterPartyCountries':
        return `Counterparty in ${filter.counterPartyCountries.join(', ')}`
      default:
        return undefined
    }
  },
})

export type ReportQuery = NonNullable<Input<typeof reports.csv>['query']>

/** The fault of a filter, as a sentence; null if none. */
export function faultOf({ timeS, timeE, greaterAmount, lessAmount }: ReportFilter): string | null {
  if (timeS && timeE && timeS > timeE) return `The start date ${timeS} is after the end date ${timeE}.`
  if (greaterAmount && lessAmount && Number(greaterAmount) > Number(lessAmount)) {
    return `The lower limit ${formatMoney(greaterAmount)} is above the upper limit ${formatMoney(lessAmount)}.`
  }
  return null
}

/** The query of all three calls: whole days in UTC; without dates, the three months up to today. */
export function toQuery(filter: ReportFilter, platform: string, now: Date): ReportQuery {
  const range = defaultRange(now)
  const list = (name: 'clientCountries' | 'originatorCountries' | 'counterPartyCountries') =>
    filter[name].length > 0 ? { [`${name}[]`]: filter[name] } : {}
  return {
    platform,
    startDate: filter.timeS ? `${filter.timeS} 00:00:00` : range.startDate,
    endDate: filter.timeE ? `${filter.timeE} 23:59:59` : range.endDate,
    ...(filter.service.length > 0 && { 'service[]': filter.service }),
    ...(filter.direction && { direction: filter.direction }),
    ...(filter.greaterAmount && { greaterAmount: filter.greaterAmount }),
    ...(filter.lessAmount && { lessAmount: filter.lessAmount }),
    ...(filter.clientType && { clientType: filter.clientType }),
    ...(filter.originatorType && { originatorType: filter.originatorType }),
    ...(filter.counterPartyTypes && { counterPartyTypes: filter.counterPartyTypes }),
    ...list('clientCountries'),
    ...list('originatorCountries'),
    ...list('counterPartyCountries'),
  }
}
