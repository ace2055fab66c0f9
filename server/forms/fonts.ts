/** The fonts of a print: which of them has a character, by script. Each is read when its first character is printed. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import anyAscii from 'any-ascii'
import { create, type Font } from 'fontkit'
import { toTrueType } from './true-type.ts'

const requireHere = createRequire(import.meta.url)
const packageFolder = (name: string) => dirname(requireHere.resolve(`${name}/package.json`))
const roboto = (style: string) => join(packageFolder('pdfmake'), 'fonts', 'Roboto', `Roboto-${style}.ttf`)
// not the WOFF2 files: the library cannot embed their composed glyphs
const noto = (name: string, subset = name) =>
  join(packageFolder(`@fontsource/noto-${name}`), 'files', `noto-${name}-${subset}-400-normal.woff`)
const bundled = (file: string) => fileURLToPath(new URL(`./fonts/${file}`, import.meta.url))

/** The font of most text; it has Latin, Cyrillic and Greek. */
export const MAIN_FONT = 'Roboto'

const MAIN = {
  normal: roboto('Regular'),
  bold: roboto('Medium'),
  italics: roboto('Italic'),
  bolditalics: roboto('MediumItalic'),
}

/** The fonts of other scripts, in the order in which they are tried. */
const OTHERS: readonly { name: string; script: RegExp; file: () => string }[] = [
  { name: 'Arabic', script: /\p{Script_Extensions=Arabic}/u, file: () => noto('sans-arabic', 'arabic') },
  { name: 'Hebrew', script: /\p{Script=Hebrew}/u, file: () => noto('sans-hebrew', 'hebrew') },
  { name: 'Thai', script: /\p{Script=Thai}/u, file: () => noto('sans-thai', 'thai') },
  {
    name: 'Devanagari',
    script: /\p{Script_Extensions=Devanagari}/u,
    file: () => noto('sans-devanagari', 'devanagari'),
  },
  { name: 'Korean', script: /\p{Script=Hangul}/u, file: () => bundled('noto-sans-kr.woff') },
  {
    name: 'Chinese',
    script: /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff00-\uffef]/u,
    file: () => bundled('noto-sans-sc.woff'),
  },
  { name: 'Emoji', script: /[\p{Extended_Pictographic}\p{Emoji_Component}]/u, file: () => noto('emoji') },
]

type Weights = Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>

const opened = new Map<string, { bytes: Buffer; font: Font }>()
function open(name: string, file: () => string) {
  const known = opened.get(name)
  if (known) return known
  const bytes = toTrueType(readFileSync(file()))
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

/** The name of a font that has a character; undefined where none has. */
export function fontOf(char: string): string | undefined {
  main ??= create(readFileSync(MAIN.normal)) as Font
  const point = char.codePointAt(0) ?? 0
  if (main.hasGlyphForCodePoint(point)) return MAIN_FONT
  const tried = OTHERS.filter(({ script }) => script.test(char))
  return tried.find(({ name, file }) => open(name, file).font.hasGlyphForCodePoint(point))?.name
}

/** The replacement of a character without a glyph: its transliteration, or its number. */
export function substituteOf(char: string): string {
  return anyAscii(char) || `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
}
