// The number of approvals waiting for the signed-in user, in the status line; hidden if none.
import { useQuery } from '@tanstack/react-query'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useData } from '#src/data/data.ts'
import { usePlatform } from '#src/features/session/public.ts'
import { formatCount } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { approvalQueries } from './queries.ts'

export function ApprovalsCount() {
  const { api } = useData()
  const platform = usePlatform()
  const { data } = useQuery({ ...approvalQueries.count(api, platform?.name ?? ''), enabled: platform !== undefined })
  if (!data || data.toApprove + data.asked === 0) return null
  const { toApprove, asked } = data
  return (
    <StatusButton command="nav.approvals">
      {toApprove > 0 ? (
        <Tag tone="warn">{formatCount(toApprove)} to approve</Tag>
      ) : (
        `${formatCount(asked)} pending approval`
      )}
    </StatusButton>
  )
}
