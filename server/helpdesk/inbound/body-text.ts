/** The text of an e-mail: that of its plain part, or of its HTML, as a person reads it. */
import { convert, type HtmlToTextOptions } from 'html-to-text'

/** Longer texts are cut, in characters. */
export const TEXT_MAX = 100_000
/** HTML beyond this is not read, in characters. */
const HTML_MAX = 2_000_000
/** Elements that are open at a time: each further one, and each end, costs the parser a walk through all of them. */
const OPEN_MAX = 5000
const TAG = /<(\/?)([a-z][a-z0-9]{0,30})/gi
/** Elements without an end, and those that the next one of their kind ends. */
const NOT_COUNTED = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr'.split(' '),
)
/** An HTML part that has this many times the text of the plain part says more than it. */
const MORE = 3
const STUB = 200

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: HTML_MAX, maxDepth: 100, maxChildNodes: 20_000, ellipsis: '' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    { selector: 'td', format: 'inline' },
    { selector: 'th', format: 'inline' },
    { selector: 'tr', format: 'block' },
  ],
}

export interface BodyText {
  text: string
  /** The end of the text is missing. */
  isCut: boolean
}

/** Plain and HTML parts as one text. Where the plain part is a stub beside the HTML, both are there. */
export function bodyText(plain: string, html: string): BodyText {
  const own = tidy(plain)
  const length = readableLength(html)
  const ofHtml = html === '' ? '' : tidy(convert(html.slice(0, length), OPTIONS))
  const isCut = html.length > length
  if (own === '') return cut(ofHtml, isCut)
  if (ofHtml.length > MORE * own.length + STUB) return cut(`${own}\n\n${ofHtml}`, isCut)
  return cut(own, false)
}

/** How much of a page is read: up to its maximum, and to where too many elements are open. */
function readableLength(html: string): number {
  const open = new Map<string, number>()
  let all = 0
  const start = html.slice(0, HTML_MAX)
  for (const { 1: end, 2: tag = '', index } of start.matchAll(TAG)) {
    const name = tag.toLowerCase()
    const same = open.get(name) ?? 0
    if (NOT_COUNTED.has(name) || (end !== '' && same === 0)) continue
    const change = end === '' ? 1 : -1
    open.set(name, same + change)
    all += change
    if (all > OPEN_MAX) return index
  }
  return start.length
}

function cut(text: string, isCut: boolean): BodyText {
  return { text: text.slice(0, TEXT_MAX), isCut: isCut || text.length > TEXT_MAX }
}

/** Without NUL, which the database cannot store, and without empty lines at both ends. */
const tidy = (text: string) => text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim()

/** How far a `<meta charset>` is looked for, in bytes, as browsers do. */
const HEAD = 4096
const META = /<meta\b[^<>]{0,400}?charset\s{0,10}=\s{0,10}["']?([\w.:-]{1,40})/i

/** The encoding of bytes without a declared one: that of their `<meta>`, else UTF-8, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): string {
  const named = META.exec(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1'))?.[1]
  if (named !== undefined && isKnown(named)) return named
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function isKnown(label: string): boolean {
  try {
    // UTF-16 cannot be: then the tag itself could not have been read
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}
