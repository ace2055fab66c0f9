/**
 * The columns of each list, as the drawer that arranges them sees them. The drawer is opened with the name of the list
 * alone: what it is opened with outlives a reload, which functions do not.
 */
import type { LookList } from './look.ts'

export interface Columns {
  /** All there are. */
  all(): readonly { id: string; title: string; width: number }[]
  /** Those that are shown now, `id:width` where a width was chosen; none for those that the list comes with. */
  chosen(): readonly string[]
  save(columns: readonly string[], navigate: (to: string) => void): void
}

const lists = new Map<LookList, Columns>()

/** Undefined before the commands of the list are there. */
export const columnsOf = (list: LookList): Columns | undefined => lists.get(list)

export function offerColumns(list: LookList, columns: Columns): void {
  lists.set(list, columns)
}
