// One inbox for everything that waits for a second person: what would change, on what evidence, who asked and why.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { APPROVAL_LABELS, type Approval } from '#contract/model/cases/approval.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { PageFrame, PageRows } from '#src/features/lists/public.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { ApprovalPreview } from './approval-preview.tsx'
import { approvalList, approvalsStore, isShown, SHOWN, type Shown } from './approvals.ts'
import { columnsAt } from './columns.tsx'
import { approvalQueries } from './queries.ts'

const keyOf = ({ id }: Approval) => id
const noun = ['request', 'requests'] as const
const SPLIT = { storageKey: 'docket.approvals', initial: 480 }
const NONE: readonly Approval[] = []

export function ApprovalsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { profile } = useSession()
  const { shown, kind } = useStore(approvalsStore)
  const query = useQuery(approvalQueries.list(api, platform, shown === 'decided' ? 'decided' : 'open'))
  const { data: counted } = useQuery(approvalQueries.count(api, platform))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const items = query.data?.items ?? NONE
  const rows = useMemo(
    () => items.filter((one) => isShown(one, { shown, kind }, profile.id)),
    [items, shown, kind, profile.id],
  )
  // the list has the oldest ones
  const total = shown === 'open' && kind === '' ? counted?.pending : undefined
  useLayoutEffect(() => approvalsStore.setState({ platform }), [platform])

  return (
    <PageFrame
      name="Approvals"
      summary={query.data && summaryOf(rows, shown, total)}
      actions={
        <>
          <CommandButton command="approval.show">{SHOWN[shown]}</CommandButton>
          <CommandButton command="approval.kind">{kind === '' ? 'Any kind' : APPROVAL_LABELS[kind]}</CommandButton>
          <TeamPages />
        </>
      }
    >
      <PageRows
        query={query}
        things="approvals"
        again="approval.refresh"
        label="Approvals"
        noun={noun}
        rows={rows}
        keyOf={keyOf}
        columns={columns}
        state={approvalList}
        open="approval.open"
        context="approvals list"
        split={SPLIT}
        preview={() => <ApprovalPreview rows={rows} />}
        empty={
          <Empty title={shown === 'decided' ? 'Nothing was decided yet' : 'Nothing is pending'}>
            <p>Requests that need a second person appear here.</p>
            <CommandButton command="approval.show" />
            <CommandButton command="approval.kind" />
          </Empty>
        }
      />
    </PageFrame>
  )
}

function summaryOf(rows: readonly Approval[], shown: Shown, total = rows.length): string {
  if (shown === 'decided') return `${countOf(rows.length, 'request')} decided last`
  const mine = rows.filter(({ refusal }) => refusal === null).length
  const cut = total > rows.length ? `, the oldest ${formatCount(rows.length)} of them here` : ''
  return `${countOf(Math.max(total, rows.length), 'request')} pending${cut}, ${mine} for you to approve, oldest first`
}
