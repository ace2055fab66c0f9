/** Reads OpenSanctions' lists: its simple CSV, and FollowTheMoney entities, a line of JSON each (PEPs too). */
import { readCountries } from './countries.ts'
import { readBirths } from './dates.ts'
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

/** Also a list of one's own: of its columns only `name` is needed. */
export function readSimpleCsv(text: string): ReadEntries {
  const list = new EntryCollector()
  for (const [n, row] of rowsByHeader(text, { header: /^(?:name|caption)$/i }).entries()) {
    const type = (row['schema'] ?? row['type'] ?? 'person').toLowerCase()
    list.add(row['id'] ?? `row ${n + 1}`, {
      type: TYPES[type] ?? (type === 'individual' ? 'individual' : 'entity'),
      programs: [
        ...listed(row['sanctions']),
        ...listed(row['program'] ?? row['programs']),
        ...listed(row['topics']),
      ].slice(0, 20),
      title: row['position'] ?? row['title'] ?? null,
      remarks: row['note'] ?? row['notes'] ?? row['remarks'] ?? null,
      names: [
        { kind: 'primary', name: row['name'] ?? row['caption'] ?? '' },
        ...listed(row['aliases'] ?? row['alias']).map((name) => ({ kind: 'aka' as const, name })),
      ],
      addresses: listed(row['addresses'] ?? row['address']),
      births: listed(row['birth_date'] ?? row['birthdate'] ?? row['born']).flatMap(readBirths),
      countries: readCountries(...listed(row['countries'] ?? row['country'])),
      genders: readGender(row['gender']),
      identifiers: listed(row['identifiers'] ?? row['identifier']).map((value) => ({ type: 'id', value })),
    })
  }
  return list.done()
}

interface Entity {
  id?: unknown
  schema?: unknown
  caption?: unknown
  properties?: Record<string, unknown>
  datasets?: unknown
}

/** Takes one line at a time: the whole of OpenSanctions is longer than a text may be. */
export class FtmReader {
  readonly #list = new EntryCollector()
  #lines = 0

  line(text: string): void {
    if (text.trim() === '') return
    this.#lines += 1
    const entity = this.#parse(text)
    const type = TYPES[String(entity.schema).toLowerCase()]
    // addresses, sanctions and relations are in between
    if (!type) return
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
      ],
      addresses: of('address'),
      births: of('birthDate').flatMap(readBirths),
      countries: readCountries(...of('nationality', 'citizenship', 'country', 'jurisdiction')),
      genders: of('gender').flatMap((gender) => readGender(gender)),
      identifiers: [
        'idNumber',
        'passportNumber',
        'taxNumber',
        'registrationNumber',
        'innCode',
        'ogrnCode',
        'leiCode',
      ].flatMap((kind) => of(kind).map((value) => ({ type: kind, value }))),
    })
  }

  done(): ReadEntries {
    return this.#list.done()
  }

  #parse(text: string): Entity {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null) return value
    } catch (cause) {
      throw new Error(`line ${this.#lines} is no JSON`, { cause })
    }
    throw new Error(`line ${this.#lines} is no entity`)
  }
}
