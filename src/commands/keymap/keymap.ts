/**
 * The keymap, that is the keyboard shortcuts, as data: a preset, and what the user has changed, both as differences from the commands' own keys
 * (docs/design/interaction.md#strokes-and-layouts). Pure.
 */
import type { Command, CommandId, KeySpec } from '#src/commands/command.ts'
import { parseKeys } from './keys.ts'
import { canType, type Layout } from './layout.ts'

export const presetNames = ['default', 'gmail', 'vim'] as const
export type PresetName = (typeof presetNames)[number]

/**
 * `"alert.resolve": ["d"]` gives a command these keys in place of those it had; `"-queue.select": true` takes all of them
 * away. What is not named keeps its keys.
 */
export type KeymapDiff = Readonly<Record<string, readonly KeySpec[] | true>>

/** The presets as differences from the commands' own keys. */
export type Presets = Readonly<Record<PresetName, KeymapDiff>>

export interface Keymap {
  preset: PresetName
  overrides: KeymapDiff
}

export const plainKeymap: Keymap = { preset: 'default', overrides: {} }

export type KeySource = 'default' | 'preset' | 'user'

export interface CommandKeys {
  keys: readonly KeySpec[]
  source: KeySource
}

export type Named = Pick<Command, 'id' | 'formerId'>

/** The keys that a keymap sets for a command, by its id or its former one; null if it does not. */
export function keysIn(diff: KeymapDiff, { id, formerId }: Named): readonly KeySpec[] | null {
  const given = diff[id]
  if (Array.isArray(given)) return given
  if (diff[`-${id}`] === true) return []
  return formerId === undefined ? null : keysIn(diff, { id: formerId as CommandId })
}

/** The keys of a command and who gave them: the user before the preset, the preset before the command itself. */
export function effectiveKeys(command: Command, preset: KeymapDiff, overrides: KeymapDiff): CommandKeys {
  const own = keysIn(overrides, command)
  if (own) return { keys: own, source: 'user' }
  const given = keysIn(preset, command)
  return given ? { keys: given, source: 'preset' } : { keys: command.keys, source: 'default' }
}

/** True if a key specification can be read. */
export function isKeySpec(spec: unknown): spec is KeySpec {
  if (typeof spec !== 'string') return false
  try {
    return parseKeys(spec).length > 0
  } catch {
    // not a key: that is the answer
    return false
  }
}

/** True if the keys can be pressed on this keyboard, as far as is known. */
export const isTypable = (spec: KeySpec, layout: Layout): boolean =>
  parseKeys(spec)
    .flat()
    .map((stroke) => stroke.split(/\+(?=.)/).at(-1)!)
    .every((key) => key.length > 1 || canType(key, layout))

/** A stored keymap as far as it can be read; commands that are no longer there do no harm. */
export function readKeymap(stored: unknown): Keymap {
  if (typeof stored !== 'object' || stored === null) return plainKeymap
  const { preset, overrides } = stored as Partial<Record<keyof Keymap, unknown>>
  const entries = Object.entries(typeof overrides === 'object' && overrides !== null ? overrides : {})
  return {
    preset: presetNames.find((name) => name === preset) ?? 'default',
    overrides: Object.fromEntries(
      entries.filter(([, keys]) => keys === true || (Array.isArray(keys) && keys.every(isKeySpec))),
    ),
  }
}
