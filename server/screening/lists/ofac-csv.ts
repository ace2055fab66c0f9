/** Reads a list in OFAC's published form: SDN.CSV with ALT.CSV, ADD.CSV and SDN_COMMENTS.CSV beside it. */
import { parse } from 'csv-parse/sync'
import { readCountries, readCountry } from './countries.ts'
import { birthsIn } from './dates.ts'
import {
  EntryCollector,
  readGender,
  type EntryType,
  type Identifier,
  type ListedName,
  type ReadEntries,
} from './entry.ts'

/** The texts of the published files; all but the first may be missing. */
export interface ListFiles {
  sdn: string
  alt?: string | undefined
  add?: string | undefined
  comments?: string | undefined
}

const TYPES: ReadonlySet<string> = new Set(['individual', 'vessel', 'aircraft'])
const KINDS: ReadonlySet<string> = new Set(['aka', 'fka', 'nka'])
/** Old copies end in it. */
const DOS_END = '\u001A'
/** The notation of an empty field. */
const EMPTY = '-0-'

/**
 * The entries in the order of the list. Columns are OFAC's: number, name, type, program, title, six of a vessel,
 * remarks. Aliases in quotes within the remarks are its "weak" ones. Throws where the text has no such rows.
 */
export function readOfac({ sdn, alt = '', add = '', comments = '' }: ListFiles): ReadEntries {
  const list = new EntryCollector()
  const rows = rowsOf(sdn)
  if (rows.length === 0) throw new Error('SDN.CSV has no entries')
  // remarks that were too long for their column go on here
  const more = new Map<string, string>()
  for (const [id = '', text = ''] of rowsOf(comments)) more.set(id, (more.get(id) ?? '') + text)
  const known = new Set<string>()
  const unread = new Map<string, number>()
  for (const [id, name, type, programs, title, ...rest] of rows) {
    if (!id || !/^\d+$/.test(id)) throw new Error(`not a row of SDN.CSV: ${JSON.stringify([id, name])}`)
    known.add(id)
    const [callSign, , , , flag] = rest
    for (const [n, column] of UNREAD) if (rest[n]) unread.set(column, (unread.get(column) ?? 0) + 1)
    const remarks = (rest[6] ?? '') + (more.get(id) ?? '')
    const { names, countries, identifiers, ...facts } = factsOf(remarks)
    list.add(id, {
      type: type && TYPES.has(type) ? (type as EntryType) : 'entity',
      // several are written as A] [B
      programs: programs?.split(/\]\s*\[/) ?? [],
      title: title ?? null,
      remarks: remarks || null,
      names: [{ kind: 'primary', name: name ?? '' }, ...names],
      countries: [...countries, ...readCountries(flag)],
      identifiers: [...identifiers, { type: 'Call sign', value: callSign ?? '' }],
      ...facts,
    })
  }
  for (const [id = '', , kind, name] of rowsOf(alt)) {
    if (!known.has(id)) list.report(id, 'an alias of an entry that SDN.CSV does not have')
    else if (name) list.add(id, { names: [{ kind: kind && KINDS.has(kind) ? (kind as 'aka') : 'aka', name }] })
  }
  for (const [id = '', , ...parts] of rowsOf(add)) {
    const address = parts.slice(0, 3).filter(Boolean).join(', ')
    if (!known.has(id)) list.report(id, 'an address of an entry that SDN.CSV does not have')
    else list.add(id, { addresses: [address], countries: readCountries(parts[2]) })
  }
  return list.done([...unread].map(([name, count]) => ({ name, count })))
}

/** Columns of vessels that nothing is made of. */
const UNREAD: readonly (readonly [index: number, name: string])[] = [
  [1, 'Vess_type'],
  [2, 'Tonnage'],
  [3, 'GRT'],
  [5, 'Vess_owner'],
]

/** The facts in remarks: `DOB 14 Mar 1969; nationality Canada; Gender Male; Passport X123 (Canada); a.k.a. 'JD'`. */
function factsOf(remarks: string) {
  const births: string[] = []
  const names: ListedName[] = []
  const countries: string[] = []
  const genders: ('male' | 'female')[] = []
  const identifiers: Identifier[] = []
  for (const part of remarks.split(';').map((each) =>
    each
      .trim()
      .replace(/^alt\. /i, '')
      .replace(/\.$/, ''),
  )) {
    const [, kind, alias] = /^([afn])\.k\.a\. ['"](.+)['"]$/.exec(part) ?? []
    if (kind && alias) names.push({ kind: `${kind}ka` as 'aka', name: alias, isWeak: true })
    else if (part.startsWith('DOB ')) births.push(part.slice(4))
    else if (/^(?:nationality|citizen) /i.test(part)) countries.push(...readCountries(part.replace(/^\w+ /, '')))
    else if (part.startsWith('Gender ')) genders.push(...readGender(part.slice(7)))
    else {
      const ship = /^Vessel Registration Identification (?:IMO )?(\d{6,9})\b/i.exec(part)
      if (ship?.[1]) identifiers.push({ type: 'IMO number', value: ship[1] })
      const paper = PAPER.exec(part)
      if (paper?.[1] && paper[2])
        identifiers.push({ type: paper[1].trim(), value: paper[2], country: readCountry(paper[3]) })
    }
  }
  return { ...birthsIn(...births), names, countries, genders, identifiers }
}
const PAPER =
  /^((?:Passport|National ID No\.|Identification Number|Tax ID No\.|Registration (?:ID|Number)|Cedula No\.|C\.U\.R\.P\.|R\.F\.C\.|SSN|NIT #|D\.N\.I\.|Driver's License No\.|RUC #|V\.A\.T\. Number|Legal Entity Number|Company Number|Trade License No\.|Personal ID Card|Credit Information)[^\d]*?)([A-Z0-9][\w./-]{3,})(?:\s*\(([^)]+)\))?/i

/** Rows without a header, undefined for what is empty. */
function rowsOf(text: string): (string | undefined)[][] {
  const rows: string[][] = parse(text.trimEnd().replace(DOS_END, ''), {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  return rows.map((row) => row.map((field) => (field === EMPTY || field === '' ? undefined : field)))
}
