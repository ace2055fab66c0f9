/**
 * Strokes: what a key press is called, whatever layout and platform it came from, and how keys are written and shown
 * (docs/design/interaction.md#strokes-and-layouts). A stroke is `mod+shift+enter`: modifiers in fixed order, then the key in lower case.
 */

import type { KeyInput } from '#src/commands/dispatcher/key-input.ts'
import { capOf, type Layout } from './layout.ts'

export type Platform = 'mac' | 'other'

const named: Record<string, string> = {
  Enter: 'enter',
  Escape: 'escape',
  ' ': 'space',
  Tab: 'tab',
  Backspace: 'backspace',
  Delete: 'delete',
  Insert: 'insert',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
  End: 'end',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  ContextMenu: 'menu',
}
const namedKeys = new Set(Object.values(named))
const isFunctionKey = (key: string) => /^f([1-9]|1[0-9]|2[0-4])$/i.test(key)

const modifierKeys = new Set(
  'Shift Control Alt Meta AltGraph CapsLock NumLock ScrollLock Fn FnLock Hyper Super Symbol SymbolLock OS'.split(' '),
)

/** True for a press of a modifier alone: neither a stroke nor the end of a sequence. */
export const isModifier = (input: KeyInput) => modifierKeys.has(input.key)

/** True while an input method has the keyboard: the press is its own affair. */
export const isComposing = (input: KeyInput) =>
  input.isComposing || input.keyCode === 229 || input.key === 'Process' || input.key === 'Unidentified'

