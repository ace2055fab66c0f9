/** The filter of the transaction report, and the common query of its three calls. */
import type { Input } from '#contract/call.ts'
import type { reports } from '#contract/calls/reports.ts'
import { defaultRange } from '#contract/model/report.ts'
import { DIRECTIONS } from '#contract/model/values.ts'
import {
  choice,
  choicesOf,
  countries,
  days,
  defineFilter,
  several,
  TYPE_CHOICES,
  text,
} from '#src/features/lists/public.ts'
import { formatMoney } from '#src/format/amount.ts'
import { capitalise } from '#src/format/name.ts'

/** Decimal text; thousands separators, as this product prints them, are accepted. */
function readAmount(raw: unknown): string {
  const text = typeof raw === 'string' ? raw.replaceAll(/[,\s]/g, '') : ''
  return /^\d+(\.\d+)?$/.test(text) ? text : ''
}

const typeOf = <Param extends string>(who: string, param: Param) =>
  choice(`${who} type`, TYPE_CHOICES, { param, chip: (type) => `${who}: ${capitalise(type)}` })
const countriesOf = <Param extends string>(who: string, param: Param) =>
  countries(`${who} country`, { param, chip: (codes) => `${who} in ${codes.join(', ')}` })

const { timeS, timeE } = days(['timeS', 'timeE'], ['From', 'To'])

/** The filter of the report; its default is the last three months. */
export const reportFilter = defineFilter('timeS', {
  timeS: { ...timeS, chip: (day: string) => (day === '' ? 'The last three months' : `from ${day}`) },
  timeE,
  service: several('Service', /^/, { param: 'service[]', as: 'choices', empty: 'Any service' }),
  direction: choice('Direction', choicesOf(DIRECTIONS, capitalise), { param: 'direction' }),
  greaterAmount: {
    ...text('At least, USD', { param: 'greaterAmount', as: 'text', chip: (usd) => `at least ${formatMoney(usd)}` }),
    read: readAmount,
  },
  lessAmount: {
    ...text('At most, USD', { param: 'lessAmount', as: 'text', chip: (usd) => `at most ${formatMoney(usd)}` }),
    read: readAmount,
    from: 'greaterAmount',
  },
  clientType: typeOf('Client', 'clientType'),
  originatorType: typeOf('Originator', 'originatorType'),
  counterPartyTypes: typeOf('Counterparty', 'counterPartyTypes'),
  clientCountries: countriesOf('Client', 'clientCountries[]'),
  originatorCountries: countriesOf('Originator', 'originatorCountries[]'),
  counterPartyCountries: countriesOf('Counterparty', 'counterPartyCountries[]'),
})
export type ReportFilter = typeof reportFilter.defaults
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
  return {
    platform,
    startDate: filter.timeS ? `${filter.timeS} 00:00:00` : range.startDate,
    endDate: filter.timeE ? `${filter.timeE} 23:59:59` : range.endDate,
    ...reportFilter.query(filter),
  }
}
