/** Pointing out the key of what was reached otherwise. */
import type { CommandId } from './names.ts'
import type { Source } from './ports.ts'
import type { Registry } from './registry.ts'

/** After this many uses by pointer a command's key is shown, once. */
const COACH_AFTER = 3

/** The key to use next time; null if there is none, or no need to show it. */
export function createKeyHint(registry: Pick<Registry, 'keyOf'>): (id: CommandId, source: Source) => string | null {
  const pointerUses = new Map<CommandId, number>()
  return (id, source) => {
    const key = registry.keyOf(id)?.join(' ')
    if (!key) return null
    if (source === 'palette') return `Next time: ${key}`
    if (source !== 'pointer' && source !== 'menu') return null
    const uses = (pointerUses.get(id) ?? 0) + 1
    pointerUses.set(id, uses)
    return uses === COACH_AFTER ? `Next time: ${key}` : null
  }
}
