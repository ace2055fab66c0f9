import { useQuery } from '@tanstack/react-query'
import type { Alert } from '#contract/model/cases/alert.ts'
import { useData } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { countOf } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { proceduresQuery } from './procedures-query.ts'

/** Outstanding procedure steps of a case. */
export function MissingSteps({ caseId }: { caseId: string }) {
  const { api } = useData()
  const alerts = useQuery(caseQueries.alerts(api, caseId))
  const enabled = alerts.data?.items.some(({ isProcedures }) => isProcedures) ?? false
  const { data: steps = [] } = useQuery({ ...caseQueries.missingSteps(api, caseId), enabled })
  return <Missing steps={enabled ? steps : []} />
}

/** The same of an alert on an account. */
export function MissingAlertSteps({ alert }: { alert: Pick<Alert, 'id' | 'isProcedures'> }) {
  const { api } = useData()
  const { data: steps = [] } = useQuery({
    ...proceduresQuery(api, { alertId: alert.id, isOnAccount: true }),
    enabled: alert.isProcedures,
  })
  return <Missing steps={steps.filter(({ done }) => !done)} />
}

/** A warning only: the analyst decides. */
function Missing({ steps }: { steps: readonly { id: string; text: string }[] }) {
  if (steps.length === 0) return null
  return (
    <section aria-label="Outstanding procedure steps" className="grid justify-items-start gap-1 text-list">
      <Tag tone="warn">{countOf(steps.length, 'procedure step')} outstanding</Tag>
      <ul className="grid list-disc gap-0.5 ps-5">
        {steps.map(({ id, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same step may be asked for by two alerts
          <li key={`${id} ${index}`}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
