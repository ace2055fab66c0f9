/** The names of the surfaces, in texts about the place of a command. */
import type { View } from '#src/commands/names.ts'

const labels = new Map<string, string>()

/** Names surfaces for this window. */
export function nameViews(named: Partial<Record<View, string>>): void {
  for (const [view, label] of Object.entries(named)) labels.set(view, label)
}

/** The name of a surface in text; its id if nobody gave it any. */
export const viewLabel = (view: View): string => labels.get(view) ?? view
