/** Finds the lists that are screened against: those that the settings name, else a made-up one. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ListEntry, ReadEntries, Unusable } from './entry.ts'
import { readEuCsv, readEuXml } from './eu.ts'
import { readOfac, type ListFiles } from './ofac-csv.ts'
import { readOfacXml } from './ofac-xml.ts'
import { FtmReader, readSimpleCsv } from './opensanctions.ts'
import { readOfsiXml, readUkCsv, readUkXml } from './uk.ts'
import { readUnXml } from './un-xml.ts'

export interface SanctionsList {
  /** The id of a list, independent of its version: `ofac-sdn`. */
  source: string
  /** Shown beside every hit. */
  name: string
  /** Changes with any of its files. */
  digest: string
  entries: ListEntry[]
  unusable: readonly Unusable[]
}

/** Goes up when names are compared or lists are read in another way: then everybody is due again. */
const WAY = '5'
/** Fictitious entries: `sample/README.md`. */
const SAMPLE = join(import.meta.dirname, '..', 'sample')

const LABELS: Readonly<Record<string, string>> = {
  sample: 'Sample list (made up)',
  'ofac-sdn': 'OFAC SDN',
  'ofac-consolidated': 'OFAC consolidated (non-SDN)',
  un: 'UN Security Council',
  eu: 'EU financial sanctions',
  uk: 'UK sanctions',
  opensanctions: 'OpenSanctions',
  own: 'Own list',
}

/** A list by its place, and by the name that the settings give it. */
export interface ListPlace {
  source: string | undefined
  path: string
}

/** `SANCTIONS_LIST`: paths separated by commas, each of which may be named: `/lists/ofac,peps=/lists/peps.ftm.json`. */
export function readPlaces(setting: string | undefined): ListPlace[] {
  return (setting ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const named = /^([a-z][a-z0-9-]{0,39})=(.+)$/.exec(part)
      return { source: named?.[1], path: named?.[2] ?? part }
    })
}

/**
 * A folder with one list's published files, or a file, recognised by its content. OFAC's other CSV files are beside the
 * first. Without a path the fictitious list. Throws one message with the fault.
 */
