/**
 * The keyboard layout: from the browser (Chromium), else learnt from pressed keys, else US
 * (docs/design/interaction.md#strokes-and-layouts).
 */
import type { KeyInput } from '#src/commands/dispatcher/key-input.ts'

export interface Layout {
  /** The character of a position without modifiers, by `KeyboardEvent.code`; empty if unknown. */
  readonly plain: ReadonlyMap<string, string>
  /** Every character that has been typed with any modifier. */
  readonly seen: ReadonlySet<string>
}

export const unknownLayout: Layout = { plain: new Map(), seen: new Set() }

const isAscii = (character: string) => /^[!-~]$/.test(character)

/** A layout with what one more key press shows of it; the same object where that is nothing new. */
export function learn(layout: Layout, { key, code, shiftKey, altGraph, ctrlKey, metaKey, altKey }: KeyInput): Layout {
  // Latin letters and digits are found on every layout, by themselves or by their position
  if ([...key].length !== 1 || /^[a-z0-9 ]$/i.test(key) || code === '' || ctrlKey || metaKey || altKey) return layout
  const isPlain = !shiftKey && !altGraph
  const character = key.toLowerCase()
  if (layout.seen.has(character) && (!isPlain || layout.plain.get(code) === character)) return layout
  return {
    plain: isPlain ? new Map(layout.plain).set(code, character) : layout.plain,
    seen: new Set(layout.seen).add(character),
  }
}

const positionOf = (character: string): string | null =>
  /^[a-z]$/.test(character) ? `Key${character.toUpperCase()}` : (symbolPositions[character] ?? null)

const symbolPositions: Readonly<Record<string, string>> = {
  '`': 'Backquote',
  '-': 'Minus',
  '=': 'Equal',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  ';': 'Semicolon',
  "'": 'Quote',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
}

/**
 * The symbol on the key that a letter of a keymap means: another letter if the layout lacks it and the dispatcher goes
 * by position.
 */
export function capOf(character: string, { plain }: Layout): string {
  const position = positionOf(character)
  const typed = position && plain.get(position)
  if (!typed || isAscii(typed) || [...plain.values()].includes(character)) return character
  return typed
}

/** True if one can press what a keymap names by this character, as far as is known. */
export function canType(character: string, { plain, seen }: Layout): boolean {
  if (!isAscii(character) || /^[a-z0-9]$/.test(character) || seen.has(character)) return true
  if ([...plain.values()].includes(character)) return true
  const typed = plain.get(symbolPositions[character] ?? '')
  if (typed && !isAscii(typed)) return true
  // the second level is not told; on a keyboard whose first is that of a US one it is known
  return hasPlainSymbols(plain)
}

const hasPlainSymbols = (plain: ReadonlyMap<string, string>) =>
  Object.entries(symbolPositions).every(([character, code]) => (plain.get(code) ?? character) === character)

interface KeyboardApi {
  getLayoutMap?(): Promise<ReadonlyMap<string, string>>
}

/** The browser's layout; null if unsupported. */
export async function askLayout(): Promise<Layout | null> {
  const api = typeof navigator === 'undefined' ? undefined : (navigator as { keyboard?: KeyboardApi }).keyboard
  try {
    const map = await api?.getLayoutMap?.()
    return map ? { plain: new Map(map), seen: new Set() } : null
  } catch {
    // not allowed in this frame: it is learnt from the keys
    return null
  }
}
