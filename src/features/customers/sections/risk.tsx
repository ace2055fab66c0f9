// The customer's risk with its reasons, and its sanctions hits.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { createListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { MatchComparison, OUTCOME_TONES, partyOfHit } from '#src/features/customers/match/comparison.tsx'
import { outcomeText } from '#src/features/customers/match/dispositions.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { diligenceLabel } from '#src/format/record-labels.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { markColumn } from '#src/ui/list/mark-column.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Aged, SectionBlock, SectionPart } from './section.tsx'

const keyOf = (row: SanctionsHit) => row.id
const noun = ['hit', 'hits'] as const

const columns: readonly ListColumn<SanctionsHit>[] = [
  markColumn({ toneOf: ({ outcome }) => OUTCOME_TONES[outcome] }),
  { id: 'name', header: 'Name on the list', width: 180, grow: 3, text: (row) => row.name },
  { id: 'whose', header: 'Whose', width: 130, grow: 1, text: partyOfHit },
  { id: 'list', header: 'List', width: 110, grow: 1, text: (row) => row.list },
  { id: 'score', header: 'Match score', width: 90, align: 'end', text: (row) => `${Math.round(row.score * 100)}` },
  { id: 'outcome', header: 'Outcome', width: 170, text: outcomeText },
  { id: 'at', header: 'Checked (UTC)', width: 160, hideBelow: 820, text: (row) => row.checkedAt.date },
]

export function Risk({ who }: { who: Who }) {
  const { api } = useData()
  const risk = useQuery(customerQueries.riskProfile(api, who))
  const sanctions = useQuery(customerQueries.sanctions(api, who))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="max-h-1/2 flex-none overflow-y-auto border-b border-line p-4">
        <SectionPart
          noun="risk profile"
          query={risk}
          isEmpty={(data) => data === null}
          empty={<p>No risk score yet.</p>}
        >
          {(data) =>
            data && (
              <SectionBlock title={`Risk profile of ${data.updatedAt.date} (UTC)`}>
                <Details
                  rows={[
                    ['Score', `${data.score}, ${data.level}`],
                    ['Diligence', diligenceLabel(data.diligence)],
                  ]}
                />
                <Table
                  label="Score breakdown"
                  columns={['Reason', 'Value', 'Score']}
                  align={{ 2: 'end' }}
                  rows={data.factors.map((factor) => ({
                    key: factor.name,
                    cells: [factor.label, factor.value, factor.score],
                  }))}
                />
              </SectionBlock>
            )
          }
        </SectionPart>
      </div>
      <div className="flex flex-none items-baseline gap-3 px-4 py-2">
        <h3 className="text-label font-medium text-muted">Sanctions</h3>
        <Aged query={sanctions} />
        <span className="grow" />
        <CommandButton command="screening.decide" />
      </div>
      <div className="min-h-0 grow">
        <SectionPart
          noun="sanctions hits"
          query={sanctions}
          isEmpty={({ items }) => items.length === 0}
          empty={<Empty title="No match">No list entry matches this name.</Empty>}
        >
          {({ items }) => <Hits items={items.map((item) => ({ ...item, ...who, customerName: '' }))} who={who} />}
        </SectionPart>
      </div>
    </div>
  )
}

/** The hits, and under them both sides of the one at the cursor. */
function Hits({ items, who }: { items: readonly SanctionsHit[]; who: Who }) {
  const { runner } = useCommandLayer()
  const [state] = useState(createListState)
  const index = useStore(state.cursor, (cursor) => cursor.index)
  const match = items[index]
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-24 flex-1">
        <ArrayList
          label="Sanctions hits"
          noun={noun}
          rows={items}
          keyOf={keyOf}
          columns={columns}
          state={state}
          onOpen={() => runner.execute('screening.decide', { source: 'pointer' })}
          context="customer list"
        />
      </div>
      {match && (
        <div className="max-h-2/3 flex-none overflow-y-auto border-t border-line">
          <MatchComparison match={match} who={who} />
        </div>
      )}
    </div>
  )
}
