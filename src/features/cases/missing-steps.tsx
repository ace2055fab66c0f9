import { useQuery } from '@tanstack/react-query'
import { useData } from '#src/data/data.ts'
import { countOf } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { caseQueries } from './queries.ts'

/** Which steps of a case's procedures nobody has taken. A warning and no more: whoever decides may know better. */
export function MissingSteps({ caseId }: { caseId: string }) {
  const { api } = useData()
  const alerts = useQuery(caseQueries.alerts(api, caseId))
  const enabled = alerts.data?.items.some(({ isProcedures }) => isProcedures) ?? false
  const { data: steps = [] } = useQuery({ ...caseQueries.missingSteps(api, caseId), enabled })
  if (!enabled || steps.length === 0) return null
  return (
    <section aria-label="Steps not taken" className="grid justify-items-start gap-1 text-list">
      <Tag tone="warn">{countOf(steps.length, 'procedure step')} not taken</Tag>
      <ul className="grid list-disc gap-0.5 ps-5">
        {steps.map(({ id, text }, index) => (
          // the same step may be asked for by two alerts
          <li key={`${id} ${index}`}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
