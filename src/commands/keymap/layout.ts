/**
 * What the keyboard in use types where: from the browser where it tells (Chromium), else from the keys pressed so far,
 * else as a US keyboard (docs/design/interaction.md#strokes-and-layouts).
 */
import type { KeyInput } from '#src/commands/dispatcher/key-input.ts'

export interface Layout {
  /** What a position types without modifiers, by `KeyboardEvent.code`; empty where nothing is known. */
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
 * What stands on the key that a letter or symbol of a keymap means: another letter where the layout has none of it and
 * the dispatcher goes by the position.
 */
export function capOf(character: string, { plain }: Layout): string {
  const position = positionOf(character)
  const typed = position && plain.get(position)
  if (!typed || isAscii(typed) || [...plain.values()].includes(character)) return character
  return typed
}

/** Whether one can press what a keymap names by this character, as far as is known. */
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

/** The layout as the browser tells it; null where it does not. */
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
