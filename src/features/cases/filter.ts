/** What the case queue can be narrowed to: the panel's fields, the address, the query and the test of one row. */
import * as z from 'zod/mini'
import type { Input } from '#contract/call.ts'
import type { cases } from '#contract/calls/cases.ts'
import { statusQuery, type CaseItem } from '#contract/model/case.ts'
import {
  ALERT_LEVELS,
  DIRECTIONS,
  RULE_AREAS,
  RULE_TYPES,
  SEARCH_FIELDS,
  SERVICES,
  STATUS_FILTERS,
} from '#contract/model/values.ts'

const word = z.catch(z.string(), '')
const day = z.catch(z.union([z.literal(''), z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))]), '')
const choice = <const T extends readonly string[]>(values: T) => z.catch(z.enum(['', ...values]), '')
const several = <S extends z.ZodMiniType>(one: S) => z.catch(z.array(one), [])

/** So many cases can be named one by one. */
export const IDS_MAX = 200

/** Reads anything into a filter; what it cannot read falls back to "any", the status to its default, `new`. */
const schema = z.object({
  status: z.catch(z.enum(STATUS_FILTERS), 'new'),
  /** `1`: only cases nobody has; `0`: only cases somebody has. */
  assign: choice(['0', '1']),
  service: several(z.enum(SERVICES)),
  type: choice([...DIRECTIONS, 'debit']),
  rule_type: choice([...RULE_AREAS, ...RULE_TYPES]),
  action: choice(ALERT_LEVELS),
  countries: several(z.string().check(z.regex(/^[A-Z0-9]{2}$/))),
  withoutAlerts: choice(['0', '1']),
  user: word,
  rule: word,
  customerId: word,
  customerName: word,
  search: word,
  field: z.catch(z.enum(['ALL', ...SEARCH_FIELDS]), 'ALL'),
  timeS: day,
  timeE: day,
  /** These cases and no others, as far as they fit the rest. */
  ids: z.catch(z.array(z.string().check(z.regex(/^[\w*-]{1,64}$/))).check(z.maxLength(IDS_MAX)), []),
})
export type CaseFilter = z.infer<typeof schema>
export type FilterField = keyof CaseFilter

export const DEFAULT_FILTER: CaseFilter = schema.parse({})

/** What a person typed or a person's name: never in the address (resolutions 19). */
const PRIVATE: readonly FilterField[] = ['search', 'customerName']

export function readFilter(raw: unknown): CaseFilter {
  return schema.parse(typeof raw === 'object' && raw !== null ? raw : {})
}

const isSame = (a: CaseFilter[FilterField], b: CaseFilter[FilterField]) => String(a) === String(b)

/** The fields that differ from the default, in the panel's order. */
export function activeFields(filter: CaseFilter): FilterField[] {
  return (Object.keys(DEFAULT_FILTER) as FilterField[]).filter(
    (key) => key !== 'field' && key !== 'customerName' && !isSame(filter[key], DEFAULT_FILTER[key]),
  )
}

/** The filter without one of its fields, and without what only that field needed. */
export function withoutField(filter: CaseFilter, field: FilterField): CaseFilter {
  const also: Partial<Record<FilterField, FilterField>> = { customerId: 'customerName', search: 'field' }
  const gone = [field, also[field] ?? field]
  return { ...filter, ...Object.fromEntries(gone.map((key) => [key, DEFAULT_FILTER[key]])) }
}

/** What differs from the default, private words among it: what a saved view keeps. */
export function differing(filter: CaseFilter): Partial<CaseFilter> {
  const keys = (Object.keys(DEFAULT_FILTER) as FilterField[]).filter((key) => !isSame(filter[key], DEFAULT_FILTER[key]))
  return Object.fromEntries(keys.map((key) => [key, filter[key]]))
}

/** The part of a filter that may stand in the address: differing fields without private words. */
export function toAddress(filter: CaseFilter): Record<string, unknown> {
  const keys = (Object.keys(DEFAULT_FILTER) as FilterField[]).filter(
    (key) => !PRIVATE.includes(key) && !isSame(filter[key], DEFAULT_FILTER[key]),
  )
  return Object.fromEntries(keys.map((key) => [key, filter[key]]))
}

/** The private words of a filter; undefined where it has none. */
export function privateWords(filter: CaseFilter): Partial<CaseFilter> | undefined {
  const { search, customerName } = filter
  return search || customerName ? { search, customerName } : undefined
}

/** What the list call is asked. Days are whole: from the first second of one to the last of the other, in UTC. */
export function toQuery(filter: CaseFilter, platform: string): NonNullable<Input<typeof cases.list>['query']> {
  const { timeS, timeE } = filter
  return {
    platform,
    ...statusQuery(filter.status),
    ...(filter.withoutAlerts && { withoutAlerts: filter.withoutAlerts }),
    ...(filter.assign && { withoutAssign: filter.assign }),
    ...(filter.service.length > 0 && { 'service[]': filter.service }),
    ...(filter.type && { direction: filter.type }),
    ...(filter.rule_type && { rule_type: filter.rule_type }),
    ...(filter.action && { alertLevel: filter.action }),
    ...(filter.countries.length > 0 && { 'countries[]': filter.countries }),
    ...(filter.user && { user: filter.user }),
    ...(filter.rule && { rule: filter.rule }),
    ...(filter.customerId && { customerId: filter.customerId }),
    ...(filter.search && { search: filter.search, 'searchFields[]': [filter.field] }),
    ...((timeS || timeE) && { 'date[]': [`${timeS || '1970-01-01'} 00:00:00`, `${timeE || '9999-12-31'} 23:59:59`] }),
  }
}

/** Whether a row still belongs to the filter, judged by what operations can change; the server judged the rest. */
export function stillMatches(filter: CaseFilter, row: CaseItem): boolean {
  const asked = statusQuery(filter.status)
  if (!asked['status[]'].includes(row.status)) return false
  if (asked.recommendedStr !== undefined && row.recommendedStr !== Number(asked.recommendedStr)) return false
  if (filter.assign === '1' && row.manager !== null) return false
  if (filter.assign === '0' && row.manager === null) return false
  if (filter.user && row.manager?.id !== filter.user) return false
  if (filter.ids.length > 0 && !filter.ids.includes(row.id)) return false
  return true
}
