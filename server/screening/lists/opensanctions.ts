/** Reads OpenSanctions' lists: its simple CSV, and FollowTheMoney entities, a line of JSON each (PEPs too). */
import { readCountries } from './countries.ts'
import { birthsIn } from './dates.ts'
import { EntryCollector, readGender, type EntryType, type ReadEntries } from './entry.ts'
import { rowsByHeader } from './table.ts'

const TYPES: Readonly<Record<string, EntryType>> = {
  person: 'individual',
  vessel: 'vessel',
  airplane: 'aircraft',
  company: 'entity',
  organization: 'entity',
  legalentity: 'entity',
  publicbody: 'entity',
}

const listed = (text: string | undefined) =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

/** The columns of a list of one's own; `name` is needed. */
export const OWN_COLUMNS =
  'id name caption aliases alias weak_aliases schema type birth_date birthdate born countries country gender addresses address identifiers identifier sanctions program programs topics position title note notes remarks'.split(
    ' ',
  )

/** Also a list of one's own, whose columns are all known: another one is refused with its columns. */
export function readSimpleCsv(text: string): ReadEntries {
  const list = new EntryCollector()
  const table = rowsByHeader(text, { header: /^(?:name|caption)$/i })
  const others = table.columns.filter((column) => !OWN_COLUMNS.includes(column) && !OPENSANCTIONS.has(column))
  if (others.length > 0)
    throw new Error(
      `it is of no form that is known, and a list of one's own has no column ${others.join(', ')}: its columns are ${OWN_COLUMNS.join(', ')}`,
    )
  for (const [n, row] of table.rows.entries()) {
    const type = (row('schema') ?? row('type') ?? 'person').toLowerCase()
    list.add(row('id') ?? `row ${n + 1}`, {
      type: TYPES[type] ?? (type === 'individual' ? 'individual' : 'entity'),
      programs: [
        ...listed(row('sanctions')),
        ...listed(row('program') ?? row('programs')),
        ...listed(row('topics')),
      ].slice(0, 20),
      title: row('position') ?? row('title') ?? null,
      remarks: row('note') ?? row('notes') ?? row('remarks') ?? null,
      names: [
        { kind: 'primary', name: row('name') ?? row('caption') ?? '' },
        ...listed(row('aliases') ?? row('alias')).map((name) => ({ kind: 'aka' as const, name })),
        ...listed(row('weak_aliases')).map((name) => ({ kind: 'aka' as const, name, isWeak: true as const })),
      ],
      addresses: listed(row('addresses') ?? row('address')),
      ...birthsIn(row('birth_date') ?? row('birthdate') ?? row('born')),
      countries: readCountries(...listed(row('countries') ?? row('country'))),
      genders: readGender(row('gender')),
      identifiers: listed(row('identifiers') ?? row('identifier')).map((value) => ({ type: 'id', value })),
    })
  }
  for (const { id, reason } of table.faults) list.report(id, reason)
  return list.done(table.unread())
}

/** Further columns of OpenSanctions, from which nothing is made. */
const OPENSANCTIONS: ReadonlySet<string> = new Set(
  'phones emails dataset datasets program_ids first_seen last_seen last_change'.split(' '),
)
/** Properties of FollowTheMoney that something is made of. */
const READ: ReadonlySet<string> = new Set(
  'program programId topics position title notes summary name alias weakAlias previousName address birthDate nationality citizenship country jurisdiction flag gender idNumber passportNumber taxNumber registrationNumber innCode ogrnCode leiCode imoNumber callSign'.split(
    ' ',
  ),
)

interface Entity {
  id?: unknown
  schema?: unknown
  caption?: unknown
  properties?: Record<string, unknown>
  datasets?: unknown
}

/** Takes one line at a time: the whole of OpenSanctions is longer than a text may be. */
export class OpenSanctionsReader {
  readonly #list = new EntryCollector()
  readonly #unread = new Map<string, number>()
  #lines = 0

  line(text: string): void {
    if (text.trim() === '') return
    this.#lines += 1
    const entity = this.#parse(text)
    const type = TYPES[String(entity.schema).toLowerCase()]
    // addresses, sanctions and relations are in between
    if (!type) return
    for (const name of Object.keys(entity.properties ?? {}))
      if (!READ.has(name)) this.#unread.set(name, (this.#unread.get(name) ?? 0) + 1)
    const of = (...names: readonly string[]) =>
      names.flatMap((name) => entity.properties?.[name] ?? []).filter((value) => typeof value === 'string')
    this.#list.add(typeof entity.id === 'string' ? entity.id : '', {
      type,
      programs: of('program', 'programId', 'topics'),
      title: of('position', 'title').join('; ') || null,
      remarks: of('notes', 'summary').join('; ') || null,
      names: [
        ...(typeof entity.caption === 'string' ? [{ kind: 'primary' as const, name: entity.caption }] : []),
        ...of('name', 'alias').map((name) => ({ kind: 'aka' as const, name })),
        ...of('previousName').map((name) => ({ kind: 'fka' as const, name })),
        ...of('weakAlias').map((name) => ({ kind: 'aka' as const, name, isWeak: true as const })),
      ],
      addresses: of('address'),
      ...birthsIn(...of('birthDate')),
      countries: readCountries(...of('nationality', 'citizenship', 'country', 'jurisdiction', 'flag')),
      genders: of('gender').flatMap((gender) => readGender(gender)),
      identifiers: [
        'idNumber',
        'passportNumber',
        'taxNumber',
        'registrationNumber',
        'innCode',
        'ogrnCode',
        'leiCode',
        'imoNumber',
        'callSign',
      ].flatMap((kind) => of(kind).map((value) => ({ type: kind, value }))),
    })
  }

  done(): ReadEntries {
    return this.#list.done([...this.#unread].map(([name, count]) => ({ name, count })))
  }

  #parse(text: string): Entity {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null) return value
    } catch (cause) {
      throw new Error(`line ${this.#lines} is not JSON`, { cause })
    }
    throw new Error(`line ${this.#lines} is not an entity`)
  }
}
