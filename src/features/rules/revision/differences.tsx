import type { Difference } from '#contract/model/rules/difference.ts'
import { placeLabel, valueText, type Look } from '#src/features/rules/rule-text.ts'
import { Table } from '#src/ui/list/table.tsx'

interface DifferencesProps {
  label: string
  differences: readonly Difference[]
  /** The two sides. */
  sides: readonly [before: string, after: string]
  look: Look
}

/** Two states of a rule side by side, place by place. */
export function Differences({ label, differences, sides, look }: DifferencesProps) {
  return (
    <Table
      label={label}
      columns={['Field', ...sides]}
      rows={differences.map(({ place, before, after }) => ({
        key: place,
        cells: [
          placeLabel(place, look),
          <Side key="before" text={valueText(place, before, look)} isGone={after === undefined} />,
          <Side key="after" text={valueText(place, after, look)} isNew={before === undefined} />,
        ],
      }))}
    />
  )
}

interface SideProps {
  text: string
  isGone?: boolean
  isNew?: boolean
}

/** Removed text is struck out and new text underlined: distinguishable without colour. */
export function Side({ text, isGone = false, isNew = false }: SideProps) {
  const line = isGone ? 'line-through decoration-stop' : isNew ? 'underline decoration-done' : ''
  return <span className={`whitespace-pre-wrap ${line}`}>{text || '–'}</span>
}
