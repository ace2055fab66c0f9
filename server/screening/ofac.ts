/** Reads a list in OFAC's published form: SDN.CSV with ALT.CSV, ADD.CSV and SDN_COMMENTS.CSV beside it. */
import { parse } from 'csv-parse/sync'

/** The texts of the published files; all but the first may be missing. */
export interface ListFiles {
  sdn: string
  alt?: string | undefined
  add?: string | undefined
  comments?: string | undefined
}

export interface ListEntry {
  id: string
  type: 'individual' | 'entity' | 'vessel' | 'aircraft'
  programs: string[]
  title: string | null
  remarks: string | null
  /** The first is the name it is listed under. */
  names: { kind: 'primary' | 'aka' | 'fka' | 'nka'; name: string }[]
  addresses: string[]
}

const TYPES: ReadonlySet<string> = new Set(['individual', 'vessel', 'aircraft'])
const KINDS: ReadonlySet<string> = new Set(['aka', 'fka', 'nka'])
/** Old copies end in it. */
const DOS_END = '\u001A'
/** What an empty field is written as. */
const EMPTY = '-0-'

/**
 * The entries in the order of the list. Columns are OFAC's: number, name, type, program, title, … , remarks. Aliases in
 * quotes within the remarks are its "weak" ones, too common to be compared; they stay in the remarks. Throws where the
 * text has no such rows.
 */
export function readOfac({ sdn, alt = '', add = '', comments = '' }: ListFiles): ListEntry[] {
  const entries = new Map<string, ListEntry>()
  for (const [id, name, type, programs, title, ...rest] of rowsOf(sdn)) {
    if (!id || !/^\d+$/.test(id) || !name) throw new Error(`not a row of SDN.CSV: ${JSON.stringify([id, name])}`)
    entries.set(id, {
      id,
      type: type && TYPES.has(type) ? (type as ListEntry['type']) : 'entity',
      // several are written as A] [B
      programs: programs?.split(/\]\s*\[/) ?? [],
      title: title ?? null,
      remarks: rest[6] ?? null,
      names: [{ kind: 'primary', name }],
      addresses: [],
    })
  }
  if (entries.size === 0) throw new Error('SDN.CSV has no entries')
  // remarks that were too long for their column go on here
  for (const [id = '', more] of rowsOf(comments)) {
    const entry = entries.get(id)
    if (entry && more) entry.remarks = (entry.remarks ?? '') + more
  }
  for (const [id = '', , kind, name] of rowsOf(alt)) {
    const entry = entries.get(id)
    if (entry && name) entry.names.push({ kind: kind && KINDS.has(kind) ? (kind as 'aka') : 'aka', name })
  }
  for (const [id = '', , ...parts] of rowsOf(add)) {
    const address = parts.slice(0, 3).filter(Boolean).join(', ')
    if (address) entries.get(id)?.addresses.push(address)
  }
  return [...entries.values()]
}

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
