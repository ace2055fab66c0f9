/** Finds the lists that are screened against: those that the settings name, else a made-up one. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ListSummary } from '#contract/model/screening/screening.ts'
import { decodeStream, decodeText } from '#server/text/decode.ts'
import type { ListEntry, Unusable } from './entry.ts'
import { LABELS, readForm, type Form } from './forms.ts'
import { readOfac, type ListFiles } from './ofac-csv.ts'
import { OpenSanctionsReader } from './opensanctions.ts'
import { summaryOf } from './summary.ts'

export interface SanctionsList {
  /** The id of a list, independent of its version: `ofac-sdn`. */
  source: string
  /** Shown beside every hit. */
  name: string
  /** Changes with any of its files. */
  digest: string
  entries: ListEntry[]
  unusable: readonly Unusable[]
  /** Absent of lists that are kept in the window. */
  summary?: ListSummary | undefined
}

/** Goes up when names are compared or lists are read in another way: then everybody is due again. */
const WAY = '5'
/** Fictitious entries: `sample/README.md`. */
const SAMPLE = join(import.meta.dirname, '..', 'sample')

/** A list by its place, and by the name that the settings give it. */
export interface ListPlace {
  source: string | undefined
  path: string
  /** The encoding where neither a byte order mark nor UTF-8 nor an XML header determines it. */
  encoding?: string | undefined
}

/**
 * `SANCTIONS_LIST`: paths separated by commas, each of which may be named and have an encoding:
 * `/lists/ofac,peps=/lists/peps.csv?encoding=windows-1252`.
 */
export function readPlaces(setting: string | undefined): ListPlace[] {
  return (setting ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, source, path = part] = /^([a-z][a-z0-9-]{0,39})=(.+)$/.exec(part) ?? []
      const [, plain, encoding] = /^(.+)\?encoding=([\w.:-]+)$/.exec(path) ?? []
      return plain === undefined || encoding === undefined ? { source, path } : { source, path: plain, encoding }
    })
}

/**
 * A folder with one list's published files, or a file, recognised by its content. OFAC's other CSV files are beside the
 * first. Without a path the fictitious list. Throws one message with the fault.
 */
export async function readList(path: string | undefined, source?: string, encoding?: string): Promise<SanctionsList> {
  const place = path ?? SAMPLE
  try {
    const isFolder = (await stat(place)).isDirectory()
    const [file, others] = isFolder ? await mainFile(place) : [basename(place), []]
    const hash = createHash('sha256').update(`${WAY}\0`)
    const decoding = { encoding, said: '' }
    const read = await readFileForm(isFolder ? place : dirname(place), file, hash, decoding)
    const { form, entries } = read
    const unusable: Unusable[] = [
      ...others.map((id) => ({ id, reason: `not read: of this folder ${file} is; name this file too` })),
      ...read.unusable,
    ]
    const [first] = read.unusable
    if (entries.length === 0)
      throw new Error(first ? `there is no entry that can be used: ${first.reason}` : 'there are no entries')
    const key = path === undefined ? 'sample' : (source ?? form)
    const label = LABELS[form] ?? form
    const name =
      path === undefined ? (LABELS['sample'] ?? '') : source && source !== form ? `${source} (${label})` : label
    return { source: key, name, digest: hash.digest('hex'), entries, unusable, summary: summaryOf(read, decoding.said) }
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
  const stemOf = (name: string) => name.toLowerCase().split('.', 1).join()
  return [file, [...new Set(found)].filter((name) => stemOf(name) !== stemOf(file))]
}

interface Decoding {
  encoding: string | undefined
  /** How it was decoded, once it was. */
  said: string
}

/** How the encoding of a list is set, for messages. */
const SETTING = 'append ?encoding=windows-1252, or whichever it is, to its path in SANCTIONS_LIST'

async function decoded(path: string, hash: Hash, decoding: Decoding): Promise<string> {
  const bytes = await readFile(path)
  hash.update(bytes)
  const { text, encoding } = decodeText(bytes, { file: basename(path), encoding: decoding.encoding, setting: SETTING })
  decoding.said ||= `${encoding.name}, by ${encoding.from}`
  return text
}

async function readFileForm(folder: string, file: string, hash: Hash, decoding: Decoding): Promise<Form> {
  const path = join(folder, file)
  if (/\.(?:json|jsonl|ndjson)$/i.test(file)) return await readLines(path, hash, decoding)
  const text = await decoded(path, hash, decoding)
  const read = /^(?:cons_prim|sdn)\.csv$/i.test(file) ? undefined : readForm(text, file)
  if (read) return read
  const files = await ofacFiles(folder, file, {
    sdn: text,
    decode: (name) => decoded(join(folder, name), hash, decoding),
  })
  return { ...readOfac(files), form: /^cons_/i.test(file) ? 'ofac-consolidated' : 'ofac-sdn' }
}

async function readLines(path: string, hash: Hash, decoding: Decoding): Promise<Form> {
  const reader = new OpenSanctionsReader()
  const options = { file: basename(path), encoding: decoding.encoding, setting: SETTING }
  let rest = ''
  async function* chunks() {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Uint8Array)
      yield chunk as Uint8Array
    }
  }
  for await (const part of decodeStream(
    chunks(),
    options,
    ({ name, from }) => (decoding.said = `${name}, by ${from}`),
  )) {
    const lines = (rest + part).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) reader.line(line)
  }
  reader.line(rest)
  return { ...reader.done(), form: 'opensanctions' }
}

/** The files beside OFAC's first one, in any letter case. */
async function ofacFiles(
  folder: string,
  file: string,
  { sdn, decode }: { sdn: string; decode: (name: string) => Promise<string> },
): Promise<ListFiles> {
  const there = new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]))
  const isConsolidated = /^cons_/i.test(file)
  const files: ListFiles = { sdn }
  // one after the other, since the digest is of all in this order
  for (const part of ['alt', 'add', 'comments'] as const) {
    const name =
      part === 'comments'
        ? isConsolidated
          ? 'cons_comments.csv'
          : 'sdn_comments.csv'
        : `${isConsolidated ? 'cons_' : ''}${part}.csv`
    const found = there.get(name)
    if (found) files[part] = await decode(found)
  }
  return files
}
