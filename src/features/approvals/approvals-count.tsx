// The number of pending approvals in the status line, as the inbox has it; hidden where none concerns the reader.
import { useQuery } from '@tanstack/react-query'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useData } from '#src/data/data.ts'
import { usePlatform } from '#src/features/sign-in/public.ts'
import { formatCount } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { approvalQueries } from './queries.ts'

export function ApprovalsCount() {
  const { api } = useData()
  const platform = usePlatform()
  const { data } = useQuery({ ...approvalQueries.count(api, platform?.name ?? ''), enabled: platform !== undefined })
  if (!data || data.toApprove + data.asked === 0) return null
  const { pending, toApprove } = data
  return (
    <StatusButton command="nav.approvals">
      {formatCount(pending)} pending approval
      {toApprove > 0 && <Tag tone="warn">{formatCount(toApprove)} for you</Tag>}
    </StatusButton>
  )
}
