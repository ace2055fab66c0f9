import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import { outcomeText, partyOfHit } from '#src/features/customers/public.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'

const percent = ({ score }: SanctionsHit) => String(Math.round(score * 100))

/** The columns of the queue of sanctions hits. Widths are in pixels. */
export const hitColumns: readonly ListColumn<SanctionsHit>[] = [
  { id: 'score', header: 'Score', width: 60, align: 'end', text: percent, spoken: (row) => `score ${percent(row)}` },
  { id: 'whose', header: 'Whose', width: 150, grow: 2, text: partyOfHit },
  { id: 'customer', header: 'Customer', width: 150, grow: 2, text: ({ customerName }) => customerName },
  { id: 'customerId', header: 'Customer ID', width: 92, hideBelow: 900, text: ({ customerId }) => customerId },
  { id: 'entry', header: 'List entry', width: 160, grow: 3, text: ({ name }) => name },
  { id: 'list', header: 'List', width: 110, grow: 1, hideBelow: 820, text: ({ list }) => list },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 150,
    text: (row) => (row.approval ? 'Pending approval' : `${outcomeText(row)}${row.reopened ? ', reopened' : ''}`),
  },
  { id: 'at', header: 'Screened', width: 96, hideBelow: 820, text: ({ checkedAt }) => checkedAt.date.slice(0, 10) },
]
