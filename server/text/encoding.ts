/** Finds the encoding of a text: by its byte order mark, its setting, its XML header, or as UTF-8. */
import { UnreadableInput } from './fault.ts'

export interface Encoding {
  /** As the Encoding Standard names it: `utf-8`, `utf-16le`, `windows-1252`. */
  name: string
  /** The reason why it is this one. */
  from: 'byte order mark' | 'setting' | 'XML header' | 'zero bytes' | 'default'
  /** Bytes of the byte order mark. */
  skipped: number
}

export interface DecodeOptions {
  /** The file, as messages name it. */
  file: string
  /** The encoding that a setting or mapping names. */
  encoding?: string | undefined
  /** How to name the encoding, for messages: `"encoding" in the mapping`. */
  setting: string
}

/** Bytes that a text is recognised by. */
export const HEAD = 1024

/** Refuses what is no text, unknown encodings, and a setting that the byte order mark contradicts. */
export function findEncoding(head: Uint8Array, { file, encoding, setting }: DecodeOptions): Encoding {
  refuseBinary(head, file)
  const marked = markOf(head)
  const wanted = encoding === undefined ? undefined : labelled(encoding, file)
  if (marked) {
    const isSame = wanted === undefined || wanted === marked.name || /^utf-?16$/i.test(encoding ?? '')
    if (isSame) return { ...marked, from: 'byte order mark' }
    throw new UnreadableInput(
      `${file} begins with the byte order mark of ${marked.name}, and ${setting} says ${encoding}.`,
    )
  }
  if (wanted !== undefined) return { name: wanted, from: 'setting', skipped: 0 }
  const wide = wideOf(head)
  if (wide) return { name: wide, from: 'zero bytes', skipped: 0 }
  const [, header] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(latin1(head)) ?? []
  // a text whose header can be read so is no UTF-16: programs that keep texts in it write their own form into the header
  if (header === undefined || /^utf-?16|^ucs-?2|^iso-10646-ucs-2/i.test(header))
    return { name: 'utf-8', from: 'default', skipped: 0 }
  return { name: labelled(header, file), from: 'XML header', skipped: 0 }
}

export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const MARKS: readonly [bytes: readonly number[], name: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const begins = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, n) => head[n] === byte)

function markOf(head: Uint8Array): { name: string; skipped: number } | undefined {
  const found = MARKS.find(([bytes]) => begins(head, bytes))
  return found && { name: found[1], skipped: found[0].length }
}

/** Files of other programs, which only look like an encoding problem. */
const BINARY: readonly [bytes: readonly number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive, as .xlsx files are: unpack it, or save the table as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel or Word document: save the table as CSV'],
  [[0x1f, 0x8b], 'compressed by gzip: unpack it'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xff, 0xfe, 0x00, 0x00], 'in UTF-32, which is not read: save it in UTF-8'],
  [[0x00, 0x00, 0xfe, 0xff], 'in UTF-32, which is not read: save it in UTF-8'],
]

function refuseBinary(head: Uint8Array, file: string): void {
  const found = BINARY.find(([bytes]) => begins(head, bytes))
  if (found) throw new UnreadableInput(`${file} is ${found[1]}.`)
}

/** UTF-16 without a mark: of what is mostly Latin letters, digits and signs every other byte is zero. */
function wideOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.floor(Math.min(head.length, 256) / 2)
  if (pairs < 2) return undefined
  let [high, low] = [0, 0]
  for (let n = 0; n < pairs; n += 1) {
    if (head[2 * n] === 0) high += 1
    if (head[2 * n + 1] === 0) low += 1
  }
  if (low > 0.4 * pairs && high < 0.1 * pairs) return 'utf-16le'
  if (high > 0.4 * pairs && low < 0.1 * pairs) return 'utf-16be'
  return undefined
}

function labelled(label: string, file: string): string {
  let name: string
  try {
    name = new TextDecoder(label).encoding
  } catch (cause) {
    throw new UnreadableInput(`${file}: there is no encoding ${label}. Known are for instance ${KNOWN}.`, { cause })
  }
  // its escapes change what the bytes of later lines mean
  if (name === 'iso-2022-jp' || name === 'replacement')
    throw new UnreadableInput(`${file}: ${label} is not read. Save the file in UTF-8.`)
  return name
}

const KNOWN = 'utf-8, utf-16le, windows-1250 to windows-1258, iso-8859-1 to iso-8859-16, shift_jis, gb18030'
