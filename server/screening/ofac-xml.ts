/** Reads a list in OFAC's other published form: SDN.XML, which holds names, aliases and addresses in one file. */
import { SaxesParser } from 'saxes'
import type { ListEntry } from './ofac.ts'

/** An element's text and its children, by name. */
interface Element {
  text: string
  children: Map<string, Element[]>
}

const TYPES: Readonly<Record<string, ListEntry['type']>> = {
  individual: 'individual',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
const KINDS: Readonly<Record<string, 'aka' | 'fka' | 'nka'>> = { 'a.k.a.': 'aka', 'f.k.a.': 'fka', 'n.k.a.': 'nka' }

/**
 * The entries in the order of the list, as `readOfac` reads them from CSV: "weak" aliases, too common to be compared, stay
 * in the remarks. Throws where the text is no such list.
 */
export function readOfacXml(text: string): ListEntry[] {
  const entries: ListEntry[] = []
  // one entry at a time: the whole list as a tree is ten times its text
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error(`not the XML of a list: ${error.message}`)
  })
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && name !== 'sdnEntry') return
    const element: Element = { text: '', children: new Map() }
    const parent = open.at(-1)
    if (parent) parent.children.set(name, [...(parent.children.get(name) ?? []), element])
    open.push(element)
  })
  parser.on('text', (more) => {
    const element = open.at(-1)
    if (element) element.text += more
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (element && open.length === 0) entries.push(toEntry(element))
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (entries.length === 0) throw new Error('SDN.XML has no entries')
  return entries
}

function toEntry(entry: Element): ListEntry {
  const id = textOf(entry, 'uid')
  const name = nameOf(entry)
  if (!id || !name) throw new Error(`not an entry of SDN.XML: ${JSON.stringify([id, name])}`)
  const aliases = listOf(entry, 'akaList', 'aka').map((alias) => ({
    kind: KINDS[textOf(alias, 'type') ?? ''] ?? 'aka',
    name: nameOf(alias),
    isWeak: textOf(alias, 'category') === 'weak',
  }))
  const weak = aliases.flatMap((alias) => (alias.isWeak ? `a.k.a. "${alias.name}"` : []))
  return {
    id,
    type: TYPES[textOf(entry, 'sdnType')?.toLowerCase() ?? ''] ?? 'entity',
    programs: listOf(entry, 'programList', 'program').map(({ text }) => text.trim()),
    title: textOf(entry, 'title') ?? null,
    remarks: [textOf(entry, 'remarks') ?? [], weak].flat().join('; ') || null,
    names: [
      { kind: 'primary', name },
      ...aliases.flatMap(({ kind, name: alias, isWeak }) => (isWeak || !alias ? [] : { kind, name: alias })),
    ],
    addresses: listOf(entry, 'addressList', 'address').map(addressOf).filter(Boolean),
  }
}

/** As in CSV: `DOE, Jane`. */
function nameOf(element: Element): string {
  return [textOf(element, 'lastName'), textOf(element, 'firstName')].filter(Boolean).join(', ')
}

function addressOf(address: Element): string {
  const lines = ['address1', 'address2', 'address3'].map((name) => textOf(address, name))
  const place = ['city', 'stateOrProvince', 'postalCode'].map((name) => textOf(address, name))
  return [...lines, place.filter(Boolean).join(' '), textOf(address, 'country')].filter(Boolean).join(', ')
}

function textOf(element: Element, name: string): string | undefined {
  return element.children.get(name)?.[0]?.text.trim() || undefined
}

function listOf(element: Element, list: string, name: string): Element[] {
  return element.children.get(list)?.[0]?.children.get(name) ?? []
}
