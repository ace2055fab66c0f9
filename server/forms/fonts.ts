/** The fonts of a print: which of them has a character, by script. Each is read when its first character is printed. */
import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20

/** The same font as TrueType, without the tables of these names. */
function toTrueType(woff: Buffer, leftOut: readonly string[] = []): Buffer {
  const all = Array.from({ length: woff.readUInt16BE(12) }, (_, n) => {
    const at = HEADER + n * ENTRY
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      sum: woff.readUInt32BE(at + 16),
      data: packed < size ? inflateSync(bytes) : bytes,
    }
  })
  const tables = all.filter(({ tag }) => !leftOut.includes(tag.toString('latin1')))
  const count = tables.length
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + count * 16)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  for (const [n, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + n * 2)
  let offset = head.length
  const parts: Buffer[] = [head]
  for (const [n, { tag, sum, data }] of tables.entries()) {
    const at = 12 + n * 16
    tag.copy(head, at)
    for (const [k, value] of [sum, offset, data.length].entries()) head.writeUInt32BE(value, at + 4 + k * 4)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

const requireHere = createRequire(import.meta.url)
const packageFolder = (name: string) => dirname(requireHere.resolve(`${name}/package.json`))
const roboto = (style: string) => join(packageFolder('pdfmake'), 'fonts', 'Roboto', `Roboto-${style}.ttf`)
// not the WOFF2 files: the library cannot embed their composed glyphs
const noto = (name: string, subset = name) =>
  join(packageFolder(`@fontsource/noto-${name}`), 'files', `noto-${name}-${subset}-400-normal.woff`)
const dejaVu = () => join(packageFolder('@fontsource/dejavu-sans'), 'files', 'dejavu-sans-latin-400-normal.woff')
const bundled = (file: string) => fileURLToPath(new URL(`./fonts/${file}`, import.meta.url))

/** The font of most text; it has Latin, Cyrillic and Greek. */
export const MAIN_FONT = 'Roboto'

const MAIN = {
  normal: roboto('Regular'),
  bold: roboto('Medium'),
  italics: roboto('Italic'),
  bolditalics: roboto('MediumItalic'),
}

interface OtherFont {
  name: string
  script: RegExp
  file: () => string
}

/** Scripts whose font is the package of that name. */
const PACKAGES: Readonly<Record<string, string>> = {
  Adlam: 'sans-adlam',
  Armenian: 'sans-armenian',
  Balinese: 'sans-balinese',
  Bengali: 'sans-bengali',
  Canadian_Aboriginal: 'sans-canadian-aboriginal',
  Cham: 'sans-cham',
  Cherokee: 'sans-cherokee',
  Devanagari: 'sans-devanagari',
  Ethiopic: 'sans-ethiopic',
  Georgian: 'sans-georgian',
  Gujarati: 'sans-gujarati',
  Gurmukhi: 'sans-gurmukhi',
  Hebrew: 'sans-hebrew',
  Javanese: 'sans-javanese',
  Kannada: 'sans-kannada',
  Khmer: 'sans-khmer',
  Lao: 'sans-lao',
  Malayalam: 'sans-malayalam',
  Mongolian: 'sans-mongolian',
  Myanmar: 'sans-myanmar',
  Nko: 'sans-nko',
  Ol_Chiki: 'sans-ol-chiki',
  Oriya: 'sans-oriya',
  Sinhala: 'sans-sinhala',
  Sundanese: 'sans-sundanese',
  Syriac: 'sans-syriac',
  Tamil: 'sans-tamil',
  Telugu: 'sans-telugu',
  Thaana: 'sans-thaana',
  Thai: 'sans-thai',
  Tibetan: 'serif-tibetan',
  Tifinagh: 'sans-tifinagh',
  Vai: 'sans-vai',
}

/** The fonts of other scripts, in the order in which they are tried. */
const OTHERS: readonly OtherFont[] = [
  { name: 'Arabic', script: /\p{Script_Extensions=Arabic}/u, file: () => noto('sans-arabic', 'arabic') },
  ...Object.entries(PACKAGES).map(([script, name]) => ({
    name: script,
    script: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
    file: () => noto(name, name.replace(/^\w+-/, '')),
  })),
  { name: 'Korean', script: /\p{Script=Hangul}/u, file: () => bundled('noto-sans-kr.woff') },
  {
    name: 'Chinese',
    script: /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff00-\uffef]/u,
    file: () => bundled('noto-sans-sc.woff'),
  },
  // has every Latin letter with every combining mark, and most signs
  { name: 'DejaVu', script: /[^\p{Extended_Pictographic}]/u, file: dejaVu },
  { name: 'Emoji', script: /[\p{Extended_Pictographic}\p{Emoji_Component}]/u, file: () => noto('emoji') },
]

type Weights = Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>

/** Tables of layout that are left out of the fonts of other scripts. */
let leftOut: readonly string[] = []
/** Opens the fonts of other scripts anew, without these tables. */
export function leaveOut(tables: readonly string[]): void {
  leftOut = tables
  opened.clear()
}

const opened = new Map<string, { bytes: Buffer; font: Font }>()
function open(name: string, file: () => string) {
  const known = opened.get(name)
  if (known) return known
  const bytes = toTrueType(readFileSync(file()), leftOut)
  const font = { bytes, font: create(bytes) as Font }
  opened.set(name, font)
  return font
}

/** The main font, and those in which a character was found: by name for pdfmake, and the bytes of unpacked ones. */
export function printFonts(): { fonts: Record<string, Weights>; unpacked: Record<string, Buffer> } {
  const one = (name: string): Weights => ({ normal: name, bold: name, italics: name, bolditalics: name })
  const names = [...opened.keys()]
  return {
    fonts: { [MAIN_FONT]: MAIN, ...Object.fromEntries(names.map((name) => [name, one(name)])) },
    unpacked: Object.fromEntries(Array.from(opened, ([name, { bytes }]) => [name, bytes])),
  }
}

let main: Font | undefined

/**
 * The name of a font that has every one of these characters, a letter with its marks; undefined where none has. The
 * first of them decides which fonts are tried.
 */
export function fontOf(chars: readonly string[]): string | undefined {
  main ??= create(readFileSync(MAIN.normal)) as Font
  const points = chars.map((char) => char.codePointAt(0) ?? 0)
  const hasAll = (font: Font) => points.every((point) => font.hasGlyphForCodePoint(point))
  if (hasAll(main)) return MAIN_FONT
  const tried = OTHERS.filter(({ script }) => script.test(chars[0] ?? ''))
  return tried.find(({ name, file }) => hasAll(open(name, file).font))?.name
}
