// Money flows: senders and receivers on both sides, with lines as wide as their totals.
import { useQuery } from '@tanstack/react-query'
import type { CustomerActivity } from '#contract/model/customer.ts'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { SectionPart } from './section.tsx'

type Parties = CustomerActivity['parties']

export const NO_SUMS = <Empty title="This server gives no totals of the customer’s payments" />

const WIDTH = 360
const ROW = 26
const WIDEST = 14
const NAME = 118

const short = (name: string) => (name.length > 18 ? `${name.slice(0, 17)}…` : name)

interface Side {
  name: string
  usd: number
}

const sideOf = (parties: Parties, way: 'incoming' | 'outgoing'): Side[] =>
  parties.map((party) => ({ name: party.name, usd: +party[way].usd })).filter(({ usd }) => usd > 0)

/** In on the left, out on the right, the customer between them. */
export function MoneyFlow({ parties }: { parties: Parties }) {
  const incoming = sideOf(parties, 'incoming')
  const outgoing = sideOf(parties, 'outgoing')
  const most = Math.max(1, ...[...incoming, ...outgoing].map(({ usd }) => usd))
  const rows = Math.max(incoming.length, outgoing.length, 1)
  const height = rows * ROW + 8
  const middle = height / 2
  const placed = (side: readonly Side[], index: number) => middle + (index - (side.length - 1) / 2) * ROW
  const wide = (usd: number) => Math.max(1, (usd / most) * WIDEST)
  const words = (side: readonly Side[]) => side.map(({ name, usd }) => `${name} ${formatAmount(usd)}`).join(', ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={`Flow of money in USD. In: ${words(incoming) || 'nothing'}. Out: ${words(outgoing) || 'nothing'}.`}
      className="w-full"
    >
      {incoming.map(({ name, usd }, index) => {
        const y = placed(incoming, index)
        return (
          <g key={name}>
            <title>{`${name}: in ${formatAmount(usd)}`}</title>
            <path d={curve(NAME, y, WIDTH / 2 - 6, middle)} strokeWidth={wide(usd)} className="flow-in" />
            <text x={NAME - 6} y={y + 4} textAnchor="end" className="chart-text">
              {short(name)}
            </text>
          </g>
        )
      })}
      {outgoing.map(({ name, usd }, index) => {
        const y = placed(outgoing, index)
        return (
          <g key={name}>
            <title>{`${name}: out ${formatAmount(usd)}`}</title>
            <path d={curve(WIDTH / 2 + 6, middle, WIDTH - NAME, y)} strokeWidth={wide(usd)} className="flow-out" />
            <text x={WIDTH - NAME + 6} y={y + 4} className="chart-text">
              {short(name)}
            </text>
          </g>
        )
      })}
      <circle cx={WIDTH / 2} cy={middle} r={6} className="flow-node" />
    </svg>
  )
}

const curve = (x1: number, y1: number, x2: number, y2: number) =>
  `M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`

/** The drawer 'money flow': the same in large, with a table of every listed party. */
export function MoneyFlowDrawer({ value }: { value: Who }) {
  const { api } = useData()
  const names = useNames()
  const query = useQuery(customerQueries.activity(api, value))
  return (
    <SectionPart noun="figures" query={query} isEmpty={(sums) => sums === null} empty={NO_SUMS}>
      {(sums) =>
        sums && (
          <div className="grid gap-6">
            <MoneyFlow parties={sums.parties} />
            <Table
              label="Counterparties"
              columns={['Party', 'Country', 'In', 'Payments in', 'Out', 'Payments out']}
              align={{ 2: 'end', 3: 'end', 4: 'end', 5: 'end' }}
              rows={sums.parties.map((party) => ({
                key: `${party.id} ${party.name} ${party.country}`,
                cells: [
                  party.name,
                  countryLabel(party.country, names.countries) ?? '–',
                  formatAmount(party.incoming.usd),
                  party.incoming.count,
                  formatAmount(party.outgoing.usd),
                  party.outgoing.count,
                ],
              }))}
            />
          </div>
        )
      }
    </SectionPart>
  )
}
