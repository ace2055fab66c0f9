/** The comparison functions of filters: what each is called, what it compares, and when it holds. */
import type { FieldType, Operand } from '#contract/model/rules/filter.ts'
import { AUTOCOMPLETE_MIN } from '#contract/model/values.ts'

export type { FieldType }

export interface Comparison {
  readonly name: string
  readonly label: string
  readonly types: readonly FieldType[]
  readonly operand: Operand
  /** `seen` is never missing; each value as `comparable` and `lastOf` make its beginning and its end. */
  readonly holds: (seen: Comparable, wanted: readonly Comparable[], ends: readonly Comparable[]) => boolean
}

export type Comparable = string | number | boolean

const WORDS: readonly FieldType[] = ['text', 'country', 'currency', 'service', 'choice']
const ORDERED: readonly FieldType[] = ['number', 'amount', 'date']
const ALL: readonly FieldType[] = [...WORDS, ...ORDERED, 'boolean']

const within = (seen: Comparable, wanted: readonly Comparable[], ends: readonly Comparable[]) =>
  seen >= first(wanted) && seen <= first(ends)
const first = (wanted: readonly Comparable[]): Comparable => wanted[0] ?? ''
const text = (value: Comparable | undefined): string => String(value ?? '')

/**
 * A field that a transaction or customer does not have meets `isEmpty` and nothing else: what is not known is no reason
 * to leave an alert out.
 */
export const COMPARISONS: readonly Comparison[] = [
  comparison('equal', 'is', ALL, 'one', within),
  comparison('notEqual', 'is not', ALL, 'one', (...sides) => !within(...sides)),
  comparison('contains', 'contains', ['text'], 'term', (seen, wanted) => text(seen).includes(text(first(wanted)))),
  comparison(
    'doesNotContain',
    'does not contain',
    ['text'],
    'term',
    (seen, wanted) => !text(seen).includes(text(first(wanted))),
  ),
  comparison('beginsWith', 'begins with', ['text'], 'term', (seen, wanted) =>
    text(seen).startsWith(text(first(wanted))),
  ),
  comparison('endsWith', 'ends with', ['text'], 'term', (seen, wanted) => text(seen).endsWith(text(first(wanted)))),
  comparison('greater', 'is more than', ORDERED, 'one', (seen, _, ends) => seen > first(ends)),
  comparison('greaterOrEqual', 'is at least', ORDERED, 'one', (seen, wanted) => seen >= first(wanted)),
  comparison('less', 'is less than', ORDERED, 'one', (seen, wanted) => seen < first(wanted)),
  comparison('lessOrEqual', 'is at most', ORDERED, 'one', (seen, _, ends) => seen <= first(ends)),
  comparison(
    'between',
    'is between',
    ORDERED,
    'range',
    (seen, [low = ''], [, high = '']) => seen >= low && seen <= high,
  ),
  comparison('in', 'is one of', [...WORDS, 'number'], 'list', (seen, wanted) => wanted.includes(seen)),
  comparison('notIn', 'is none of', [...WORDS, 'number'], 'list', (seen, wanted) => !wanted.includes(seen)),
  comparison('isEmpty', 'is not known', ALL, 'none', () => false),
  comparison('isNotEmpty', 'is known', ALL, 'none', () => true),
]

function comparison(
  name: string,
  label: string,
  types: readonly FieldType[],
  operand: Operand,
  holds: Comparison['holds'],
): Comparison {
  return { name, label, types, operand, holds }
}

const BY_NAME = new Map(COMPARISONS.map((each) => [each.name, each]))

/** A comparison by its name. */
export function findComparison(name: string): Comparison | undefined {
  return BY_NAME.get(name)
}

/** The names of the comparisons that fit a type. */
export function comparisonsFor(type: FieldType): string[] {
  return COMPARISONS.filter(({ types }) => types.includes(type)).map(({ name }) => name)
}

/**
 * A value as it is compared: numbers and amounts as numbers, dates as milliseconds, words without case and outer space.
 * Null where it is not of the type.
 */
export function comparable(type: FieldType, value: unknown): Comparable | null {
  switch (type) {
    case 'number':
    case 'amount': {
      const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value))
      return isNumber && Number.isFinite(Number(value)) ? Number(value) : null
    }
    case 'boolean':
      return value === true || value === 'true' || value === 1
        ? true
        : value === false || value === 'false' || value === 0
          ? false
          : null
    case 'date':
      return readMoment(value)
    default:
      return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null
  }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`, UTC, as milliseconds; null where the calendar has no such moment. */
function readMoment(value: unknown): number | null {
  if (value instanceof Date) return value.getTime()
  const [, day, time] = (typeof value === 'string' && MOMENT.exec(value)) || []
  if (day === undefined) return null
  const at = new Date(`${day}T${time ?? '00:00:00'}Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : at.getTime()
}

const DAY = 86_400_000

/** The end of a value: a day that names no time is the whole of it, to its last millisecond; all else is a point. */
export function lastOf(type: FieldType, value: unknown): Comparable | null {
  const begin = comparable(type, value)
  const isDay = type === 'date' && typeof value === 'string' && value.length === 10
  return isDay && typeof begin === 'number' ? begin + DAY - 1 : begin
}

/** The reason why a value does not fit a field's comparison, or null; see docs/design/specification.md#saving for terms. */
export function whyNotOperand(type: FieldType, operand: Operand, value: unknown): string | null {
  if (operand === 'none') return null
  if (operand === 'term') {
    const isLong = typeof value === 'string' && value.trim().length >= AUTOCOMPLETE_MIN
    return isLong ? null : `is a text of at least ${AUTOCOMPLETE_MIN} characters`
  }
  if (operand === 'one') return comparable(type, value) === null ? `is not ${FORMS[type]}` : null
  if (!Array.isArray(value)) return operand === 'range' ? 'is two values: from and to' : 'is a list of values'
  if (value.some((one) => comparable(type, one) === null)) return `holds what is not ${FORMS[type]}`
  if (operand === 'list') return value.length === 0 || value.length > 1000 ? 'is a list of 1 to 1000 values' : null
  const [low, high] = value.map((one) => comparable(type, one))
  if (value.length !== 2 || low == null || high == null) return 'is two values: from and to'
  return low <= high ? null : 'is an impossible range: it ends before it begins'
}

const FORMS: Record<FieldType, string> = {
  text: 'a text',
  number: 'a number',
  amount: 'an amount',
  date: 'a date: YYYY-MM-DD or YYYY-MM-DD HH:mm:ss',
  boolean: 'true or false',
  country: 'a country code',
  currency: 'a currency code',
  service: 'a service',
  choice: 'one of the choices',
}
