/**
 * Reads the elements of an XML text, one at a time and in time that grows with the text alone. A document type, and with
 * it every entity of its own, is refused. What no reader asks for is named.
 */
import { SaxesParser } from 'saxes'
import { UnreadableInput } from './fault.ts'

/** An element with its text and children by name. */
export interface Element {
  name: string
  text: string
  children: Map<string, Element[]>
  /** By name without a prefix. Read them with `attributeOf`. */
  attributes: ReadonlyMap<string, string>
  /** The names of the elements around it and its own, as `Document/GrpHdr/MsgId`. */
  path: string
  /** The paths that a reader asked for, of the whole text. */
  asked: Set<string>
}

/** A path of the text that no reader asked for, and how often there was something in it. */
export interface Unread {
  name: string
  count: number
}

/** Elements inside each other; deeper ones are an attack. */
const DEPTH_MAX = 100

/**
 * Hands every element of these names to `take` as soon as it is whole, with the elements around it, outermost first: the
 * whole as a tree is ten times its text. Throws `UnreadableInput` where the text is no XML.
 */
export function readXmlElements(
  text: string,
  names: ReadonlySet<string>,
  take: (element: Element, around: readonly string[]) => void,
  what = 'a list',
): { root: string; unread: Unread[] } {
  const open: Element[] = []
  const around: string[] = []
  const asked = new Set<string>()
  const seen = new Map<string, number>()
  let root = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new UnreadableInput(`not the XML of ${what}: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new UnreadableInput(`the XML has a document type, which is not read: line ${parser.line}`)
  })
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = localName(full)
    root ||= name
    around.push(name)
    if (around.length > DEPTH_MAX)
      throw new UnreadableInput(`the XML has more than ${DEPTH_MAX} elements inside each other: line ${parser.line}`)
    const parent = open.at(-1)
    if (!parent && !names.has(name)) return
    const element: Element = {
      name,
      text: '',
      children: new Map(),
      attributes: ownAttributes(attributes),
      path: parent ? `${parent.path}/${name}` : name,
      asked,
    }
    const same = parent?.children.get(name)
    if (same) same.push(element)
    else parent?.children.set(name, [element])
    open.push(element)
  })
  const more = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', more)
  parser.on('cdata', more)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) {
      if (element.children.size === 0 && element.text.trim() !== '') count(seen, element.path)
      for (const name of element.attributes.keys()) count(seen, `${element.path}/@${name}`)
      if (open.length === 0) take(element, around.slice(0, -1))
    }
    around.pop()
  })
  parser.write(text).close()
  const unread = [...seen].filter(([path]) => !asked.has(path)).map(([name, times]) => ({ name, count: times }))
  return { root, unread }
}

const localName = (full: string) => full.slice(full.indexOf(':') + 1)

const count = (seen: Map<string, number>, path: string) => seen.set(path, (seen.get(path) ?? 0) + 1)

/** Without namespaces and what belongs to the schema. */
function ownAttributes(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const own = Object.entries(attributes).filter(([name, value]) => !/^xmlns(?::|$)|^xsi:/.test(name) && value !== '')
  return new Map(own.map(([name, value]) => [localName(name), value]))
}

/** An attribute's value. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  element?.asked.add(`${element.path}/@${name}`)
  return element?.attributes.get(name)?.trim() || undefined
}

/** The text of the first child of that name, or of one below it: `textOf(entry, 'DESIGNATION', 'VALUE')`. */
export function textOf(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return firstOf(element, ...path)?.text.trim() || undefined
}

/** The first descendant at the end of a path. */
export function firstOf(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let at = element
  let way = element?.path ?? ''
  for (const name of path) {
    way += `/${name}`
    element?.asked.add(way)
    at = at?.children.get(name)?.[0]
  }
  return at
}

/** All descendants at the end of a path. */
export function allOf(element: Element, ...path: readonly string[]): Element[] {
  let way = element.path
  let at = [element]
  for (const name of path) {
    way += `/${name}`
    element.asked.add(way)
    at = at.flatMap((each) => each.children.get(name) ?? [])
  }
  return at
}

/** Their texts, without empty ones. */
export function textsOf(element: Element, ...path: readonly string[]): string[] {
  return allOf(element, ...path).flatMap(({ text }) => text.trim() || [])
}
