/** The keys of the palette itself; characters go to its field. */
import type { KeyboardEvent } from 'react'
import { keyInput } from '#src/commands/dispatcher/key-input.ts'
import { strokesOf, type Platform } from '#src/commands/keymap/keys.ts'
import { scrollNotes } from '#src/commands/parts/scroll-notes.ts'
import type { PaletteRow } from './palette-model.ts'

export interface PaletteActs {
  /** Back by a page; out of the palette from the first. */
  pop(): void
  /** Moves the highlight by this many rows. */
  move(by: number): void
  choose(row: PaletteRow, how?: { isKeptOpen?: boolean; isInstead?: boolean; isAnswer?: boolean }): void
  complete(row: PaletteRow): void
  /** Changes the keys of a command. */
  edit(row: PaletteRow): void
}

export interface PaletteSituation {
  rows: readonly PaletteRow[]
  row: PaletteRow | null
  isQueryEmpty: boolean
  /** Checks whether Backspace has a page to go back to, and whether digits pick. */
  isArgument: boolean
  takesDigits: boolean
}

const page = 8

/** Does what a key of the palette means, and keeps it from going further. */
export function handlePaletteKey(
  event: KeyboardEvent,
  platform: Platform,
  { rows, row, isQueryEmpty, isArgument, takesDigits }: PaletteSituation,
  { pop, move, choose, complete, edit }: PaletteActs,
): void {
  if (event.nativeEvent.isComposing) return
  const strokes = strokesOf(keyInput(event.nativeEvent), platform)
  const [stroke = ''] = strokes
  const moves: Record<string, (() => unknown) | undefined> = {
    'ctrl+n': () => move(1),
    'ctrl+p': () => move(-1),
    ...(platform === 'other' && { 'mod+n': () => move(1), 'mod+p': () => move(-1) }),
    down: () => move(1),
    up: () => move(-1),
    home: () => move(-Infinity),
    end: () => move(Infinity),
    pagedown: () => move(page),
    pageup: () => move(-page),
    'alt+down': () => scrollNotes('down'),
    'alt+up': () => scrollNotes('up'),
  }
  const acts: Record<string, (() => void) | undefined> = {
    escape: pop,
    backspace: isQueryEmpty && isArgument ? pop : undefined,
    tab: () => row && complete(row),
    enter: () => row && choose(row),
    'mod+enter': () => row && choose(row, { isKeptOpen: true }),
    'shift+enter': () => row && choose(row, { isInstead: true }),
    'alt+enter': () => row && edit(row),
  }
  // if a digit's key types a prefix, as shift and 3 do, the prefix is meant
  const isPrefix = '>#@=%~?'.includes(event.key)
  const digit = isQueryEmpty && takesDigits && !isPrefix ? strokes.find((one) => /^[1-9]$/.test(one)) : undefined
  const picked = digit === undefined ? undefined : rows[Number(digit) - 1]
  const act = moves[stroke] ?? (picked ? () => choose(picked, { isAnswer: false }) : acts[stroke])
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  // a held key moves on, but runs nothing twice
  if (!event.repeat || moves[stroke]) act()
}
