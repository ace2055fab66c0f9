/** Reads the entries of a list from XML, one at a time and in time that grows with the text alone. */
import { SaxesParser } from 'saxes'

/** An element with its text, attributes and children by name. */
export interface Element {
  text: string
  attributes: Readonly<Record<string, string>>
  children: Map<string, Element[]>
}

/**
 * Hands every element of these names to `take` as soon as it is whole: the whole list as a tree is ten times its text.
 * Answers the name of the root. Throws where the text is no XML.
 */
export function readElements(
  text: string,
  names: ReadonlySet<string>,
  take: (element: Element, name: string) => void,
): string {
  const open: Element[] = []
  let root = ''
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Error(`not the XML of a list: ${error.message}`)
  })
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = full.slice(full.indexOf(':') + 1)
    root ||= name
    if (open.length === 0 && !names.has(name)) return
    const element: Element = { text: '', attributes: { ...attributes }, children: new Map() }
    const siblings = open.at(-1)?.children
    const same = siblings?.get(name)
    if (same) same.push(element)
    else siblings?.set(name, [element])
    open.push(element)
  })
  const more = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', more)
  parser.on('cdata', more)
  parser.on('closetag', ({ name }) => {
    const element = open.pop()
    if (element && open.length === 0) take(element, name.slice(name.indexOf(':') + 1))
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  return root
}

/** The text of the first child of that name, or of one below it: `textOf(entry, 'DESIGNATION', 'VALUE')`. */
export function textOf(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return path.reduce((at: Element | undefined, name) => at?.children.get(name)?.[0], element)?.text.trim() || undefined
}

/** All descendants at the end of a path. */
export function allOf(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce<Element[]>((at, name) => at.flatMap((each) => each.children.get(name) ?? []), [element])
}

/** Their texts, without empty ones. */
export function textsOf(element: Element, ...path: readonly string[]): string[] {
  return allOf(element, ...path).flatMap(({ text }) => text.trim() || [])
}
