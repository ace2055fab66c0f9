import { useQuery } from '@tanstack/react-query'
import type { CaseDetail, CaseItem } from '#contract/model/cases/case.ts'
import { useData } from '#src/data/data.ts'
import { useNames, type Names } from '#src/data/names.ts'
import { withoutRepeatedParties } from '#src/features/cases/party-fields.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { fieldLabel, fieldOrder } from '#src/format/field-table.ts'
import { formatFieldOf } from '#src/format/field.ts'
import { humanise } from '#src/format/label.ts'
import { auditLabel } from '#src/format/record-labels.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { caseSummary } from './case-summary.ts'
import { Details } from './trigger-facts.tsx'
import { Link } from '@tanstack/react-router'
import { FORM_STATUS_LABELS, FORM_TYPE_LABELS } from '#contract/model/forms/document-form.ts'
import { formHref } from '#src/features/forms/public.ts'

/** The side panel of a case: the transaction in full, precedent, and rules. */
export function CaseSide({ row, detail }: { row: CaseItem; detail: CaseDetail | undefined }) {
  const { api } = useData()
  const names = useNames()
  const now = useNow()
  const rules = useQuery(caseQueries.rules(api, row.id))
  return (
    <aside
      aria-label="About the case"
      // it scrolls, and the arrow keys have to reach it
      tabIndex={0}
      data-scrolls=""
      className="grid content-start gap-6 overflow-y-auto border-s border-line bg-raised p-4"
    >
      <Details rows={[...caseSummary(row, now, names), ...stops(detail)]} />
      <CaseForms platform={row.platform} caseId={row.id} />
      {detail && (
        <section className="grid gap-2">
          <h2 className="text-label font-medium text-muted">Transaction</h2>
          <Details rows={transactionFields(detail, names)} />
        </section>
      )}
      {rules.data && (
        <section className="grid gap-2">
          <h2 className="text-label font-medium text-muted">Rules for this case</h2>
          <ul className="grid gap-2 text-list">
            {rules.data.items.map((rule) => (
              <li key={rule.id} className="flex items-baseline justify-between gap-3">
                <span>
                  {rule.name} <span className="text-muted">{humanise(rule.type)}</span>
                </span>
                {rule.hit && <Tag tone={rule.action === 'hardstop' ? 'stop' : 'warn'}>fired</Tag>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {detail && detail.activity.length > 0 && (
        <section className="grid gap-2">
          <h2 className="text-label font-medium text-muted">Activity</h2>
          <ol className="grid gap-1 text-list">
            {detail.activity.map((entry, index) => (
              <li key={entry.id ?? index}>
                <span className="text-muted">{entry.at.date}</span> {entry.by}: {auditLabel(entry.action)} {entry.text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </aside>
  )
}

/** The hard stop of the transaction; empty if there is none. */
const stops = (detail: CaseDetail | undefined): [label: string, value: string][] =>
  detail
    ? [
        ['Triggered rule', detail.failedRule ?? ''],
        ['Hard stops', detail.hardStopCount ? String(detail.hardStopCount) : ''],
      ]
    : []

/** The fields of the transaction that a case's screen shows, as far as they are known. */
function transactionFields(detail: CaseDetail, names: Names): [label: string, value: string][] {
  const record = withoutRepeatedParties(detail.transaction)
  const known = Object.keys(record).toSorted((a, b) => fieldOrder(a) - fieldOrder(b))
  return known.flatMap((field) => {
    const shown = formatFieldOf(record, field, names)
    return shown === null ? [] : [[fieldLabel(field), shown] as [string, string]]
  })
}

function CaseForms({ platform, caseId }: { platform: string; caseId: string }) {
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
