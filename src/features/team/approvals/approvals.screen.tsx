// One inbox for everything that waits for a second person: what would change, on what evidence, who asked and why.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { APPROVAL_LABELS, type Approval } from '#contract/model/cases/approval.ts'
import { ArrayList } from '#src/commands/list/array-list.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { LoadError } from '#src/features/lists/public.ts'
import { useSession } from '#src/features/session/public.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { SplitPane } from '#src/ui/split-pane.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { TeamPages } from '#src/features/team/team-pages.tsx'
import { ApprovalPreview } from './approval-preview.tsx'
import { approvalList, approvalsStore, isShown, SHOWN, type Shown } from './approvals.ts'
import { columnsAt } from './columns.tsx'
import { approvalQueries } from './queries.ts'

const keyOf = ({ id }: Approval) => id
const noun = ['request', 'requests'] as const
const NONE: readonly Approval[] = []

export function ApprovalsScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const { profile } = useSession()
  const { runner } = useCommandLayer()
  const { shown, kind } = useStore(approvalsStore)
  const query = useQuery(approvalQueries.list(api, platform, shown === 'decided' ? 'decided' : 'open'))
  const now = useNow()
  const columns = useMemo(() => columnsAt(now), [now])
  const items = query.data?.items ?? NONE
  const rows = useMemo(
    () => items.filter((one) => isShown(one, { shown, kind }, profile.id)),
    [items, shown, kind, profile.id],
  )
  useLayoutEffect(() => approvalsStore.setState({ platform }), [platform])

  return (
    <section aria-label="Approvals" className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">Approvals</h2>
        <p className="min-w-0 grow truncate text-muted">{query.data && summaryOf(rows, shown)}</p>
        <CommandButton command="approval.show">{SHOWN[shown]}</CommandButton>
        <CommandButton command="approval.kind">{kind === '' ? 'Any kind' : APPROVAL_LABELS[kind]}</CommandButton>
        <TeamPages />
      </header>
      <div className="min-h-0 grow">
        {query.isError && !query.data && <LoadError noun="approvals" error={query.error} again="approval.refresh" />}
        {query.isPending && (
          <div className="p-4">
            <Skeleton lines={6} label="Loading approvals" />
          </div>
        )}
        {query.data && rows.length === 0 && (
          <Empty title={shown === 'decided' ? 'Nothing was decided yet' : 'Nothing is pending'}>
            <p>Requests that need a second person appear here.</p>
            <CommandButton command="approval.show" />
            <CommandButton command="approval.kind" />
          </Empty>
        )}
        {rows.length > 0 && (
          <SplitPane
            label="Resize preview"
            storageKey="docket.approvals"
            initial={480}
            main={
              <ArrayList
                label="Approvals"
                noun={noun}
                rows={rows}
                keyOf={keyOf}
                columns={columns}
                state={approvalList}
                onOpen={() => runner.execute('approval.open', { source: 'pointer' })}
                context="approvals list"
              />
            }
            side={<ApprovalPreview rows={rows} />}
          />
        )}
      </div>
    </section>
  )
}

function summaryOf(rows: readonly Approval[], shown: Shown): string {
  if (shown === 'decided') return `${countOf(rows.length, 'request')} decided last`
  const mine = rows.filter(({ refusal }) => refusal === null).length
  return `${countOf(rows.length, 'request')} pending, ${mine} for you to approve, oldest first`
}
