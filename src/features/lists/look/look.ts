/**
 * The order and columns of a list. Both are in the address if a view or link sets them; otherwise columns are the
 * user's own.
 */
import type { UserStore } from '#src/data/user/user-store.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'

/** Filter fields of display, which do not restrict rows. */
export interface Look {
  sort: string
  /** In their order, `id:width` where a width was chosen; none for those that the list comes with. */
  columns: readonly string[]
}

export type LookList = 'cases' | 'accountAlerts'
type User = Pick<UserStore, 'get'>

const NONE: readonly string[] = []

/** The columns that were chosen: by what is open, else by the user. */
export function chosenColumns(user: User, list: LookList, { columns }: Pick<Look, 'columns'>): readonly string[] {
  if (columns.length > 0) return columns
  return (user.get('columns', '', list) as Pick<Look, 'columns'> | undefined)?.columns ?? NONE
}

/** The chosen columns out of all there are. One whose width was chosen keeps it, whatever else there is room for. */
export function arrange<Row>(all: readonly ListColumn<Row>[], chosen: readonly string[]): readonly ListColumn<Row>[] {
  const found = chosen.flatMap((text) => {
    const [id, width] = text.split(':')
    const column = all.find((one) => one.id === id)
    if (!column) return []
    return [width ? { ...column, width: Number(width), grow: undefined, hideBelow: undefined } : column]
  })
  return found.length > 0 ? found : all
}

/** The ascending order has the column's name, the descending one a leading `-`. */
export const bySort = <const S extends string>(name: S) => ({ sort: { rising: name, falling: `-${name}` as const } })
