/**
 * Shortcuts made of a character alone, which people who dictate set off by speaking (WCAG 2.1.4): they can be turned off,
 * kept to the focused list, or put behind a chord.
 */
import type { Atoms } from './when.ts'

export const singleKeyModes = ['on', 'list', 'leader', 'off'] as const
/** `list`: while focus is in a list or in triage. `leader`: after the leader. */
export type SingleKeys = (typeof singleKeyModes)[number]

export const singleKeyTitles: Readonly<Record<SingleKeys, string>> = {
  on: 'On',
  list: 'Only while the list has focus',
  leader: 'With leader',
  off: 'Off',
}

/** Pressed before a single key in the mode of that name. */
export const leader = 'mod+j'

/** True if a stroke types a character, alone or with Shift; Shift and Space together is a key of grids. */
export const takesCharacter = (stroke: string) => /^(shift\+)?.$|^space$/.test(stroke)

/** True if a stroke may begin a shortcut. In a text the focus is where the character goes, as the rule asks. */
export function mayBegin(stroke: string, mode: SingleKeys, atoms: Atoms, isLed: boolean): boolean {
  if (mode === 'on' || isLed || !takesCharacter(stroke)) return true
  return mode === 'list' && (atoms.listFocus || atoms.triage || atoms.typing)
}
