import type { KeySpec } from '#src/commands/command.ts'
import type { KeymapDiff, Named } from './keymap.ts'

/** A difference in which the command has these keys; with null it has again what it would have without. */
export function withKeys(diff: KeymapDiff, { id, formerId }: Named, keys: readonly KeySpec[] | null): KeymapDiff {
  const names = [id, formerId].flatMap((name) => [name, `-${name}`])
  const rest = Object.fromEntries(Object.entries(diff).filter(([name]) => !names.includes(name)))
  if (keys === null) return rest
  return keys.length > 0 ? { ...rest, [id]: keys } : { ...rest, [`-${id}`]: true }
}
