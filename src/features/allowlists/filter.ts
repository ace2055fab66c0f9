/** The filter of the list of allowlists. Pure. */
import { ALLOWLIST_EXPIRIES, type AllowlistExpiry } from '#contract/model/rules/allowlist.ts'
import { NO_FILTER, type AllowlistFilter } from './allowlists.ts'
import type { ListQuery } from './queries.ts'

export type FilterName = keyof AllowlistFilter

export const FILTER_LABELS: Record<FilterName, string> = {
  search: 'Search',
  rule: 'Rule',
  customerId: 'Client',
  from: 'Valid from',
  to: 'Valid until',
  expiry: 'Ends',
}

export const EXPIRY_LABELS: Record<AllowlistExpiry, string> = {
  ending: 'Ends soon',
  ended: 'Ended',
  running: 'Ends later',
  open: 'No end date',
  coming: 'Not yet in force',
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const FITS: Record<FilterName, (text: string) => boolean> = {
  search: () => true,
  rule: (text) => /^\d+$/.test(text),
  customerId: (text) => /^[\w*-]{1,64}$/.test(text),
  from: isDay,
  to: isDay,
  expiry: (text) => (ALLOWLIST_EXPIRIES as readonly string[]).includes(text),
}

/** True if a value is valid for a field. */
export const isFilterValue = (name: FilterName, text: string): boolean => FITS[name](text)

/** Reads the address; what is not valid is left out. Numbers come as numbers. */
export function readFilter(raw: Record<string, unknown>, search: string): AllowlistFilter {
  const at = (name: Exclude<FilterName, 'search'>) => {
    const value = raw[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return isFilterValue(name, text) ? text : ''
  }
  const expiry = at('expiry') as AllowlistFilter['expiry']
  return { search, rule: at('rule'), customerId: at('customerId'), from: at('from'), to: at('to'), expiry }
}

/** The fields that narrow, in their order. */
export const activeIn = (filter: AllowlistFilter): FilterName[] =>
  (Object.keys(NO_FILTER) as FilterName[]).filter((name) => filter[name] !== '')

/** The part in the address. */
export function toAddress(filter: AllowlistFilter): Record<string, string> {
  return Object.fromEntries(activeIn(filter).flatMap((name) => (name === 'search' ? [] : [[name, filter[name]]])))
}

/** The query of the list call. */
export function toQuery(filter: AllowlistFilter, platform: string): ListQuery {
  const { search, rule, customerId, from, to, expiry } = filter
  return {
    platform,
    ...(search.trim() && { search: search.trim() }),
    ...(rule && { rule }),
    ...(customerId && { customerId }),
    ...(expiry && { expiry }),
    ...((from || to) && { 'date[]': [`${from || '1970-01-01'} 00:00:00`, `${to || '9999-12-31'} 23:59:59`] }),
  }
}
