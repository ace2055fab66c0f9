// The evidence of a request: the case and its alerts, the hit and the customer, or the members of a bulk.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customers } from '#contract/calls/customers.ts'
import { screening } from '#contract/calls/screening.ts'
import type { Approval } from '#contract/model/cases/approval.ts'
import { useData } from '#src/data/data.ts'
import { useNames } from '#src/data/names.ts'
import type { Api } from '#src/data/net/api.ts'
import { AlertLines, caseHref, caseQueries, caseSummary, Details, NoteList } from '#src/features/cases/public.ts'
import { Evidence as CaseFacts } from '#src/features/facts/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { approvalsKey } from './queries.ts'

/** The evidence of a request, read as it comes under the cursor. */
export function Evidence({ row }: { row: Approval }) {
  const { object, parts, threshold } = row
  if (threshold) return row.status === 'open' ? <Threshold platform={row.platform} wanted={threshold} /> : null
  if (parts && parts.length > 0) return <Parts row={row} parts={parts} />
  if (object.kind === 'sanctions hit' && object.customerId !== null) {
    return <Hit platform={row.platform} customerId={object.customerId} id={object.id} />
  }
  return object.caseId === null ? null : <CaseEvidence caseId={object.caseId} />
}

function CaseEvidence({ caseId }: { caseId: string }) {
  const { api } = useData()
  const names = useNames()
  const now = useNow()
  const { data, isError, error } = useQuery(caseQueries.view(api, caseId))
  if (isError && !data) return <p className="text-list text-muted">The case could not be read: {error.message}</p>
  if (!data) return <Skeleton lines={6} label="Loading the case" />
  return (
    <>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Case {caseId}</h3>
        <Details rows={caseSummary(data, now, names)} />
      </section>
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Why: {countOf(data.alerts.length, 'alert')}</h3>
        <AlertLines alerts={data.alerts} />
      </section>

      <CaseFacts
        subject={{ kind: 'case', id: caseId, platform: data.platform }}
        customerId={data.customerId}
        alertId={data.alerts[0]?.id ?? null}
        ruleType={data.alerts[0]?.ruleType}
      />
      <section className="grid gap-2">
        <h3 className="text-label font-medium text-muted">Notes</h3>
        <NoteList notes={data.notes} />
      </section>
    </>
  )
}

/** The sanctions hits of a customer, as the customer's own page reads them. */
const sanctionQuery = (api: Api, platform: string, customerId: string) =>
  queryOptions({
    queryKey: ['customers', 'sanctions', platform, customerId, 'approval'],
    queryFn: ({ signal }) =>
      api.send(customers.sanctions, { params: { platform, customerId } }, { signal, platform, quiet: true }),
    staleTime: 30_000,
  })

function Hit({ platform, customerId, id }: { platform: string; customerId: string; id: string }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(sanctionQuery(api, platform, customerId))
  if (isError && !data) return <p className="text-list text-muted">The hit could not be read: {error.message}</p>
  if (!data) return <Skeleton lines={4} label="Loading the hit" />
  const hit = data.items.find((one) => one.id === id)
  if (!hit) return <p className="text-list text-muted">The hit is not on the customer any more.</p>
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">Sanctions hit</h3>
      <Details
        rows={[
          ['Listed name', hit.name],
          ['List', hit.list],
          ['Match score', `${Math.round(hit.score * 100)} %`],
          ['Outcome now', humanise(hit.outcome)],
          ...Object.entries(hit.details).map(([name, value]) => [humanise(name), textOf(value)] as const),
        ]}
      />
    </section>
  )
}

type Wanted = NonNullable<Approval['threshold']>

/** The effect of a requested threshold. */
const thresholdQuery = (api: Api, platform: string, wanted: Wanted) =>
  queryOptions({
    queryKey: [...approvalsKey(platform), 'threshold', wanted],
    queryFn: ({ signal }) => api.send(screening.previewThreshold, { body: wanted }, { signal, platform, quiet: true }),
    staleTime: 30_000,
  })

function Threshold({ platform, wanted }: { platform: string; wanted: Wanted }) {
  const { api } = useData()
  const { data, isError, error } = useQuery(thresholdQuery(api, platform, wanted))
  if (isError && !data) return <p className="text-list text-muted">The effect could not be read: {error.message}</p>
  if (!data) return <Skeleton lines={2} label="Loading the effect" />
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">Effect on open hits</h3>
      <Details
        rows={[
          ['Open hits of the list', formatCount(data.open)],
          ['Would end at once', formatCount(data.ended)],
        ]}
      />
      <p className="text-list text-muted">Counted on this platform; the threshold holds on every platform.</p>
    </section>
  )
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
}

interface PartsProps {
  row: Approval
  parts: NonNullable<Approval['parts']>
}

function Parts({ row: { platform, object }, parts }: PartsProps) {
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">
        The first {parts.length} of {object.label}
      </h3>
      <ul className="grid gap-1 text-list">
        {parts.map(({ label, caseId }, index) => (
          // several may be called the same
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={index}>{caseId === null ? label : <Link to={caseHref(platform, caseId)}>{label}</Link>}</li>
        ))}
      </ul>
    </section>
  )
}
