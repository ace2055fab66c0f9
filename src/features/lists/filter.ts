/** What a list can be narrowed to, as data: its fields, the words for them, and what of it may stand in the address. Pure. */

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
  /** What stands in `choices` while nothing is chosen: "Any country". */
  empty?: string
}

interface FilterInit<F> {
  /** Reads anything into a filter; what it cannot read falls back to its default. */
  read: (raw: unknown) => F
  /** What a person typed or a person's name: never in the address (docs/design/specification.md#words-in-addresses). */
  privates: readonly FieldOf<F>[]
  /** Fields that only say how another is meant, by that other: `search` in which `field`. */
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
  /** What is said of the list while this field is at its default: "New". */
  leading: FieldOf<F>
  /** Fields that say how rows look, not which there are: no chip, and kept where all filters are cleared. */
  looks?: readonly FieldOf<F>[]
  /** What a chip says where that is not the label of the value. */
  chip: (field: FieldOf<F>, filter: F) => string | undefined
}

export interface FilterKind<F> extends FilterInit<F> {
  defaults: F
  /** The fields that differ from the default, without those that only qualify or name another, or say how rows look. */
  active: (filter: F) => FieldOf<F>[]
  /** Nothing is left out any more; it looks as it did. */
  cleared: (filter: F) => F
  /** The filter without one of its fields, and without what only that field needed. */
  without: (filter: F, field: FieldOf<F>) => F
  /** What differs from the default, private words among it: what a saved view keeps. */
  differing: (filter: F) => Partial<F>
  /** What is wrong with a field, in a sentence: the end of a range that lies before its start. */
  faultOf: (field: FieldOf<F>, filter: F) => string | undefined
  /** One field in words: what its chip says. */
  chipText: (field: FieldOf<F>, filter: F, lookups: Lookups) => string
}

/** Fields apart: those that may stand in an address, and those that a person typed. */
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
