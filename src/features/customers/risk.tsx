// How risky the customer is and why, and whom of the sanctions lists it resembles.
import { useQuery } from '@tanstack/react-query'
import type { SanctionMatch } from '#contract/model/customer.ts'
import { ArrayList } from '#src/commands/array-list.tsx'
import { CommandButton } from '#src/commands/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { Details } from '#src/features/cases/public.ts'
import { diligenceLabel, humanise } from '#src/format/label.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { ListColumn } from '#src/ui/list.tsx'
import { Table } from '#src/ui/table.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { Aged, Block, Part } from './part.tsx'
import { customerQueries, type Who } from './queries.ts'

const keyOf = (row: SanctionMatch) => row.id
const noun = ['hit', 'hits'] as const

const TONES = {
  true_positive: 'stop',
  true_positive_reject: 'stop',
  true_positive_approve: 'done',
  potential_match: 'warn',
  false_positive: 'done',
  no_match: 'done',
} as const

const columns: readonly ListColumn<SanctionMatch>[] = [
  {
    id: 'mark',
    header: 'Marks',
    isHeaderHidden: true,
    width: 26,
    text: () => '',
    spoken: () => '',
    render: ({ outcome }) => (
      <span className={{ stop: 'text-stop', warn: 'text-warn', done: 'text-done' }[TONES[outcome]]}>
        <ToneMark tone={TONES[outcome]} />
      </span>
    ),
  },
  { id: 'name', header: 'Name on the list', width: 180, grow: 3, text: (row) => row.name },
  { id: 'list', header: 'List', width: 110, grow: 1, text: (row) => row.list },
  { id: 'score', header: 'Alike', width: 70, align: 'end', text: (row) => `${Math.round(row.score * 100)} %` },
  { id: 'outcome', header: 'Outcome', width: 170, text: (row) => humanise(row.outcome) },
  { id: 'at', header: 'Checked (UTC)', width: 150, hideBelow: 820, text: (row) => row.checkedAt.date },
]

export function Risk({ who }: { who: Who }) {
  const { api } = useData()
  const { runner } = useCommandLayer()
  const risk = useQuery(customerQueries.riskProfile(api, who))
  const sanctions = useQuery(customerQueries.sanctions(api, who))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="max-h-1/2 flex-none overflow-y-auto border-b border-line p-4">
        <Part noun="risk profile" query={risk} isEmpty={(data) => data === null} empty={<p>Never scored.</p>}>
          {(data) =>
            data && (
              <Block title={`Risk profile of ${data.updatedAt.date} (UTC)`}>
                <Details
                  rows={[
                    ['Score', `${data.score}, ${data.level}`],
                    ['Diligence', diligenceLabel(data.diligence)],
                  ]}
                />
                <Table
                  label="What the score is made of"
                  columns={['Reason', 'Value', 'Score']}
                  align={{ 2: 'end' }}
                  rows={data.factors.map((factor) => ({
                    key: factor.name,
                    cells: [factor.label, factor.value, factor.score],
                  }))}
                />
              </Block>
            )
          }
        </Part>
      </div>
      <div className="flex flex-none items-baseline gap-3 px-4 py-2">
        <h3 className="text-label font-medium text-muted">Sanctions</h3>
        <Aged query={sanctions} />
        <span className="grow" />
        <CommandButton command="customer.decideSanction" />
      </div>
      <div className="min-h-0 grow">
        <Part
          noun="sanctions hits"
          query={sanctions}
          isEmpty={({ items }) => items.length === 0}
          empty={<Empty title="No match">Nobody on the lists has a name like this one.</Empty>}
        >
          {({ items }) => (
            <ArrayList
              label="Sanctions hits"
              noun={noun}
              rows={items}
              keyOf={keyOf}
              columns={columns}
              onOpen={() => runner.execute('customer.decideSanction', { source: 'pointer' })}
              context="customer list"
            />
          )}
        </Part>
      </div>
    </div>
  )
}
