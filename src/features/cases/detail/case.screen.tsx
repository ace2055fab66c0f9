// One case: its alerts with a cursor of their own, what is similar, the money around it, notes, and the transaction.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { digitKeys } from '#src/commands/dispatcher/digit-keys.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useFold, useKeptAt } from '#src/data/data.ts'
import { whyNotRecommend } from '#src/features/cases/why-not.ts'
import { useCases } from '#src/features/cases/cases.ts'
import { caseHref } from '#src/features/cases/links.ts'
import { caseQueries } from '#src/features/cases/queries.ts'
import { CaseTags } from '#src/features/cases/queue/preview.tsx'
import { PartyTags } from '#src/features/facts/public.ts'
import { useLookedAt } from '#src/features/stacks/public.ts'
import { ConflictNotice } from '#src/features/outbox/public.ts'
import { shortAge } from '#src/format/age.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { CaseAlerts } from './case-alerts.tsx'
import { CASE_TABS, type CaseTab } from './case-tabs.ts'
import { CaseFlow } from './case-flow.tsx'
import { CaseSide } from './case-side.tsx'
import { CaseHistory } from '#src/features/cases/history/lazy-history.tsx'
import { NoteList } from './note-list.tsx'
import { SimilarCases } from './similar-cases.tsx'

const LABELS: Record<CaseTab, string> = {
  alerts: 'Alerts',
  similar: 'Similar',
  flow: 'Flow',
  notes: 'Notes',
  history: 'History',
}

const tabOf = (raw: unknown): CaseTab => CASE_TABS.find((tab) => tab === raw) ?? 'alerts'

export function CaseScreen() {
  const { platform = '', caseId = '' } = useParams({ strict: false })
  const { queue } = useCases()
  const { registry } = useCommandLayer()
  const { api } = useData()
  const navigate = useNavigate()
  const tab = tabOf((useSearch({ strict: false }) as Record<string, unknown>)['tab'])
  const query = useQuery(caseQueries.view(api, caseId))
  const detail = useFold('caseDetail', query.data)
  // the queue's row shows the head of a case that cannot be read in full, as when offline
  const row = detail ?? queue.rowOf(caseId)
  useLookedAt(queue.stacks, caseId, detail !== undefined)

  useEffect(() => {
    queue.setOpened(row ?? null)
  }, [queue, row])
  useEffect(() => () => queue.setOpened(null), [queue])

  if (!row) {
    if (query.isError) {
      return (
        <Empty title={`${caseId} could not be read`}>
          <p>{query.error.message}</p>
          <CommandButton command="case.leave">Back to the queue</CommandButton>
        </Empty>
      )
    }
    return (
      <div className="p-6">
        <Skeleton lines={8} label={`Loading ${caseId}`} />
      </div>
    )
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-none flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">{row.id}</h2>
        <CaseTags row={row} />
        <PartyTags kind="case" id={row.id} platform={row.platform} />
        <CommandButton command="queue.customer" variant="quiet">
          {detail?.customerName ?? row.data.clientName}
        </CommandButton>
        <KeptMark caseId={row.id} />
        <span className="grow" />
        <span className="flex flex-wrap gap-2">
          <CommandButton
            command="case.recommendStr"
            variant={whyNotRecommend({ ids: [row.id], rowOf: () => row }) ? 'plain' : 'primary'}
          />
          <CommandButton command="case.assign" />
          <CommandButton command="case.release" />
          <CommandButton command="case.escalate" />
          <CommandButton command={row.status === 'await' ? 'case.renew' : 'case.await'} />
          <CommandButton command="case.comment" />
          {row.review && <CommandButton command="case.review" />}
          <CommandButton command="case.previous" variant="quiet" />
          <CommandButton command="case.next" variant="quiet" />
          <CommandButton command="case.leave" variant="quiet">
            Back
          </CommandButton>
        </span>
      </header>
      <ConflictNotice caseId={row.id} />
      <div className="beside [--columns:minmax(0,1fr)_minmax(320px,400px)]">
        <Tabs
          label="Case"
          value={tab}
          onChange={(next) => void navigate({ to: `${caseHref(platform, caseId)}?tab=${next}`, replace: true })}
          tabs={CASE_TABS.map((value, index) => ({
            value,
            label: LABELS[value],
            keys: digitKeys(registry, 'case.tab', index + 1),
            count: value === 'alerts' ? row.alerts.length : value === 'notes' ? detail?.notes.length : undefined,
          }))}
        >
          {tab === 'alerts' && <CaseAlerts row={row} />}
          {tab === 'similar' && <SimilarCases caseId={caseId} />}
          {tab === 'flow' && <CaseFlow platform={platform} caseId={caseId} customerId={row.customerId} />}
          {tab === 'history' && <CaseHistory platform={platform} caseId={caseId} />}
          {tab === 'notes' && (
            <div className="p-4">
              {detail ? (
                <NoteList notes={detail.notes} />
              ) : (
                <p className="text-muted">The notes are not saved on this device.</p>
              )}
            </div>
          )}
        </Tabs>
        <CaseSide row={row} detail={detail} />
      </div>
    </div>
  )
}

/** Checks whether the case can be opened without a network, and how old what is here is. */
function KeptMark({ caseId }: { caseId: string }) {
  const at = useKeptAt(caseId)
  const now = useNow()
  if (at === undefined) return null
  const age = now - at < 60_000 ? 'just now' : `${shortAge(now - at)} ago`
  return <span className="text-label text-muted">Saved for offline · {age}</span>
}
