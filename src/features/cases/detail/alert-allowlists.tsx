import { useQuery } from '@tanstack/react-query'
import type { AllowlistGap, AllowlistOnAlert } from '#contract/model/rules/allowlist.ts'
import { useData } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { countOf } from '#src/format/count.ts'
import { formatDay } from '#src/format/date.ts'
import { Tag } from '#src/ui/tag.tsx'

const GAP_WORDS: Record<AllowlistGap, string> = {
  period: 'outside its period',
  filters: 'its filters do not match',
  criteria: 'beyond its limits',
  report: 'is above the upper limit',
}

/** The reason why it does not cover the alert, as text; for filters, their number. */
function gapWords({ gaps, filters }: AllowlistOnAlert): string {
  const missing = filters.filter(({ isMatched }) => !isMatched).length
  const words = gaps.map((gap) =>
    gap === 'filters' && filters.length > 1
      ? `${missing} of ${filters.length} filter groups do not match`
      : GAP_WORDS[gap],
  )
  return words.join(', ')
}

function scopeWords({ customerId, startDate, endDate, hits, lastHit }: AllowlistOnAlert): string {
  const parts = [
    customerId === null ? 'for every client of this type' : 'for this client',
    endDate === null ? `since ${startDate}` : `${startDate} to ${endDate}`,
    hits > 0 && `${countOf(hits, 'hit')} suppressed${lastHit ? `, last ${formatDay(lastHit)}` : ''}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The allowlists on the rule and the client of an alert: which cover it, and why the others do not. Never waited for. */
export function AlertAllowlists({ alertId }: { alertId: string }) {
  const { api } = useData()
  const { data } = useQuery(caseQueries.allowlists(api, alertId))
  if (!data) return null
  return (
    <section aria-label="Allowlists" className="grid gap-1">
      <h3 className="text-label font-medium text-muted">Allowlists on this rule and client</h3>
      {data.items.length === 0 && <p className="text-list text-muted">None.</p>}
      <ul className="grid gap-1.5 text-list">
        {data.items.map((item) => (
          <li key={item.versionId} className="grid">
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate">{item.name}</span>
              {item.gaps.length === 0 && <Tag tone="done">Covers it</Tag>}
            </span>
            {item.gaps.length > 0 && <span className="text-muted">Does not cover it: {gapWords(item)}</span>}
            <span className="text-label text-muted">{scopeWords(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
