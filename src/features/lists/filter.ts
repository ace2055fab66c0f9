/** The filter of a list as data: fields, labels, and the part that may be in the address. Pure. */

export type FieldOf<F> = keyof F & string

/** One value of a field, and what it is called. */
export interface Choice {
  value: string
  label: string
}

/** Values of the fields that have to be loaded: managers and rules of the platform, names of countries. */
export type Lookups = Readonly<Record<string, readonly Choice[]>>

/** One field of the panel. Choices that hold the field's default are all there are; to others "any" is added. */
export interface PanelField<F> {
  field: FieldOf<F>
  as: 'text' | 'day' | 'choice' | 'choices'
  /** The placeholder of `choices`: "Any country". */
  empty?: string
}

interface FilterInit<F> {
  /** Reads anything into a filter; what it cannot read falls back to its default. */
  read: (raw: unknown) => F
  /** Typed text or a person's name: never in the address (docs/design/specification.md#words-in-addresses). */
  privates: readonly FieldOf<F>[]
  /** Fields that qualify another, by that other: `search` in which `field`. */
  qualified: { readonly [Field in FieldOf<F>]?: FieldOf<F> }
  /** Fields that hold the name of what another names by its id. */
  named: { readonly [Field in FieldOf<F>]?: FieldOf<F> }
  labels: Readonly<Record<FieldOf<F>, string>>
  /** The values of the fields whose values are fixed. */
  fixed: { readonly [Field in FieldOf<F>]?: readonly Choice[] }
  /** In the order of the panel, what is searched first. */
  panel: readonly PanelField<F>[]
  /** Fields that are the two ends of a range. */
  ranges?: readonly (readonly [from: FieldOf<F>, to: FieldOf<F>])[]
  /** The label of the list while this field is at its default: "New". */
  leading: FieldOf<F>
  /** Fields of display, not of rows: without a chip, and kept when filters are cleared. */
  looks?: readonly FieldOf<F>[]
  /** The text of a chip, if it differs from the value's label. */
  chip: (field: FieldOf<F>, filter: F) => string | undefined
}

export interface FilterKind<F> extends FilterInit<F> {
  defaults: F
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

/** A kind of filter from its fields; its default is what nothing at all is read as. */
export function defineFilter<F extends object>(init: FilterInit<F>): FilterKind<F> {
  const { read, qualified, named, fixed } = init
  const defaults = read({})
  const fields = Object.keys(defaults) as FieldOf<F>[]
  const differs = (filter: F, field: FieldOf<F>) => String(filter[field]) !== String(defaults[field])
  const pick = (filter: F, keys: readonly FieldOf<F>[]) =>
    Object.fromEntries(keys.map((key) => [key, filter[key]])) as Partial<F>
  const differing = (filter: F) =>
    pick(
      filter,
      fields.filter((field) => differs(filter, field)),
    )
  const { looks = [] } = init
  const dependent = new Set<unknown>([...Object.values(qualified), ...Object.values(named), ...looks])
  return {
    ...init,
    defaults,
    active: (filter) => fields.filter((field) => !dependent.has(field) && differs(filter, field)),
    cleared: (filter) => ({ ...defaults, ...pick(filter, looks) }),
    without(filter, field) {
      const gone = [field, qualified[field], named[field]].filter((key) => key !== undefined)
      return { ...filter, ...pick(defaults, gone) }
    },
    differing,
    faultOf(field, filter) {
      const start = (init.ranges ?? []).find(([, to]) => to === field)?.[0]
      if (start === undefined || !filter[start] || !filter[field] || !isAfter(filter[start], filter[field])) return
      return `${init.labels[field]} ${String(filter[field])} is before ${init.labels[start]} ${String(filter[start])}.`
    },
    chipText(field, filter, lookups) {
      const own = init.chip(field, filter)
      if (own !== undefined) return own
      const known = fixed[field] ?? lookups[field] ?? []
      const label = (value: string) => known.find((choice) => choice.value === value)?.label ?? value
      const raw = filter[field]
      return Array.isArray(raw) ? raw.map(label).join(', ') : label(String(raw))
    },
  }
}
