// The drawer 'rule resolve': which open alerts an allowlist covers, and then the task that resolves them.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import type { Allowlist } from '#contract/model/rules/allowlist.ts'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { startResolving } from '#src/features/allowlists/editor/save.ts'
import { NO_TRIALS } from '#src/features/allowlists/editor/use-editing.ts'
import { TaskList, tasksQuery, WATCHED_MS } from '#src/features/tasks/public.ts'
import { shortAge } from '#src/format/age.ts'
import { formatCount, formatTotal } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Check } from '#src/ui/form/check.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { closeDrawer } from '#src/ui/overlay/drawer-store.ts'
import { useNow } from '#src/ui/use-now.ts'
import { coveredText } from './covered-panel.tsx'
import { allowlistQueries } from './queries.ts'

/** The listed ones; the count covers all. */
const MOST = 50

export function ResolveDrawer({ value: allowlist }: { value: Allowlist }) {
  const { platform, id, versionId, name, ruleName } = allowlist
  const data = useData()
  const isOnline = useIsOnline()
  const { registry, notices } = useCommandLayer()
  const hasTrials = data.capabilities().trials === true
  const query = useQuery({ ...allowlistQueries.covered(data.api, platform, versionId), enabled: hasTrials })
  const now = useNow()
  const [said, setSaid] = useState<string | null>(null)
  const [closeCases, setCloseCases] = useState(true)
  const tasks = useQuery(tasksQuery(data.api, platform, WATCHED_MS)).data ?? []
  const task = tasks.find(({ allowlistId }) => allowlistId === id)
  const running = task?.status === 'Processing' ? task : undefined
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // the drawer was opened for this one act
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const covered = query.data
  // starts even if the count is unavailable
  const isCounted = hasTrials && !query.isError
  const isAny = !isCounted || (covered !== undefined && covered.total > 0)
  const canStart = isAny && !isBusy && !running && isOnline

  const start = async () => {
    if (!canStart) return
    setBusy(true)
    const message = await startResolving(data, allowlist, hasTrials ? { closeCases } : undefined)
    setBusy(false)
    setSaid(message)
    notices.say(message)
  }
  const body = useRef<HTMLDivElement>(null)
  useFormActions(body, { submit: () => void start() })
  const keys = useKeysOf('dialog.submit')
  const words = coveredText(
    { data: covered, waits: hasTrials ? (query.error?.message ?? null) : NO_TRIALS, isLoading: query.isFetching },
    true,
  )
  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <p className="text-title font-semibold">{name}</p>
        <p className="text-muted">{ruleName}</p>
      </header>
      <p role="status">
        {running
          ? `Resolving ${formatCount(running.total)} alerts: ${formatCount(running.done)} done.`
          : said !== null && task?.message
            ? task.message
            : (said ?? words)}
      </p>
      {hasTrials && said === null && !running && (
        <div className="grid gap-1">
          <Check isChecked={closeCases} onChange={setCloseCases}>
            Close cases that are left without an open alert, without an STR
          </Check>
          <p className="text-label text-muted">
            Only cases whose every alert is resolved by an allow list. A case on which somebody decided an alert keeps
            waiting for its recommendation.
          </p>
        </div>
      )}
      <TaskList platform={platform} allowlistId={id} />
      <div className="flex gap-2">
        <Button ref={button} variant="primary" keys={keys} aria-disabled={!canStart} onClick={() => void start()}>
          {isBusy ? 'Starting…' : running ? 'Resolving…' : `Resolve ${covered ? formatTotal(covered) : 'them'}`}
        </Button>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          {said === null ? 'Not now' : 'Close'}
        </Button>
      </div>
      {covered && covered.items.length > 0 && !running && (
        <Table
          label="Matching alerts"
          columns={['On', 'Client', 'Why', 'Age']}
          align={{ 3: 'end' }}
          rows={covered.items.slice(0, MOST).map((alert) => ({
            key: alert.alertId,
            cells: [
              alert.caseId ?? alert.customerId,
              alert.customerName,
              alert.text,
              shortAge(now - fromStamp(alert.createAt)),
            ],
          }))}
        />
      )}
    </div>
  )
}
