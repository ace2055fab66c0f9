/** The kind of a file, read from its content: the media type it is served as and the endings its name may have. */
import { fileTypeFromBuffer } from 'file-type'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const TEXT = 'text/plain; charset=utf-8'

/**
 * Allowed types of evidence: documents, images, mail, tables, text. A viewer or an editor opens each; no browser or
 * operating system executes one. The first extension is the default.
 */
const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'application/rtf': ['rtf', 'doc'],
  // an office file whose parts are in an unusual order is found to be a ZIP archive
  'application/zip': ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods'],
  [`${OFFICE}wordprocessingml.document`]: ['docx'],
  [`${OFFICE}spreadsheetml.sheet`]: ['xlsx'],
  [`${OFFICE}presentationml.presentation`]: ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  [TEXT]: ['txt', 'csv', 'json', 'xml', 'md', 'log', 'eml'],
}

const CFB = 'application/x-cfb'

/** The stream that each program of the compound file format keeps its content in. An installer has none of them. */
const STREAMS: readonly (readonly [ending: string, stream: string])[] = [
  ['doc', 'WordDocument'],
  ['xls', 'Workbook'],
  ['xls', 'Book'],
  ['ppt', 'PowerPoint Document'],
  ['msg', '__properties_version1.0'],
]

export interface Kind {
  type: string
  /** Allowed extensions of a name; the first is the default. */
  endings: readonly [string, ...string[]]
}

/** The kind of a file that may be attached, or undefined where it may not. Text of any kind is plain text. */
export async function attachableKind(bytes: Uint8Array): Promise<Kind | undefined> {
  const found = await fileTypeFromBuffer(bytes)
  if (found?.mime === CFB) return compoundKind(bytes)
  const isMarkup = found?.mime === 'application/xml'
  const type = found && !isMarkup ? found.mime : isText(bytes) ? TEXT : undefined
  const endings = type === undefined ? undefined : ENDINGS[type]
  if (type === undefined || !endings) return undefined
  return type === TEXT ? { type, endings: textEndings(bytes, endings) } : { type, endings }
}

function compoundKind(bytes: Uint8Array): Kind | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directory = directoryOf(content)
  const ending = STREAMS.find(([, stream]) => directory.has(stream))?.[0]
  return ending === undefined ? undefined : { type: CFB, endings: [ending] }
}

const ENTRY = 128

/** The names in the first sector of a compound file's directory and in those that follow on it on disk. */
function directoryOf(content: Buffer): ReadonlySet<string> {
  const names = new Set<string>()
  if (content.length < 512) return names
  const size = 2 ** Math.min(content.readUInt16LE(30), 16)
  for (let at = (content.readUInt32LE(48) + 1) * size; at + ENTRY <= content.length; at += ENTRY) {
    const length = content.readUInt16LE(at + 64)
    const kind = content[at + 66] ?? 0
    // entries that are not in use are all zero; anything else is no directory any more
    if (kind > 5 || length > 64) break
    if (kind !== 0) names.add(content.toString('utf16le', at, at + Math.max(0, length - 2)))
  }
  return names
}

/**
 * Content that makes a browser show XML as a page: XHTML, SVG, a style sheet, or entities that a document type
 * declares.
 */
const OF_PAGES = [
  '<?xml-stylesheet',
  '<!doctype',
  ...['1999/xhtml', '2000/svg', '1999/xsl'].map((part) => `www.w3.org/${part}`),
]

/** True if a browser would show it as a page. Searches for fixed texts alone, in time that grows with the text. */
function isPage(text: string): boolean {
  const lower = text.toLowerCase()
  if (OF_PAGES.some((part) => lower.includes(part))) return true
  // a namespace can be hidden from this search by numbers of characters
  return lower.split('<').some((tag) => {
    const at = tag.indexOf('xmlns')
    return at >= 0 && tag.includes('&#', at)
  })
}

function textEndings(bytes: Uint8Array, endings: Kind['endings']): Kind['endings'] {
  if (!isPage(Buffer.from(bytes).toString('utf8'))) return endings
  const [own, ...others] = endings
  return [own, ...others.filter((ending) => ending !== 'xml')]
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

const LONGEST = 200

/** A name as it is, where its ending fits the kind; else with the type's own ending after it. */
export function fittingName(name: string, { endings }: Pick<Kind, 'endings'>): string {
  const ending = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending !== undefined && endings.includes(ending)) return name
  return `${name.slice(0, LONGEST - endings[0].length - 1)}.${endings[0]}`
}

/**
 * The name to hand out a stored file under: one that was stored before names were checked has to fit its type, too.
 * Types that never came from an upload are our own.
 */
export function servedName(name: string, type: string): string {
  if (type === CFB) return fittingName(name, { endings: ['doc', 'xls', 'ppt', 'msg'] })
  const endings = ENDINGS[type]
  return endings ? fittingName(name, { endings }) : name
}
