/** The commands that go to loaded rows, or select them, by what they are. */
import { defineCommand, type Command, type Keywords } from '#src/commands/command.ts'
import type { When } from '#src/commands/dispatcher/when.ts'
import { formatCount } from '#src/format/count.ts'
import type { FilterArea } from './filter-commands.ts'
import type { ListView } from './list-view.ts'

interface RowCommandParts<Row> {
  area: Extract<FilterArea, 'queue' | 'accountAlert'>
  view: Pick<ListView<Row, unknown>, 'list' | 'rowOf'>
  /** When the list is current, and when it has a row too. */
  when: When
  onRow: When
}

interface Attention<Row> {
  /** "case that is overdue or stopped". */
  words: string
  keywords: Keywords
  needs: (row: Row, now: number) => boolean
}

export function rowCommands<Row>({ area, view: { list, rowOf }, when, onRow }: RowCommandParts<Row>) {
  const rowAt = (index: number) => rowOf(list.order.getState().order.idAt(index) ?? '')
  const step = (direction: 1 | -1, { words, keywords, needs }: Attention<Row>): Command =>
    defineCommand({
      id: direction === 1 ? `${area}.nextAttention` : `${area}.previousAttention`,
      title: `${direction === 1 ? 'Next' : 'Previous'} ${words}`,
      shortTitle: direction === 1 ? 'Next needing attention' : 'Previous needing attention',
      group: 'Navigate',
      keywords,
      when: onRow,
      keys: [direction === 1 ? 'n' : 'shift+n'],
      repeat: 'allow',
      run: (c) => {
        const { total } = list.order.getState().order
        for (let index = list.cursor.getState().index + direction; index >= 0 && index < total; index += direction) {
          const row = rowAt(index)
          if (!row || !needs(row, c.ports.now())) continue
          list.moveTo(index)
          return undefined
        }
        return { announce: 'No other row needs attention' }
      },
    })

  return {
    /** To the next row that needs attention, and to the one before. */
    attention: (what: Attention<Row>): Command[] => [step(1, what), step(-1, what)],

    /** Selects the loaded rows that have something in common. */
    selectBy: (
      id: Command['id'],
      key: string,
      title: string,
      keywords: Keywords,
      fits: (row: Row, cursor: Row | undefined, now: number) => boolean,
    ): Command =>
      defineCommand({
        id,
        title,
        group: 'Select',
        keywords,
        when,
        keys: [`* ${key}`, `f8 ${key}`],
        run: (c) => {
          const { order } = list.order.getState()
          const cursor = rowOf(list.cursor.getState().id ?? '')
          const ids: string[] = []
          for (let index = 0; index < order.total; index += 1) {
            const id = order.idAt(index) ?? ''
            const row = rowOf(id)
            if (row && fits(row, cursor, c.ports.now())) ids.push(id)
          }
          list.select(ids)
          return { announce: `${formatCount(ids.length)} selected` }
        },
      }),
  }
}
