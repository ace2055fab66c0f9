import type { Fact } from '#contract/model/cases/alert.ts'
import { formatAmounts } from '#src/format/amount.ts'
import { thresholdText } from '#contract/model/rules/threshold.ts'

/** The rule's measured values with their thresholds: the first table an analyst reads. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-list">
      {facts.map((fact) => (
        <div key={`${fact.label} ${fact.saw}`} className="contents">
          <dt className="text-muted">{fact.label}</dt>
          <dd>
            <strong className="font-semibold">{formatAmounts(fact.saw)}</strong>
            {fact.allows !== null && <span className="text-muted"> ({formatAmounts(thresholdText(fact.allows))})</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Label and value in two columns; empty values are left out. */
export function Details({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-1 text-list">
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