const isLetter = (key: string) => /^[a-z]$/i.test(key)
const isDigit = (key: string) => /^[0-9]$/.test(key)
const isSymbol = (key: string) => /^[!-/:-@[-`{-~]$/.test(key)

/** The US characters of a position, plain and shifted: for layouts without Latin letters. */
const positions: Record<string, string> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/** The digit of a position of the digit row or the number pad. */
const digitOf = (code: string) => /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]

function atPosition({ code, shiftKey }: KeyInput): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter.toLowerCase()
  return positions[code]?.[shiftKey ? 1 : 0] ?? (shiftKey ? undefined : digitOf(code))
}

function compose(input: KeyInput, key: string, platform: Platform, isAltIgnored = false): string {
  const isMac = platform === 'mac'
  const isShiftKept = !isSymbol(key) && !isDigit(key)
  return [
    (isMac ? input.metaKey : input.ctrlKey) && 'mod',
    isMac && input.ctrlKey && 'ctrl',
    !isMac && input.metaKey && 'meta',
    input.altKey && !isAltIgnored && 'alt',
    input.shiftKey && isShiftKept && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/**
 * The strokes a press can mean, likeliest first; empty when it means none. More than one where a layout types another
 * character at a position that is known by it: the digit row of AZERTY, Option on a Mac.
 */
export function strokesOf(input: KeyInput, platform: Platform): readonly string[] {
  if (isModifier(input) || isComposing(input)) return []
  const { key } = input
  const name = named[key] ?? (isFunctionKey(key) ? key.toLowerCase() : undefined)
  if (name) return [compose(input, name, platform)]
  if (input.altGraph) {
    // Windows reports AltGr as Ctrl and Alt together; only the character it makes counts, and only where it is a symbol
    const plain = { ...input, ctrlKey: false, altKey: false }
    return isSymbol(key) ? [compose(plain, key, platform)] : []
  }
  const strokes: string[] = []
  const isGlyph = platform === 'mac' && input.altKey
  if (isLetter(key)) strokes.push(compose(input, key.toLowerCase(), platform))
  else if (isDigit(key)) strokes.push(compose(input, key, platform))
  else if (isSymbol(key)) strokes.push(compose(input, key, platform, isGlyph))
  const isKnown = strokes.length > 0
  const position = isKnown && !isGlyph ? undefined : atPosition(input)
  if (position && !isLetter(key)) strokes.push(compose(input, position, platform))
  const digit = isDigit(key) || input.shiftKey ? undefined : digitOf(input.code)
  if (digit) strokes.push(compose(input, digit, platform))
  return [...new Set(strokes)]
}

const modifiers = ['mod', 'ctrl', 'meta', 'alt', 'shift'] as const
const aliases: Record<string, string> = {
  esc: 'escape',
  del: 'delete',
  return: 'enter',
  pgup: 'pageup',
  pgdn: 'pagedown',
}

function parseStroke(text: string): string {
  const parts = text === '+' ? ['+'] : text.toLowerCase().split(/\+(?=.)/)
  const last = parts.at(-1)!
  const key = aliases[last] ?? last
  const held = parts.slice(0, -1)
  const isKey = isLetter(key) || isDigit(key) || isSymbol(key) || namedKeys.has(key) || isFunctionKey(key)
  const unknown = held.find((part) => !modifiers.includes(part as (typeof modifiers)[number]))
  if (!isKey || unknown !== undefined) throw new Error(`Not a key: ${text}`)
  if (held.includes('shift') && (isSymbol(key) || isDigit(key)))
    throw new Error(`Shift cannot be asked for with ${key}: layouts differ in how it is typed`)
  return [...modifiers.filter((name) => held.includes(name)), key].join('+')
}

/** The stroke sequences of a key specification: one, or nine where a step is `1..9`. @throws on an unknown key name. */
export function parseKeys(spec: string): readonly (readonly string[])[] {
  let sequences: string[][] = [[]]
  for (const step of spec.trim().split(/\s+/)) {
    const strokes = step === '1..9' ? [...'123456789'] : [parseStroke(step)]
    sequences = sequences.flatMap((sequence) => strokes.map((stroke) => sequence.concat(stroke)))
  }
  return sequences
}

/** Keys that work in text fields without being asked to: chords, Escape and the function keys. */
export const isSafeInText = (stroke: string) =>
  /^(mod|ctrl|meta|alt)\+/.test(stroke) || stroke === 'escape' || isFunctionKey(stroke.split('+').at(-1)!)

const macSigns: Record<string, string> = { mod: '⌘', ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' }
const names: Record<string, string> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  meta: 'Win',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}
const macNames: Record<string, string> = { enter: '↩', escape: 'esc', backspace: '⌫', delete: '⌦', tab: '⇥' }

function strokeLabel(stroke: string, platform: Platform, layout: Layout | undefined): string {
  const parts = stroke === '+' ? ['+'] : stroke.split(/\+(?=.)/)
  const named = parts.at(-1)!
  const key = layout && named.length === 1 ? capOf(named, layout) : named
  const isAlone = parts.length === 1
  const shown = isLetter(named)
    ? isAlone
      ? key
      : key.toUpperCase()
    : ((platform === 'mac' ? macNames[key] : undefined) ?? names[key] ?? (isFunctionKey(key) ? key.toUpperCase() : key))
  const held = parts.slice(0, -1)
  if (platform === 'mac') return held.map((part) => macSigns[part]).join('') + shown
  return [...held.map((part) => names[part]), shown].join('+')
}

/** The badge, one entry per step: ['g', 'c'], ['Ctrl+K']; in the symbols of this layout, if known. */
export const keyLabels = (spec: string, platform: Platform, layout?: Layout): readonly string[] =>
  spec
    .trim()
    .split(/\s+/)
    .map((step) => (step === '1..9' ? '1…9' : strokeLabel(parseStroke(step), platform, layout)))

const ariaNames: Record<string, string> = {
  mod: 'Control',
  ctrl: 'Control',
  meta: 'Meta',
  alt: 'Alt',
  shift: 'Shift',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

/** The value of `aria-keyshortcuts`; the attribute knows no sequences, so those are left out. */
export function ariaKeys(specs: readonly string[], platform: Platform): string | undefined {
  const single = specs.filter((spec) => !/\s|1\.\.9/.test(spec.trim()))
  const spoken = single.map((spec) =>
    parseStroke(spec)
      .split(/\+(?=.)/)
      .map((part) => (part === 'mod' && platform === 'mac' ? 'Meta' : (ariaNames[part] ?? capitalised(part))))
      .join('+'),
  )
  return spoken.length > 0 ? spoken.join(' ') : undefined
}

const capitalised = (part: string) => part.charAt(0).toUpperCase() + part.slice(1)

export const currentPlatform = (): Platform =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other'
