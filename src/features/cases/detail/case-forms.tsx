// The reports that name the case, each a link to its form.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FORM_STATUS_LABELS, FORM_TYPE_LABELS } from '#contract/model/forms/document-form.ts'
import { useData } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { formHref } from '#src/features/forms/public.ts'

export function CaseForms({ platform, caseId }: { platform: string; caseId: string }) {
  const { api } = useData()
  const { data } = useQuery(caseQueries.forms(api, caseId))
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Reports on this case" className="grid gap-2">
      <h2 className="text-label font-medium text-muted">Reports</h2>
      <ul className="grid gap-1 text-list">
        {data.map(({ uuid, formType, status, author, dueOn }) => (
          <li key={uuid}>
            <Link to={formHref(platform, uuid)} className="text-accent underline">
              {FORM_TYPE_LABELS[formType]}
            </Link>{' '}
            <span className="text-muted">
              {FORM_STATUS_LABELS[status]}, by {author.name}
              {dueOn && `, due ${dueOn}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
