/** An entry of a list, whatever form the list is published in. */
import { isCountryCode } from './countries.ts'

export const ENTRY_TYPES = ['individual', 'entity', 'vessel', 'aircraft'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

export interface Identifier {
  type: string
  value: string
  /** Two letters, or the list's own text. */
  country?: string | undefined
}

export interface ListEntry {
  /** Unique on its list. */
  id: string
  type: EntryType
  programs: string[]
  title: string | null
  remarks: string | null
  /** The first is the name it is listed under. */
  names: { kind: 'primary' | 'aka' | 'fka' | 'nka'; name: string }[]
  addresses: string[]
  /** `1970-03-14`, `1970-03` or `1970`; several where the list is not sure. */
  births: string[]
  /** Of citizenship, residence or registration, by two letters. */
  countries: string[]
  genders: ('male' | 'female')[]
  identifiers: Identifier[]
}

/** An entry that could not be used, or not all of it, with the reason. */
export interface Unusable {
  id: string
  reason: string
}

/** The result of reading a list. */
export interface ReadEntries {
  entries: ListEntry[]
  unusable: Unusable[]
}

/** The maximum number of values of a kind per entry, against broken lists. */
const VALUES_MAX = 500
/** Longer names and remarks are cut. */
const TEXT_MAX = 4000

/** Without control characters and unpaired surrogates, which no database stores, also after cutting. */
const clean = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
    .replace(/\p{Cs}/gu, '')
const unique = <T>(values: readonly T[], keyOf: (value: T) => string = String): T[] => [
  ...new Map(values.slice(0, VALUES_MAX).map((value) => [keyOf(value), value])).values(),
]

/** Puts entries together as a reader meets their parts; a second part of one entry adds to the first. */
export class EntryCollector {
  readonly #entries = new Map<string, ListEntry>()
  readonly #unusable: Unusable[] = []

  add(id: string, part: Partial<Omit<ListEntry, 'id'>>): void {
    const key = clean(id)
    if (key === '') {
      this.#unusable.push({ id: clean(part.names?.[0]?.name.slice(0, 100) ?? ''), reason: 'left out: it has no id' })
      return
    }
    for (const { name } of part.names ?? [])
      if (name.length > TEXT_MAX)
        this.#unusable.push({ id: key, reason: `a name of ${name.length} characters is cut after ${TEXT_MAX}` })
    const before = this.#entries.get(key)
    this.#entries.set(key, merged(key, before, part))
  }

  /** Entries in list order. One without a usable name is reported and left out. */
  done(): ReadEntries {
    const entries: ListEntry[] = []
    const unusable = [...this.#unusable]
    const unknown = new Map<string, string[]>()
    for (const entry of this.#entries.values()) {
      const names = entry.names.filter(({ name }) => /[\p{L}\p{N}]/u.test(name))
      const [first, ...others] = names
      if (!first) {
        unusable.push({ id: entry.id, reason: 'left out: it has no usable name' })
        continue
      }
      for (const text of entry.countries.filter((each) => !isCountryCode(each)))
        unknown.set(text, [...(unknown.get(text) ?? []), entry.id])
      entries.push({
        ...entry,
        countries: entry.countries.filter(isCountryCode),
        names: [
          { ...first, kind: 'primary' },
          ...others.map((each) => (each.kind === 'primary' ? { ...each, kind: 'aka' as const } : each)),
        ],
      })
    }
    for (const [text, [id = '', ...others]] of unknown) {
      const also = others.length === 0 ? '' : `, and in ${others.length} more`
      unusable.push({ id, reason: `“${text.slice(0, 100)}” is not known as a country: left out${also}` })
    }
    return { entries, unusable }
  }
}

function merged(id: string, before: ListEntry | undefined, part: Partial<Omit<ListEntry, 'id'>>): ListEntry {
  const names = (part.names ?? [])
    .map(({ kind, name }) => ({ kind, name: clean(name) }))
    .filter(({ name }) => name !== '')
  const all = [...(before?.names ?? []), ...names]
  // the primary name comes first, wherever it is
  const ordered = [...all.filter(({ kind }) => kind === 'primary'), ...all.filter(({ kind }) => kind !== 'primary')]
  const texts = (one: readonly string[] = [], more: readonly string[] = []) =>
    unique([...one, ...more].map(clean).filter(Boolean))
  return {
    id,
    type: part.type ?? before?.type ?? 'entity',
    programs: texts(before?.programs, part.programs),
    title: (part.title ? clean(part.title) : null) ?? before?.title ?? null,
    remarks: (part.remarks ? clean(part.remarks) : null) ?? before?.remarks ?? null,
    names: unique(ordered, ({ name }) => name),
    addresses: texts(before?.addresses, part.addresses),
    births: texts(before?.births, part.births),
    countries: texts(before?.countries, part.countries),
    genders: unique([...(before?.genders ?? []), ...(part.genders ?? [])]),
    identifiers: unique(
      [
        ...(before?.identifiers ?? []),
        ...(part.identifiers ?? []).map((one) => ({
          ...one,
          type: clean(one.type),
          value: clean(one.value),
          country: one.country && clean(one.country),
        })),
      ].filter(({ value }) => value !== ''),
      ({ type, value }) => `${type} ${value}`,
    ),
  }
}

/** Male or female by the word. */
export function readGender(text: string | undefined): ListEntry['genders'] {
  const letter = text?.trim().toLowerCase()[0]
  return letter === 'm' ? ['male'] : letter === 'f' || letter === 'w' ? ['female'] : []
}
