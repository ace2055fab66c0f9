// Twelve months of money in and out with what was declared of each as a line; the table has every figure.
import type { FactItem } from '#contract/model/facts/facts.ts'
import { formatAmount } from '#src/format/amount.ts'
import { Table } from '#src/ui/list/table.tsx'
import './month-chart.css'

const WIDTH = 360
const HEIGHT = 84
const BASE = HEIGHT - 14

const amount = (text: string | undefined) => Number(text ?? 0)

/** The declared amounts a month, in USD; null if none was declared. */
type Declared = Readonly<Record<'in' | 'out', number | null>>
const SIDES = ['in', 'out'] as const

const declaredWords = (declared: Declared): string =>
  SIDES.map((side) => {
    const amountOf = declared[side]
    return amountOf === null
      ? `nothing declared ${side}`
      : `declared ${formatAmount(amountOf, { isWhole: true })} a month ${side}`
  }).join(', ')

export function MonthChart({ months, declared }: { months: readonly FactItem[]; declared: Declared }) {
  const sums = months.flatMap(({ incoming, outgoing }) => [amount(incoming), amount(outgoing)])
  const most = Math.max(1, declared.in ?? 0, declared.out ?? 0, ...sums)
  const step = WIDTH / Math.max(1, months.length)
  const bar = step / 2 - 3
  const high = (usd: number) => (usd / most) * (BASE - 4)
  const lines = SIDES.flatMap((side) => {
    const usd = declared[side]
    return usd === null ? [] : [{ side, y: BASE - high(usd) }]
  })
  return (
    <figure className="grid gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Money in and out by month, ${declaredWords(declared)}; the table has each month`}
        className="month-chart w-full max-w-[480px]"
      >
        {months.map(({ label, incoming, outgoing }, index) => (
          <g key={label} transform={`translate(${index * step} 0)`}>
            <title>{`${label}: in ${formatAmount(incoming ?? '0')}, out ${formatAmount(outgoing ?? '0')}`}</title>
            <rect data-part="in" x={2} y={BASE - high(amount(incoming))} width={bar} height={high(amount(incoming))} />
            <rect
              data-part="out"
              x={bar + 4}
              y={BASE - high(amount(outgoing))}
              width={bar}
              height={high(amount(outgoing))}
            />
            {index % 3 === 0 && (
              <text x={2} y={HEIGHT - 2}>
                {label}
              </text>
            )}
          </g>
        ))}
        <line data-part="base" x1={0} x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
        {lines.map(({ side, y }) => (
          <line key={side} data-part={`declared-${side}`} x1={0} x2={WIDTH} y1={y} y2={y} />
        ))}
      </svg>
      <figcaption className="text-label text-muted">
        <details>
          <summary className="cursor-pointer">
            <span className="month-key" data-part="in">
              in
            </span>
            <span className="month-key" data-part="out">
              out
            </span>
            {lines.map(({ side }) => (
              <span key={side} className="month-key" data-part={`declared-${side}`}>
                declared {side}
              </span>
            ))}
            table
          </summary>
          <Table
            label="Money in and out by month"
            columns={['Month', 'In', 'Out']}
            align={{ 1: 'end', 2: 'end' }}
            rows={months.toReversed().map(({ label, incoming, outgoing }) => ({
              key: label,
              cells: [label, formatAmount(incoming ?? '0'), formatAmount(outgoing ?? '0')],
            }))}
          />
        </details>
      </figcaption>
    </figure>
  )
}
