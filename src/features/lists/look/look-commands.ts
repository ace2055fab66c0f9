/** Sorting and columns by keyboard. */
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import type { When } from '#src/commands/dispatcher/when.ts'
import type { UserStore } from '#src/data/user/user-store.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import type { FilterArea } from '#src/features/lists/filter-commands.ts'
import type { Narrowing } from '#src/features/lists/filter-control.ts'
import type { ListView } from '#src/features/lists/list-view.ts'
import { offerColumns } from './columns.ts'
import { nextSort, saveColumns } from './arrange.ts'
import { chosenColumns, type Look, type LookList } from './look.ts'

interface LookCommandParts<Row, F extends Look> {
  area: Extract<FilterArea, 'queue' | 'accountAlert'>
  when: When
  view: ListView<Row, F>
  narrowing: Narrowing<F>
  list: LookList
  user: Pick<UserStore, 'get' | 'save'>
  /** All there are. */
  columns: () => readonly ListColumn<Row>[]
}

const WORDS = (column: ListColumn<never>) => (column.id === 'mark' ? 'Hard stops' : column.header)

/** The commands that sort a list and choose its columns. */
export function lookCommands<Row, F extends Look>(parts: LookCommandParts<Row, F>): Command[] {
  const { area, when, view, narrowing, list, user, columns } = parts
  const current = () => view.store.getState()
  offerColumns(list, {
    all: () => columns().map((column) => ({ id: column.id, title: WORDS(column), width: column.width })),
    chosen: () => chosenColumns(user, list, current().filter),
    save: (next, navigate) => saveColumns({ user, list, narrowing, ...current() }, next, navigate),
  })
  return [
    defineCommand({
      id: `${area}.sortBy`,
      title: 'Sort by a column…',
      shortTitle: 'Sort by…',
      group: 'View',
      keywords:
        'order, order by, sort, ascending, descending, oldest, oldest first, newest, newest first, amount, risk, age, due date, priority, arrange, highest, largest, rank',
      when,
      keys: ['shift+s'],
      args: [
        defineArg<'column', ListColumn<Row>>({
          name: 'column',
          type: 'choice',
          prompt: () => 'Sort by',
          source: () => {
            const { sort } = current().filter
            const orderOf = ({ sort: by }: ListColumn<Row>) =>
              sort === by?.rising ? 'ascending' : sort === by?.falling ? 'descending' : null
            return columns()
              .filter((column) => column.sort !== undefined)
              .map((column) => {
                const order = orderOf(column)
                return {
                  id: column.id,
                  value: column,
                  title: WORDS(column),
                  ...(order && { detail: `${order} now: the other way around` }),
                }
              })
          },
        }),
      ],
      run: (c, { column }) => {
        const { platform, filter } = current()
        const sort = nextSort(column, filter.sort)
        c.ports.navigate(narrowing.hrefOf(platform, { ...filter, sort }))
        const order = sort === column.sort?.rising ? 'ascending' : 'descending'
        return { announce: `Order: ${WORDS(column)}, ${order}` }
      },
    }),
    defineCommand({
      id: `${area}.columns`,
      title: 'Choose columns, their order and width…',
      shortTitle: 'Columns…',
      group: 'View',
      keywords:
        'column, width, table, hide column, show column, add column, layout, fields, customise table, customize view, display options',
      when,
      keys: ['shift+v'],
      run: () => openDrawer('columns', { list }),
    }),
  ]
}
