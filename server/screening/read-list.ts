/** Finds the list that is screened against: the one that the settings name, else a made-up one. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readOfac, type ListEntry, type ListFiles } from './ofac.ts'
import { readOfacXml } from './ofac-xml.ts'

export interface SanctionsList {
  /** Shown beside every hit. */
  name: string
  /** Changes with any of its files. */
  digest: string
  entries: ListEntry[]
}

/** Goes up when names are compared in another way: then everybody is due again. */
const WAY = '2'
/** Entries that nobody bears: `sample/README.md`. */
const SAMPLE = join(import.meta.dirname, 'sample')
const NAMES = { sdn: 'sdn.csv', alt: 'alt.csv', add: 'add.csv', comments: 'sdn_comments.csv' }
const XML = 'sdn.xml'

/**
 * `path` is a folder with the published files, or SDN.CSV itself with the others beside it, or SDN.XML; their case does
 * not matter, and CSV goes before XML.
 * Throws one message that says what is wrong with it.
 */
export async function readList(path: string | undefined): Promise<SanctionsList> {
  const place = path ?? SAMPLE
  try {
    const isFolder = (await stat(place)).isDirectory()
    const folder = isFolder ? place : dirname(place)
    const files = await readFiles(folder, isFolder ? undefined : basename(place))
    const hash = createHash('sha256').update(`${WAY}\0`)
    for (const [name, text] of Object.entries(files)) hash.update(`${name}\0${text ?? ''}\0`)
    const name = path === undefined ? 'Sample list (made up)' : 'OFAC SDN'
    const entries = 'xml' in files ? readOfacXml(files.xml) : readOfac(files)
    return { name, digest: hash.digest('hex'), entries }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The sanctions list at ${place} cannot be used: ${reason}`, { cause })
  }
}

async function readFiles(folder: string, first?: string): Promise<ListFiles | { xml: string }> {
  const there = new Map((await readdir(folder)).map((name) => [name.toLowerCase(), name]))
  const read = async (name: string | undefined) => (name ? await readFile(join(folder, name), 'utf8') : undefined)
  const main = first ?? there.get(NAMES.sdn) ?? there.get(XML)
  const sdn = await read(main)
  if (sdn === undefined) throw new Error('there is no SDN.CSV or SDN.XML')
  if (main?.toLowerCase().endsWith('.xml')) return { xml: sdn }
  const [alt, add, comments] = await Promise.all(
    [NAMES.alt, NAMES.add, NAMES.comments].map((name) => read(there.get(name))),
  )
  return { sdn, alt, add, comments }
}
