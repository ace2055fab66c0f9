/** Conflicts as text, from the point of view of one command. */
import type { CommandId } from '#src/commands/command.ts'
import type { Registry } from '#src/commands/registry.ts'
import type { Caution, Clash, ConflictKind } from './conflicts.ts'

export function conflictText(conflict: Clash | Caution, id: CommandId, registry: Registry): string {
  const keys = registry.labelsOf(conflict.keys).join(' ')
  if (!('ids' in conflict)) return `${keys}: ${conflict.why}`
  const [first, second] = conflict.ids
  const other = registry.get(first === id ? second : first).shortTitle
  if (conflict.kind === 'hard') return `${keys} is already "${other}" in the same place`
  if (conflict.kind === 'shadowed')
    return first === id ? `${keys} goes before "${other}" here` : `${keys} is "${other}" where both work`
  if (first === second) return `${keys} would be a key and the start of another`
  return first === id ? `${keys} begins the keys of "${other}"` : `${keys}, with which this begins, is "${other}"`
}

export const conflictTitles: Readonly<Record<ConflictKind, string>> = {
  hard: 'Given twice',
  prefix: 'Begins a sequence',
  shadowed: 'Shadowed',
  reserved: 'Reserved',
  layout: 'Not on this keyboard',
}
