// A customer's payments in twelve months: a chart by month with its table, by country, and by counterparty.
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import type { CustomerActivity } from '#contract/model/customer.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import { useCustomers } from '#src/features/customers/customers.ts'
import { customerQueries, type Who } from '#src/features/customers/queries.ts'
import { formatAmount } from '#src/format/amount.ts'
import { countryLabel } from '#src/format/country.ts'
import { Table } from '#src/ui/list/table.tsx'
import { MoneyFlow, NO_SUMS } from './money-flow.tsx'
import { Aged, SectionBlock, SectionPart } from './section.tsx'

export function Activity({ who }: { who: Who }) {
  const { api } = useData()
  const { store } = useCustomers()
  const isTable = useStore(store, (state) => state.isTable)
  const query = useQuery(customerQueries.activity(api, who))
  return (
    <SectionPart noun="figures" query={query} isEmpty={(sums) => sums === null} empty={NO_SUMS}>
      {(sums) =>
        sums && (
          <>
            <SectionBlock title="Deposits and withdrawals, 12 months, USD">
              <Aged query={query} />
              {isTable ? <Months months={sums.months} /> : <Chart months={sums.months} />}
              <span>
                <CommandButton command="customer.table" variant="quiet" />
              </span>
            </SectionBlock>
            {sums.countries.length > 0 && (
              <SectionBlock title="Counterparties by country, USD">
                <Countries countries={sums.countries.slice(0, 6)} />
              </SectionBlock>
            )}
            {sums.parties.length > 0 && (
              <SectionBlock title="Flow of money">
                <MoneyFlow parties={sums.parties.slice(0, 6)} />
                <span>
                  <CommandButton command="customer.flow" variant="quiet" />
                </span>
              </SectionBlock>
            )}
          </>
        )
      }
    </SectionPart>
  )
}

const WIDTH = 360
const HEIGHT = 120
const BASE = HEIGHT - 16

/** Two bars a month. The figures are in the table, and here in the label. */
function Chart({ months }: Pick<CustomerActivity, 'months'>) {
  const most = Math.max(1, ...months.flatMap(({ deposits, withdrawals }) => [+deposits.usd, +withdrawals.usd]))
  const step = WIDTH / months.length
  const bar = step / 2 - 3
  const high = (usd: string) => (+usd / most) * (BASE - 4)
  const sum = (part: 'deposits' | 'withdrawals') =>
    formatAmount(
      months.reduce((total, month) => total + +month[part].usd, 0),
      { isWhole: true },
    )
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Deposits ${sum('deposits')} USD and withdrawals ${sum('withdrawals')} USD in twelve months; the table has each month`}
        className="w-full max-w-[480px]"
      >
        {months.map(({ month, deposits, withdrawals }, index) => (
          <g key={month} transform={`translate(${index * step} 0)`}>
            <title>{`${month}: in ${formatAmount(deposits.usd)}, out ${formatAmount(withdrawals.usd)}`}</title>
            <rect x={2} y={BASE - high(deposits.usd)} width={bar} height={high(deposits.usd)} className="bar-in" />
            <rect
              x={bar + 4}
              y={BASE - high(withdrawals.usd)}
              width={bar}
              height={high(withdrawals.usd)}
              className="bar-out"
            />
            {index % 3 === 0 && (
              <text x={2} y={HEIGHT - 3} className="chart-text">
                {month}
              </text>
            )}
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} className="chart-line" />
      </svg>
      <p className="flex gap-4 text-label text-muted">
        <span className="legend legend-in">in {sum('deposits')}</span>
        <span className="legend legend-out">out {sum('withdrawals')}</span>
      </p>
    </>
  )
}

function Months({ months }: Pick<CustomerActivity, 'months'>) {
  return (
    <Table
      label="Deposits and withdrawals by month"
      columns={['Month', 'In', 'Out']}
      align={{ 1: 'end', 2: 'end' }}
      rows={months.toReversed().map(({ month, deposits, withdrawals }) => ({
        key: month,
        cells: [month, formatAmount(deposits.usd), formatAmount(withdrawals.usd)],
      }))}
    />
  )
}

function Countries({ countries }: Pick<CustomerActivity, 'countries'>) {
  const names = useNames()
  return (
    <Table
      label="Counterparties by country"
      columns={['Country', 'In', 'Out']}
      align={{ 1: 'end', 2: 'end' }}
      rows={countries.map(({ country, incoming, outgoing }) => ({
        key: country ?? '',
        cells: [
          countryLabel(country, names.countries) ?? 'Not known',
          formatAmount(incoming.usd),
          formatAmount(outgoing.usd),
        ],
      }))}
    />
  )
}
