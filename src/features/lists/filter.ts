/** The filter of a list as data: its fields, each declared once, and the part that may be in the address. Pure. */

export type FieldOf<F> = keyof F & string

/** One value of a field, and what it is called. */
export interface Choice<V extends string = string> {
  value: V
  label: string
}

/** Values of the fields that have to be loaded: managers and rules of the platform, names of countries. */
export type Lookups = Readonly<Record<string, readonly Choice[]>>

/** One field of a filter: its value, the parameter of the list's query, and how it is shown. */
export interface Field<T, Param extends string = never, Sent = T> {
  label: string
  /** Reads anything; what it cannot read, nothing at all included, is the default. */
  read: (raw: unknown) => T
  /** The parameter that is sent while the field differs from its default; a field without one is asked for by its list. */
  param?: Param
  /** `end` is the other end of a range. */
  send(value: T, end: string): Sent
  /** The form of the field in the panel, if it is there. Choices that hold the default are all there are; to others "any" is added. */
  as?: 'text' | 'day' | 'choice' | 'choices'
  /** The placeholder of `choices`: "Any country". */
  empty?: string
  /** All its values, where they are fixed. */
  choices?: readonly Choice[]
  /** The text of the chip, if it differs from the value's label; `other` is the value of `where` or `name`. */
  chip?(value: T, other: string): string | undefined
  /** The field that qualifies this one: `search` in which `field`. */
  where?: string
  /** The field that holds the name of what this one names by its id. */
  name?: string
  /** The end of the range that this field starts, where one parameter has both. */
  to?: string
  /** The start of the range that this field ends. */
  from?: string
  /** Typed text or a person's name: never in the address. */
  isPrivate?: boolean
  /** Of display, not of rows: without a chip, and kept when filters are cleared. */
  isLook?: boolean
}

type AnyField = Field<unknown, string, unknown>

/** The values of declared fields. */
export type FilterOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { read: (raw: unknown) => infer T } ? T : never
}
type ParamOf<F> = F extends { param?: infer P } ? Extract<P, string> : never
type SentOf<F> = F extends { send: (...args: never[]) => infer S } ? S : never
type QueryOf<Fields> = { [Name in keyof Fields as ParamOf<Fields[Name]>]?: SentOf<Fields[Name]> }

export interface FilterKind<F, Query = object> {
  fields: Readonly<Record<FieldOf<F>, AnyField>>
  /** The fields of the panel in its order: what is searched first. */
  panel: readonly FieldOf<F>[]
  /** Typed text or a person's name: never in the address (docs/design/specification.md#words-in-addresses). */
  privates: readonly FieldOf<F>[]
  /** The label of the list while this field is at its default: "New". */
  leading: FieldOf<F>
  /** Reads anything into a filter; what it cannot read falls back to its default. */
  read: (raw: unknown) => F
  defaults: F
  /** The parameters of the list's query, of the fields that are set and have one. */
  query: (filter: F) => Query
  /** The fields that differ from the default, without those that qualify another or only affect the display. */
  active: (filter: F) => FieldOf<F>[]
  /** Clears all filters, and keeps the display. */
  cleared: (filter: F) => F
  /** The filter without one of its fields, and without what only that field needed. */
  without: (filter: F, field: FieldOf<F>) => F
  /** All differences to the default, including private text: what a saved view stores. */
  differing: (filter: F) => Partial<F>
  /** The fault of a field, as a sentence: the end of a range before its start. */
  faultOf: (field: FieldOf<F>, filter: F) => string | undefined
  /** The text of a field's chip. */
  chipText: (field: FieldOf<F>, filter: F, lookups: Lookups) => string
}

/** Splits fields: those for the address, and typed ones. */
export function splitPrivate(
  filter: object,
  privates: readonly string[],
): Record<'open' | 'typed', Record<string, unknown>> {
  const isPrivate = ([field]: [string, unknown]) => privates.includes(field)
  const all = Object.entries(filter)
  return {
    open: Object.fromEntries(all.filter((one) => !isPrivate(one))),
    typed: Object.fromEntries(all.filter(isPrivate)),
  }
}

/** Amounts compare as numbers, days as text. */
const isAfter = (a: unknown, b: unknown) =>
  Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? String(a) > String(b) : Number(a) > Number(b)

/** A kind of filter from its fields, in the order of chips and panel; its default is what nothing at all is read as. */
export function defineFilter<Fields extends Readonly<Record<string, AnyField>>>(
  leading: FieldOf<Fields>,
  fields: Fields,
): FilterKind<FilterOf<Fields>, QueryOf<Fields>> {
  type F = FilterOf<Fields>
  type Name = FieldOf<F>
  const names = Object.keys(fields) as Name[]
  const field = (name: string) => fields[name] as AnyField
  const read = (raw: unknown): F => {
    const from = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
    return Object.fromEntries(names.map((name) => [name, field(name).read(from[name])])) as F
  }
  const defaults = read({})
  const differs = (filter: F, name: Name) => String(filter[name]) !== String(defaults[name])
  const pick = (filter: F, keys: readonly Name[]) =>
    Object.fromEntries(keys.map((key) => [key, filter[key]])) as Partial<F>
  const others = (name: string) =>
    [field(name).where, field(name).name].filter((other) => other !== undefined) as Name[]
  const looks = names.filter((name) => field(name).isLook)
  const dependent = new Set([...looks, ...names.flatMap(others)])
  const searched = names.filter((name) => name === 'search' || ('search' in fields && others('search').includes(name)))
  const searchedFirst = [...new Set([...searched, ...names])]
  return {
    fields,
    panel: searchedFirst.filter((name) => field(name).as && !field(name).isLook),
    privates: searchedFirst.filter((name) => field(name).isPrivate),
    leading,
    read,
    defaults,
    query(filter) {
      const asked = names.flatMap((name) => {
        const { param, to, send } = field(name)
        const isSet = differs(filter, name) || (to !== undefined && differs(filter, to))
        return param && isSet ? [[param, send(filter[name], to ? String(filter[to as Name]) : '')] as const] : []
      })
      return Object.fromEntries(asked) as QueryOf<Fields>
    },
    active: (filter) => names.filter((name) => !dependent.has(name) && differs(filter, name)),
    cleared: (filter) => ({ ...defaults, ...pick(filter, looks) }),
    without: (filter, name) => ({ ...filter, ...pick(defaults, [name, ...others(name)]) }),
    differing: (filter) =>
      pick(
        filter,
        names.filter((name) => differs(filter, name)),
      ),
    faultOf(name, filter) {
      const start = field(name).from as Name | undefined
      if (start === undefined || !filter[start] || !filter[name] || !isAfter(filter[start], filter[name])) return
      return `${field(name).label} ${String(filter[name])} is before ${field(start).label} ${String(filter[start])}.`
    },
    chipText(name, filter, lookups) {
      const { chip, choices = lookups[name] ?? [] } = field(name)
      const raw = filter[name]
      const [other] = others(name)
      const own = chip?.(raw, other ? String(filter[other]) : '')
      if (own !== undefined) return own
      const label = (value: string) => choices.find((choice) => choice.value === value)?.label ?? value
      return Array.isArray(raw) ? raw.map(label).join(', ') : label(String(raw))
    },
  }
}
