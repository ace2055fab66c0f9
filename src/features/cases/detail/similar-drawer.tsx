import { useQuery } from '@tanstack/react-query'
import { useData } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { CaseTable } from '#src/features/cases/queue/case-table.tsx'
import { Unread } from '#src/ui/list/unread.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

/** The drawer 'similar cases': cases similar to triage's current one. */
export function SimilarDrawer({ value: { caseId, platform } }: { value: { caseId: string; platform: string } }) {
  const { api } = useData()
  const { data, isError } = useQuery(caseQueries.similar(api, caseId))
  if (!data) return isError ? <Unread /> : <Skeleton lines={5} />
  if (data.items.length === 0) return <p className="text-muted">No similar cases.</p>
  return <CaseTable label="Similar cases" cases={data.items.map((item) => ({ ...item, platform }))} />
}
