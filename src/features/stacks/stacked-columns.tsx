// Columns of a folded list: the text of a stack's row, and why a row is an outlier.
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Outlier } from '#contract/model/cases/fold.ts'
import type { StackRow } from '#src/data/lists/folded-source.ts'
import { countOf } from '#src/format/count.ts'
import { INDENT } from '#src/ui/list/list-row.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import type { Stacks } from './stacks.ts'

/** The reason why a row is an outlier, as text. */
export const OUTLIER_LABELS: Readonly<Record<Outlier, string>> = {
  stop: 'Hard stop',
  str: 'Earlier STR',
  country: 'New country',
  amount: 'Unusual amount',
}

interface StackedColumns<Row> {
  stacks: Stacks<Row>
  keyOf: (row: Row) => string
  /** The stack's text by column; empty for other rows. */
  words: Readonly<Record<string, (stack: StackRow, row: Row) => string>>
  /** The columns that may have the reviewed number, and the reason of an outlier: the first that is shown has them. */
  notes: readonly string[]
}

/** The property that the rows of a stack share. */
export const commonText = ({ by }: Pick<StackRow, 'by'>): string =>
  by === 'customer' ? 'Same rules and customer' : 'Same rules, customer type and risk level'

/** `columns` are those that are shown. */
export function stackedColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { stacks, keyOf, words, notes }: StackedColumns<Row>,
): readonly ListColumn<Row>[] {
  const stackOf = (row: Row) => stacks.source()?.stackOf(keyOf(row))
  const reviewedOf = (row: Row) => {
    const { looked, needed } = stacks.progress(keyOf(row))
    return looked >= needed ? 'Sample reviewed' : `Reviewed ${looked} of ${needed}`
  }
  /** The place of a row in the open stack above it, for readers who do not see the indentation. */
  const placeOf = (row: Row) => {
    const source = stacks.source()
    const { ids = [] } = source?.stackOf(source.headOf(keyOf(row)) ?? '') ?? {}
    return ids.length > 0 ? `${ids.indexOf(keyOf(row)) + 1} of ${ids.length} in the stack` : ''
  }
  const first = columns.find(({ isHeaderHidden }) => !isHeaderHidden)
  const noted = notes.find((id) => columns.some((column) => column.id === id)) ?? first?.id
  return columns.map((column): ListColumn<Row> => {
    const { id, text, spoken, render } = column
    const inStack = (stack: StackRow, row: Row) =>
      [id === noted && reviewedOf(row), words[id]?.(stack, row)].filter(Boolean).join(' · ')
    const alone = (row: Row, said: string) => {
      const outlier = id === noted && stacks.source()?.outlierOf(keyOf(row))
      return outlier ? `${OUTLIER_LABELS[outlier]} · ${said}` : said
    }
    const say = (own: (row: Row) => string) => (row: Row) => {
      const stack = stackOf(row)
      return stack ? inStack(stack, row) : alone(row, own(row))
    }
    return {
      ...column,
      // the rows of an open stack are indented in it
      ...(column === first && { width: column.width + INDENT }),
      text: say(text),
      ...(spoken && { spoken: say(spoken) }),
      ...(id === 'mark' && {
        spoken: (row: Row) =>
          [stackOf(row) ? 'stack' : placeOf(row), stackOf(row) ? '' : (spoken ?? text)(row)].filter(Boolean).join(', '),
      }),
      ...(render && {
        render: (row: Row) => {
          const stack = stackOf(row)
          if (!stack) return render(row)
          if (id !== 'mark') return undefined
          const Chevron = stack.isOpen ? ChevronDown : ChevronRight
          // as high as a line of text, vertically centred
          return <Chevron size={14} className="inline-block align-middle" />
        },
      }),
    }
  })
}

/** "12 similar". */
export const similarText = ({ ids }: StackRow): string => countOf(ids.length, 'similar', 'similar')
