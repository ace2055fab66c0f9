/** An entry of a list, whatever form the list is published in. */
import type { Unread } from '#server/text/xml.ts'
import { isCountryCode } from './countries.ts'

export const ENTRY_TYPES = ['individual', 'entity', 'vessel', 'aircraft'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

export interface Identifier {
  type: string
  value: string
  /** Two letters, or the list's own text. */
  country?: string | undefined
}

export interface ListedName {
  kind: 'primary' | 'aka' | 'fka' | 'nka'
  name: string
  /** Of low quality by the list itself: too common to identify somebody alone. */
  isWeak?: true | undefined
}

export interface ListEntry {
  /** Unique on its list. */
  id: string
  type: EntryType
  programs: string[]
  title: string | null
  remarks: string | null
  /** The first is the name it is listed under. */
  names: ListedName[]
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
  /** The whole entry is left out. */
  isLeftOut?: true
}

/** The result of reading a list. */
export interface ReadEntries {
  entries: ListEntry[]
  unusable: Unusable[]
  /** Entries of the list: those in `entries` and those left out. */
  read: number
  /** Columns, elements and attributes that nothing was made of. */
  unread: Unread[]
}

/** The data of an entry in one part of a list. */
export type EntryPart = Partial<Omit<ListEntry, 'id'>> & { unreadBirths?: readonly string[] }

/** The maximum number of values of a kind per entry, against broken lists. */
const VALUES_MAX = 500
/** The character that programs write in place of one that they cannot read. */
const LOST = '\uFFFD'
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
  #read = 0

  add(id: string, all: EntryPart): void {
    const key = clean(id)
    const { unreadBirths = [], ...part } = this.#withoutLost(key, all)
    if (key === '') {
      this.#read += 1
      const name = clean(part.names?.[0]?.name.slice(0, 100) ?? '')
      this.#unusable.push({ id: name, reason: 'left out: it has no id', isLeftOut: true })
      return
    }
    if (!this.#entries.has(key)) this.#read += 1
    for (const text of unreadBirths)
      this.#unusable.push({
        id: key,
        reason: `a date of birth is not understood, or does not exist: “${clean(text).slice(0, 100)}”`,
      })
    for (const { name } of part.names ?? [])
      if (name.length > TEXT_MAX)
        this.#unusable.push({ id: key, reason: `a name of ${name.length} characters is cut after ${TEXT_MAX}` })
    const before = this.#entries.get(key)
    this.#entries.set(key, merged(key, before, part))
  }

  /** Reports a part that cannot be used. */
  report(id: string, reason: string): void {
    this.#unusable.push({ id: clean(id), reason })
  }

  /** Texts with a character that was lost before the list was published are left out, and reported. */
  #withoutLost(id: string, part: EntryPart): EntryPart {
    if (!JSON.stringify(part).includes(LOST)) return part
    this.report(id, 'texts with a character that was lost before (U+FFFD) are left out')
    const isWhole = (text: string) => !text.includes(LOST)
    return {
      ...part,
      names: part.names?.filter(({ name }) => isWhole(name)) ?? [],
      addresses: part.addresses?.filter(isWhole) ?? [],
      programs: part.programs?.filter(isWhole) ?? [],
      countries: part.countries?.filter(isWhole) ?? [],
      identifiers: part.identifiers?.filter(({ type, value }) => isWhole(type + value)) ?? [],
      title: part.title && isWhole(part.title) ? part.title : null,
      remarks: part.remarks && isWhole(part.remarks) ? part.remarks : null,
    }
  }

  /** Entries in list order. One without a usable name is reported and left out. */
  done(unread: readonly Unread[] = []): ReadEntries {
    const entries: ListEntry[] = []
    const unusable = [...this.#unusable]
    const unknown = new Map<string, { id: string; more: number }>()
    for (const entry of this.#entries.values()) {
      const names = entry.names.filter(({ name }) => /[\p{L}\p{N}]/u.test(name))
      const [first, ...others] = names
      if (!first) {
        unusable.push({ id: entry.id, reason: 'left out: it has no usable name', isLeftOut: true })
        continue
      }
      for (const text of entry.countries.filter((each) => !isCountryCode(each))) countUnknown(unknown, text, entry.id)
      entries.push({
        ...entry,
        countries: entry.countries.filter(isCountryCode),
        names: [
          // the name that it is listed under identifies it
          { kind: 'primary', name: first.name },
          ...others.map((each) => (each.kind === 'primary' ? { ...each, kind: 'aka' as const } : each)),
        ],
      })
    }
    for (const [text, { id, more }] of unknown) {
      const also = more === 0 ? '' : `, and in ${more} more`
      unusable.push({ id, reason: `“${text.slice(0, 100)}” is not known as a country: left out${also}` })
    }
    return { entries, unusable, read: this.#read, unread: [...unread] }
  }
}

function countUnknown(unknown: Map<string, { id: string; more: number }>, text: string, id: string): void {
  const known = unknown.get(text)
  if (known) known.more += 1
  else unknown.set(text, { id, more: 0 })
}

/** The primary name comes first, wherever it is, and weak ones last: of two the same the first counts. */
function inOrder(all: readonly ListedName[]): ListedName[] {
  const rankOf = ({ kind, isWeak }: ListedName) => (kind === 'primary' ? 0 : isWeak ? 2 : 1)
  const seen = new Set<string>()
  return all
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .slice(0, VALUES_MAX)
}

function merged(id: string, before: ListEntry | undefined, part: Partial<Omit<ListEntry, 'id'>>): ListEntry {
  const names = (part.names ?? [])
    .map(({ kind, name, isWeak }) => ({ kind, name: clean(name), ...(isWeak && { isWeak }) }))
    .filter(({ name }) => name !== '')
  const texts = (one: readonly string[] = [], more: readonly string[] = []) =>
    unique([...one, ...more].map(clean).filter(Boolean))
  return {
    id,
    type: part.type ?? before?.type ?? 'entity',
    programs: texts(before?.programs, part.programs),
    title: (part.title ? clean(part.title) : null) ?? before?.title ?? null,
    remarks: (part.remarks ? clean(part.remarks) : null) ?? before?.remarks ?? null,
    names: inOrder([...(before?.names ?? []), ...names]),
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

/** The words by which lists mark aliases of low quality; anything else is a good one. */
export const isWeak = (quality: string | undefined): true | undefined =>
  /^\s*(?:weak|low|false)\b/i.test(quality ?? '') ? true : undefined
