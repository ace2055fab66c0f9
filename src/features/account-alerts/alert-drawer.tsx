// The drawer 'account alert': an alert on a customer's account, whole.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { useFollowCursor } from '#src/commands/list/use-follow-cursor.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useFold } from '#src/data/data.ts'
import { AlertDetail } from '#src/features/cases/public.ts'
import { useLookedAt } from '#src/features/stacks/public.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useAlertQueue } from './queue/queue.ts'
import { accountAlertQueries } from './queries.ts'

export function AlertDrawer({ value: opened }: { value: AccountAlertItem }) {
  const { context } = useCommandLayer()
  const id = useFollowCursor(opened.id)
  const row = (id === opened.id ? undefined : (context.list()?.rowOf(id) as AccountAlertItem | undefined)) ?? opened
  const { api } = useData()
  const queries = useQueryClient()
  const options = accountAlertQueries.view(api, row)
  const query = useQuery(options)
  const alert = useFold('alert', query.data)
  useLookedAt(useAlertQueue().stacks, row.id, alert !== undefined)
  if (alert) return <AlertDetail key={alert.id} alert={alert} onAttached={() => queries.invalidateQueries(options)} />
  if (!query.isError) return <Skeleton lines={6} />
  return (
    <div className="grid gap-2">
      <p className="text-title font-semibold">{row.ruleName}</p>
      <p>{row.text}</p>
      <p className="text-muted">The rest is not saved on this device, and the server does not answer.</p>
    </div>
  )
}