export async function readList(path: string | undefined, source?: string): Promise<SanctionsList> {
  const place = path ?? SAMPLE
  try {
    const isFolder = (await stat(place)).isDirectory()
    const [file, others] = isFolder ? await mainFile(place) : [basename(place), []]
    const hash = createHash('sha256').update(`${WAY}\0`)
    const { form, entries, unusable: unread } = await readForm(isFolder ? place : dirname(place), file, hash)
    const unusable = [
      ...others.map((id) => ({ id, reason: `not read: of this folder ${file} is; name this file too` })),
      ...unread,
    ]
    const [first] = unread
    if (entries.length === 0)
      throw new Error(first ? `there is no entry that can be used: ${first.reason}` : 'there are no entries')
    const key = path === undefined ? 'sample' : (source ?? form)
    const label = LABELS[form] ?? form
    const name =
      path === undefined ? (LABELS['sample'] ?? '') : source && source !== form ? `${source} (${label})` : label
    return { source: key, name, digest: hash.digest('hex'), entries, unusable }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The sanctions list at ${place} cannot be used: ${reason}`, { cause })
  }
}

/** In the order in which a folder's files are looked for. */
const MAIN: readonly RegExp[] = [
  /^sdn\.csv$/i,
  /^sdn\.xml$/i,
  /^cons_prim\.csv$/i,
  /^cons(?:olidated)?(?:_list)?\.xml$/i,
  /\.xml$/i,
  /^targets\.simple\.csv$/i,
  /(?:\.ftm\.json|\.jsonl|\.ndjson)$/i,
  /^(?!alt|add|sdn_comments|cons_).*\.csv$/i,
  /\.json$/i,
]

/** The file that is read, and those that may be lists too: the same list in another form is not among them. */
async function mainFile(folder: string): Promise<[file: string, others: string[]]> {
  const names = (await readdir(folder)).toSorted()
  const found = MAIN.flatMap((form) => names.filter((name) => form.test(name)))
  const [file] = found
  if (file === undefined) throw new Error('there is no SDN.CSV, SDN.XML or any other list in the folder')
  const stemOf = (name: string) => name.toLowerCase().replace(/\..*$/, '')
  return [file, [...new Set(found)].filter((name) => stemOf(name) !== stemOf(file))]
}

type Form = ReadEntries & { form: string }

/** The header of a simple CSV, which may have this column alone; OFAC's rows have no header. */
const NAMED_COLUMN = /(?:^|[,\n])"?(?:name|caption)"?(?:[,\r\n]|$)/i

async function readForm(folder: string, file: string, hash: Hash): Promise<Form> {
  const path = join(folder, file)
  if (/\.(?:json|jsonl|ndjson)$/i.test(file)) return await readLines(path, hash)
  const text = await readFile(path, 'utf8')
  const read = /^(?:cons_prim|sdn)\.csv$/i.test(file) ? undefined : readNamed(text, file)
  if (read) {
    hash.update(`${text}\0`)
    return read
  }
  const files = await ofacFiles(folder, file, text)
  for (const [name, each] of Object.entries(files)) hash.update(`${name}\0${each ?? ''}\0`)
  return { ...readOfac(files), form: /^cons_/i.test(file) ? 'ofac-consolidated' : 'ofac-sdn' }
}

/** The content that identifies it; a line with the list's date may precede its header. */
function readNamed(text: string, file: string): Form | undefined {
  const start = text.slice(0, 4000).replace(/^\uFEFF/, '')
  if (/^\s*</.test(start)) return readXml(text, start, file)
  if (/entity_logicalid|entity_eu_referencenumber/i.test(start)) return { ...readEuCsv(text), form: 'eu' }
  if (/(?:^|,)"?name 6"?(?:,|$)/im.test(start)) return { ...readUkCsv(text), form: 'uk' }
  if (!NAMED_COLUMN.test(start)) return undefined
  return { ...readSimpleCsv(text), form: /"?schema"?,/i.test(start) ? 'opensanctions' : 'own' }
}

function readXml(text: string, start: string, file: string): Form {
  // both of OFAC's have the same root, and no more than their names and programs tell them apart
  if (/<sdnList|<sdnEntry/i.test(start))
    return { ...readOfacXml(text), form: /^cons/i.test(file) ? 'ofac-consolidated' : 'ofac-sdn' }
  if (/CONSOLIDATED_LIST/.test(start)) return { ...readUnXml(text), form: 'un' }
  if (/FinancialSanctionsTarget/.test(start)) return { ...readOfsiXml(text), form: 'uk' }
  if (/sanctionEntity|eu\.europa|<export/i.test(start)) return { ...readEuXml(text), form: 'eu' }
  if (/<Designations?\b/.test(start)) return { ...readUkXml(text), form: 'uk' }
  throw new Error('the XML is of no list that is known here: OFAC, UN, EU or UK')
}

async function readLines(path: string, hash: Hash): Promise<Form> {
  const reader = new FtmReader()
  for await (const line of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    hash.update(`${line}\n`)
    reader.line(line)
  }
  return { ...reader.done(), form: 'opensanctions' }
}

/** The files beside OFAC's first one, in any letter case. */
async function ofacFiles(folder: string, file: string, sdn: string): Promise<ListFiles> {
  const there = new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]))
  const isConsolidated = /^cons_/i.test(file)
  const read = async (name: string) => {
    const found = there.get(isConsolidated ? `cons_${name.replace('sdn_', '')}` : name)
    return found ? await readFile(join(folder, found), 'utf8') : undefined
  }
  const [alt, add, comments] = await Promise.all(['alt.csv', 'add.csv', 'sdn_comments.csv'].map(read))
  return { sdn, alt, add, comments }
}
