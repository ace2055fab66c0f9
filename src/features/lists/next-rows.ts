/** The rows from the cursor on, as far as they are loaded: what is likely to be opened next. */
import type { ListState } from '#src/commands/list/list-state.ts'

export function nextRows({ order, cursor }: Pick<ListState, 'order' | 'cursor'>, most: number): string[] {
  const rows = order.getState().order
  const from = Math.max(0, cursor.getState().index)
  const ids = Array.from({ length: Math.min(most, rows.total - from) }, (_, i) => rows.idAt(from + i))
  return ids.filter((id) => id !== undefined)
}
