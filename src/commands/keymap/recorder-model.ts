/** The model of the key recorder: a command's new keys, and their conflicts. Pure. */
import type { CommandId, KeySpec } from '#src/commands/command.ts'
import { bindingsOf, type Binding } from '#src/commands/dispatcher/key-tree.ts'
import type { Registry } from '#src/commands/registry.ts'
import { clash, findCautions, findClashes, isRefused, type Caution, type Clash } from './conflicts.ts'
import { effectiveKeys, type Keymap, type KeymapDiff } from './keymap.ts'
import { withKeys } from './with-keys.ts'

/** Longer sequences are not learnt. */
export const longest = 3

export interface RecorderDraft {
  /** Keys that stay. */
  keys: readonly KeySpec[]
  /** The sequence being pressed. */
  strokes: readonly string[]
}

/** The keys the command would have. */
export const keysOfDraft = ({ keys, strokes }: RecorderDraft): readonly KeySpec[] =>
  strokes.length === 0 || keys.includes(strokes.join(' ')) ? keys : [...keys, strokes.join(' ')]

/** One more stroke; beyond the longest sequence it starts anew. */
export const pressed = ({ keys, strokes }: RecorderDraft, stroke: string): RecorderDraft => ({
  keys,
  strokes: strokes.length < longest ? [...strokes, stroke] : [stroke],
})

/** Takes back the last stroke or, with none, the last key. */
export const erased = ({ keys, strokes }: RecorderDraft): RecorderDraft =>
  strokes.length > 0 ? { keys, strokes: strokes.slice(0, -1) } : { keys: keys.slice(0, -1), strokes }

const userBindings = (registry: Registry, id: CommandId, keys: readonly KeySpec[]) =>
  bindingsOf(registry.get(id), { keys, source: 'user' })

/** The effect of assigning these keys; one entry per other command, however many keys conflict. */
export function check(registry: Registry, id: CommandId, keys: readonly KeySpec[]): (Clash | Caution)[] {
  const others = registry.bindings.filter((binding) => binding.id !== id)
  const clashes = findClashes(userBindings(registry, id, keys), others)
  const once = new Map(clashes.map((found) => [`${found.kind} ${found.ids.join(' ')}`, found]))
  const { layout } = registry.setup
  return [...once.values(), ...findCautions(id, { keys, source: 'user' }, layout, registry.platform)]
}

/** The user's keymap with these keys assigned, and removed from every conflicting command. */
export function taking(registry: Registry, keymap: Keymap, id: CommandId, keys: readonly KeySpec[]): KeymapDiff {
  const own = userBindings(registry, id, keys)
  const isInTheWay = (binding: Binding) =>
    own.some((mine) => {
      const found = clash(mine, binding)
      return found !== null && isRefused(found)
    })
  let overrides = withKeys(keymap.overrides, registry.get(id), keys)
  for (const command of registry.commands) {
    if (command.id === id) continue
    const had = effectiveKeys(command, registry.setup.preset, keymap.overrides)
    const left = had.keys.filter((spec) => !bindingsOf(command, { ...had, keys: [spec] }).some(isInTheWay))
    if (left.length < had.keys.length) overrides = withKeys(overrides, command, left)
  }
  return overrides
}
