/** The kinds of field that filters are made of. Pure. */
import { ALERT_LEVELS, CUSTOMER_TYPES } from '#contract/model/values.ts'
import { capitalise } from '#src/format/name.ts'
import type { Choice, Field } from './filter.ts'

type More<T, Param extends string> = Partial<
  Pick<Field<T, Param>, 'param' | 'as' | 'chip' | 'where' | 'name' | 'isLook'>
>

/** An id, chosen among what is loaded; or another text that no panel asks for. */
export const text = <const Param extends string = never>(
  label: string,
  more: More<string, Param> = {},
): Field<string, Param> => ({
  label,
  read: (raw) => (typeof raw === 'string' ? raw : ''),
  send: (value) => value,
  ...more,
})

/** Typed text, or somebody's name. */
export const typed = <const Param extends string = never>(
  label: string,
  more: More<string, Param> = {},
): Field<string, Param> => ({
  ...text(label, more),
  isPrivate: true,
})

/** The searched text, in quotation marks. */
export const search = <const Param extends string = never>(more: More<string, Param> = {}): Field<string, Param> =>
  typed('Search', { as: 'text', chip: (text) => `“${text}”`, ...more })

/** One of these values, one of which is the default. */
export const oneOf = <const V extends string, const Param extends string = never>(
  label: string,
  choices: readonly Choice<V>[],
  fallback: NoInfer<V>,
  more: More<V, Param> = {},
): Field<V, Param> => ({
  label,
  read: (raw) => choices.find(({ value }) => value === raw)?.value ?? fallback,
  send: (value) => value,
  choices,
  as: 'choice',
  ...more,
})

/** One of these values, or any. */
export const choice = <const V extends string, const Param extends string = never>(
  label: string,
  choices: readonly Choice<V>[],
  more: More<V | '', Param> = {},
): Field<V | '', Param, Exclude<V, ''>> => ({
  ...(oneOf<V | '', Param>(label, [{ value: '', label: '' }, ...choices], '', more) as Field<
    V | '',
    Param,
    Exclude<V, ''>
  >),
  choices,
})

/** Several of these values, or several texts of a form. */
export const several = <V extends string, const Param extends string = never>(
  label: string,
  of: readonly V[] | RegExp,
  { most = Infinity, ...more }: More<V[], Param> & { empty?: string; most?: number } = {},
): Field<V[], Param> => ({
  label,
  read: (raw) => {
    const fits = (one: unknown) => (of instanceof RegExp ? of.test(String(one)) : of.some((value) => value === one))
    const isRead = Array.isArray(raw) && raw.length <= most && raw.every((one) => typeof one === 'string' && fits(one))
    return isRead ? (raw as V[]) : []
  },
  send: (values) => values,
  ...more,
})

/** Countries by their codes. */
export const countries = <const Param extends string = never>(label: string, more: More<string[], Param> = {}) =>
  several(label, /^[A-Z0-9]{2}$/, { as: 'choices', empty: 'Any country', ...more })

type Ends<From extends string, To extends string, Param extends string> = Record<From, Field<string, Param, string[]>> &
  Record<To, Field<string>>

/** A text of a form; an address may have it as a number. */
export const matching = <const Param extends string = never>(
  label: string,
  pattern: RegExp,
  more: Partial<Field<string, Param>> = {},
): Field<string, Param> => ({
  ...text<Param>(label),
  read: (raw) => {
    const text = typeof raw === 'number' ? String(raw) : raw
    return typeof text === 'string' && pattern.test(text) ? text : ''
  },
  ...more,
})

/** Two days, whole ones in UTC: from the first second of one to the last of the other. `said` before each: "closed from". */
export function days<const From extends string, const To extends string, const Param extends string = never>(
  [from, to]: readonly [from: From, to: To],
  labels: readonly [from: string, to: string],
  { param, said = ['from', 'to'] }: { param?: Param; said?: readonly [from: string, to: string] } = {},
): Ends<From, To, Param> {
  const DAY = /^\d{4}-\d{2}-\d{2}$/
  const start = {
    ...matching(labels[0], DAY, { as: 'day', to, chip: (day) => `${said[0]} ${day}`, ...(param && { param }) }),
    send: (first: string, last: string) => [`${first || '1970-01-01'} 00:00:00`, `${last || '9999-12-31'} 23:59:59`],
  }
  const end = matching(labels[1], DAY, { as: 'day', from, chip: (day) => `${said[1]} ${day}` })
  return { [from]: start, [to]: end } as Ends<From, To, Param>
}

/** The least and the most of a number: "amount from 100 USD", "age to 3 days". */
export function range<Name extends string, const Param extends string>(
  name: Name,
  param: Param,
  [from, to]: readonly [from: string, to: string],
  unit = '',
): Ends<`${Name}From`, `${Name}To`, Param> {
  const NUMBER = /^\d{1,15}(\.\d{1,8})?$/
  const chip = (number: string) => `${name} from ${number}${unit}`
  const start = {
    ...matching(from, NUMBER, { as: 'text', to: `${name}To`, chip, param }),
    send: (least: string, most: string) => [least, most],
  }
  const end = matching(to, NUMBER, {
    as: 'text',
    from: `${name}From`,
    chip: (number) => `${name} to ${number}${unit}`,
  })
  return { [`${name}From`]: start, [`${name}To`]: end } as Ends<`${Name}From`, `${Name}To`, Param>
}

/** Values as choices, called by a function of them. */
export const choicesOf = <const V extends string>(values: readonly V[], label: (value: V) => string): Choice<V>[] =>
  values.map((value) => ({ value, label: label(value) }))

export const LEVEL_CHOICES = choicesOf(ALERT_LEVELS, (level) => (level === 'hardstop' ? 'Hard stop' : 'Alert'))
export const TYPE_CHOICES = choicesOf(CUSTOMER_TYPES, capitalise)

/** The display of rows: their columns, and folding of similar ones. */
export const columnsField = several('Columns', /^/, { isLook: true })
export const foldField = choice('Folded', [{ value: '1', label: '1' }], { isLook: true })
/** A customer by id, with the name that the address does not have. */
export const customerFields = (noun: string) => ({
  customerId: text(noun, {
    param: 'customerId',
    as: 'text',
    name: 'customerName',
    chip: (id, name) => name || `${noun} ${id}`,
  }),
  customerName: typed(`${noun} name`),
})
export const dueField = choice(
  'Due',
  [
    { value: 'soon', label: 'Due soon' },
    { value: 'breached', label: 'Breached' },
  ],
  { param: 'due' },
)
/** Assigned to somebody, or to nobody. */
export const assignField = choice(
  'Assigned',
  [
    { value: '1', label: 'Unassigned' },
    { value: '0', label: 'Assigned to somebody' },
  ],
  { param: 'withoutAssign' },
)
