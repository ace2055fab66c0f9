/**
 * Decodes the text of a file strictly. Bytes that are no text in its encoding are refused with their place and the
 * setting that names the encoding; no replacement character takes their place.
 */
import { findEncoding, HEAD, latin1, type DecodeOptions, type Encoding } from './encoding.ts'
import { UnreadableInput } from './fault.ts'

/** The characters of windows-1252 from 0x80 on, where it differs from Latin 1; five bytes have none. Node's decoder takes the two for the same. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
/**
 * Characters that decoding makes of bytes without a character in the encoding: control characters, or half of a pair.
 */
const NO_CHARACTER = /[\u0080-\u009F]|\p{Cs}/u
const HALF = /\p{Cs}/u
/** No character of more than one byte ends in a lower one, in every encoding but UTF-16. */
const NEVER_LAST = 0x30
const LINE_FEED = 0x0a
/** No character has more bytes. */
const CHARACTER_MAX = 4

type Decode = (bytes: Uint8Array) => string

function decoderOf(name: string): Decode {
  if (name === 'windows-1252') {
    return (bytes) =>
      checked(latin1(bytes).replaceAll(/[\u0080-\u009F]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c))
  }
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true })
  const pattern = name.startsWith('utf-') ? HALF : NO_CHARACTER
  if (name === 'utf-8') return (bytes) => decoder.decode(bytes)
  return (bytes) => checked(decoder.decode(bytes), pattern)
}

function checked(text: string, pattern = NO_CHARACTER): string {
  if (pattern.test(text)) throw new RangeError('no character')
  return text
}

/** Decodes a file piece by piece. */
export class StrictDecoder {
  readonly #options: DecodeOptions
  #encoding: Encoding | undefined
  #decode: Decode | undefined
  /** Bytes that wait for the end of a character, or for enough to recognise the encoding. */
  #rest: Uint8Array = new Uint8Array(0)
  #bytes = 0
  #lines = 1

  constructor(options: DecodeOptions) {
    this.#options = options
  }

  /** Undefined until something was decoded. */
  get encoding(): Encoding | undefined {
    return this.#encoding
  }

  /** The text of the bytes so far. Throws `UnreadableInput`. */
  write(bytes: Uint8Array): string {
    const whole = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    if (this.#decode === undefined && whole.length < HEAD) {
      this.#rest = whole
      return ''
    }
    const begun = this.#begin(whole)
    const end = this.#cut(begun)
    this.#rest = begun.subarray(end)
    return this.#text(begun.subarray(0, end))
  }

  /** The text of the last bytes. */
  end(): string {
    const begun = this.#begin(this.#rest)
    this.#rest = new Uint8Array(0)
    return this.#text(begun)
  }

  #begin(bytes: Uint8Array): Uint8Array {
    if (this.#decode) return bytes
    this.#encoding = findEncoding(bytes.subarray(0, HEAD), this.#options)
    this.#decode = decoderOf(this.#encoding.name)
    this.#bytes = this.#encoding.skipped
    return bytes.subarray(this.#encoding.skipped)
  }

  /** The end of the last whole character that is certain. */
  #cut(bytes: Uint8Array): number {
    if (this.#encoding?.name.startsWith('utf-16')) {
      const even = bytes.length - (bytes.length % 2)
      const high = this.#encoding.name === 'utf-16le' ? bytes[even - 1] : bytes[even - 2]
      return even > 0 && high !== undefined && high >= 0xd8 && high <= 0xdb ? even - 2 : even
    }
    let end = bytes.length
    if (this.#encoding?.name === 'utf-8') {
      const isInside = (byte = 0) => byte >= 0x80 && byte < 0xc0
      while (end > 0 && bytes.length - end < CHARACTER_MAX && isInside(bytes[end - 1])) end -= 1
      return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length
    }
    while (end > 0 && (bytes[end - 1] ?? 0) >= NEVER_LAST) end -= 1
    return end
  }

  #text(bytes: Uint8Array): string {
    if (bytes.length === 0 || !this.#decode) return ''
    let text: string
    try {
      text = this.#decode(bytes)
    } catch (cause) {
      throw new UnreadableInput(this.#complaint(bytes, this.#decode), { cause })
    }
    this.#bytes += bytes.length
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines += 1
    return text
  }

  /** Names the first byte that is no text. */
  #complaint(bytes: Uint8Array, decode: Decode): string {
    const { file, setting } = this.#options
    const name = this.#encoding?.name ?? ''
    const at = firstFault(bytes, decode)
    const before = bytes.subarray(0, at)
    const line = this.#lines + before.filter((byte) => byte === LINE_FEED).length
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    const place = `line ${line}, byte ${this.#bytes + at + 1} (0x${byte})`
    const hint = name === 'utf-8' ? likely(bytes, at) : ''
    return `${file} is not text in ${name}: ${place} is not a character of it.${hint} Name the encoding: ${setting}.`
  }
}

/** The index of the first byte of what cannot be decoded. */
function firstFault(bytes: Uint8Array, decode: Decode): number {
  /** The end of the last whole character within a few bytes; undefined where there is a fault before. */
  const wholeAt = (end: number): number | undefined => {
    for (let at = end; at >= 0 && at > end - CHARACTER_MAX; at -= 1) {
      try {
        decode(bytes.subarray(0, at))
        return at
      } catch {
        continue
      }
    }
    return undefined
  }
  let [fine, fault] = [0, bytes.length + CHARACTER_MAX]
  while (fault - fine > 1) {
    const middle = Math.floor((fine + fault) / 2)
    if (wholeAt(middle) === undefined) fault = middle
    else fine = middle
  }
  return wholeAt(fine) ?? 0
}

/** The text of the line in the encoding of most such files. */
function likely(bytes: Uint8Array, at: number): string {
  const start = Math.max(bytes.lastIndexOf(LINE_FEED, at) + 1, at - 20)
  const stop = bytes.indexOf(LINE_FEED, at)
  const part = bytes.subarray(start, Math.min(stop < 0 ? bytes.length : stop, at + 20))
  try {
    return ` In windows-1252 it would read “${decoderOf('windows-1252')(part).trim()}”.`
  } catch {
    return ''
  }
}

/** Bytes that are decoded at a time, so that a fault is found quickly. */
const PIECE = 65_536

/** The text of a whole file, with how it was decoded. Throws `UnreadableInput`. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions): { text: string; encoding: Encoding } {
  const decoder = new StrictDecoder(options)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) parts.push(decoder.write(bytes.subarray(at, at + PIECE)))
  parts.push(decoder.end())
  return { text: parts.join(''), encoding: decoder.encoding ?? { name: 'utf-8', from: 'default', skipped: 0 } }
}

/** The text of a stream, piece by piece; `onEncoding` hears how it is decoded. */
export async function* decodeStream(
  chunks: AsyncIterable<Uint8Array>,
  options: DecodeOptions,
  onEncoding: (encoding: Encoding) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new StrictDecoder(options)
  for await (const chunk of chunks) {
    const text = decoder.write(chunk)
    if (text !== '') yield text
  }
  const text = decoder.end()
  if (decoder.encoding) onEncoding(decoder.encoding)
  if (text !== '') yield text
}
