import { useQuery } from '@tanstack/react-query'
import { useData } from '#src/data/data.ts'
import { countOf } from '#src/format/count.ts'
import { caseQueries } from './queries.ts'

/** How the same rule on the same customer was decided before: "7 earlier, 6 resolved, 1 STR". */
export function Precedents({ caseId }: { caseId: string }) {
  const { api } = useData()
  const { data } = useQuery(caseQueries.precedent(api, caseId))
  const known = data?.items.filter((item) => item.earlier > 0) ?? []
  if (known.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="text-label font-medium text-muted">Before, same rule and customer</h3>
      <ul className="grid gap-1 text-list">
        {known.map((item) => (
          <li key={item.ruleId}>
            {item.ruleName}: {countOf(item.earlier, 'earlier', 'earlier')}
            {item.resolved > 0 && `, ${item.resolved} resolved`}
            {item.rejected > 0 && `, ${item.rejected} rejected`}
            {item.str > 0 && `, ${item.str} STR`}
          </li>
        ))}
      </ul>
    </section>
  )
}
