// The hits of the sanctions screening over all customers of a platform, with both sides of the one at the cursor.
import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { MatchComparison, outcomeText, partyOfHit } from '#src/features/customers/public.ts'
import { ListScreen, LoadError, useDebouncedCursor } from '#src/features/lists/public.ts'
import { Empty } from '#src/ui/empty.tsx'
import { keyOf, useHitList } from './list.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'

const percent = ({ score }: SanctionsHit) => String(Math.round(score * 100))

/** The columns of the queue of sanctions hits. Widths are in pixels. */
const hitColumns: readonly ListColumn<SanctionsHit>[] = [
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

const noun = ['hit', 'hits'] as const

export function ScreeningScreen() {
  const { view, narrowing } = useHitList()
  return (
    <ListScreen
      area="screening"
      name="Sanctions hits"
      noun={noun}
      view={view}
      narrowing={narrowing}
      keyOf={keyOf}
      columns={hitColumns}
      open="screening.customer"
      context="screening list"
      preview={(source) => <Comparison list={view.list} source={source} />}
      failed={(error) => <LoadError noun="sanctions hits" error={error} again="screening.showNew" />}
      empty={
        <Empty title="No results">
          <p>No sanctions hit matches this filter.</p>
          <CommandButton command="screening.clearFilter">Open hits</CommandButton>
        </Empty>
      }
    />
  )
}

function Comparison({ list, source }: { list: ListState; source: RowSource<SanctionsHit> }) {
  const row = useRow(source, useDebouncedCursor(list))
  return (
    <aside aria-label="Preview" tabIndex={0} className="flex h-full flex-col overflow-y-auto bg-raised">
      {row ? (
        <>
          <h2 className="px-4 pt-4 text-title font-semibold">{row.customerName}</h2>
          <MatchComparison key={row.id} match={row} who={row} />
          <footer className="flex flex-wrap gap-2 p-4 pt-0">
            <CommandButton command="screening.decide" variant="primary" />
            <CommandButton command="screening.customer" />
          </footer>
        </>
      ) : (
        <p className="p-4 text-muted">No hit selected</p>
      )}
    </aside>
  )
}
