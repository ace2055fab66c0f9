// The drawer 'trigger info': why an alert of a case fired.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFollowCursor } from '#src/commands/list/use-follow-cursor.ts'
import { useData, useFold } from '#src/data/data.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { Unread } from '#src/ui/list/unread.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { AlertDetail } from './alert-detail.tsx'

export interface TriggerValue {
  caseId: string
  alertId: string
  /** Opened in order to attach a file. */
  isAttaching?: boolean
}

export function TriggerDrawer({ value: { caseId, alertId: opened, isAttaching = false } }: { value: TriggerValue }) {
  const alertId = useFollowCursor(opened)
  const { api } = useData()
  const queries = useQueryClient()
  const query = useQuery(caseQueries.alerts(api, caseId))
  const alert = useFold(
    'alert',
    query.data?.items.find((one) => one.id === alertId),
  )
  if (!alert) return query.isError ? <Unread /> : <Skeleton lines={6} />
  return (
    <AlertDetail
      key={alertId}
      alert={alert}
      isAttaching={isAttaching}
      onAttached={() => queries.invalidateQueries(caseQueries.alerts(api, caseId))}
    />
  )
}
