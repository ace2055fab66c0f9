import { TonedMark, type Tone } from '#src/ui/tag.tsx'
import type { ListColumn } from './list.tsx'

interface Marked<Row> {
  toneOf: (row: Row) => Tone
  /** Empty if another column says it. */
  spoken?: (row: Row) => string
}

/** A narrow column with one mark for each row. */
export const markColumn = <Row,>({ toneOf, spoken = () => '' }: Marked<Row>): ListColumn<Row> => ({
  id: 'mark',
  header: 'Marks',
  isHeaderHidden: true,
  width: 26,
  text: () => '',
  spoken,
  render: (row) => {
    const tone = toneOf(row)
    return tone !== 'plain' && <TonedMark tone={tone} />
  },
})
