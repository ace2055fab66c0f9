/** The effects of sorting and of moving columns. Loaded on first use. */
import type { UserStore } from '#src/data/user/user-store.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import type { Narrowing } from '#src/features/lists/filter-control.ts'
import { chosenColumns, type Look, type LookList } from './look.ts'

/** A column's first sort order: numbers descending, texts ascending, then reversed. */
export function nextSort({ sort, align }: Pick<ListColumn<never>, 'sort' | 'align'>, now: string): string {
  if (!sort) return now
  const isFallingNext = now === sort.rising || (now !== sort.falling && align === 'end')
  return isFallingNext ? sort.falling : sort.rising
}

export interface Arranged<F> {
  user: Pick<UserStore, 'get' | 'save'>
  list: LookList
  narrowing: Pick<Narrowing<F>, 'hrefOf'>
  platform: string
  filter: F
}

/** Keeps the columns where those that are seen came from: in the address of a view or a link, or as the user's own. */
export function saveColumns<F extends Look>(
  { user, list, narrowing, platform, filter }: Arranged<F>,
  columns: readonly string[],
  navigate: (to: string) => void,
): void {
  if (filter.columns.length > 0) navigate(narrowing.hrefOf(platform, { ...filter, columns }))
  else user.save({ scope: 'mine', kind: 'columns', platform: '', id: list }, { columns })
}

/** Columns as the mouse has arranged them: who moved one did not ask for another width of the others. */
export function withWidths<F extends Look>({ user, list, filter }: Arranged<F>, names: readonly string[]): string[] {
  const widths = new Map(chosenColumns(user, list, filter).map((text) => [text.split(':')[0], text]))
  return names.map((name) => (name.includes(':') ? name : (widths.get(name) ?? name)))
}
