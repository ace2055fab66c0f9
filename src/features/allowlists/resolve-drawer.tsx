// The drawer 'rule resolve': which open alerts an allowlist covers, and then the task that resolves them.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import type { Allowlist } from '#contract/model/allowlist.ts'
import { useInFront, useKeysOf } from '#src/commands/in-front.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { TaskList } from '#src/features/tasks/public.ts'
import { shortAge } from '#src/format/age.ts'
import { formatTotal } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { closeDrawer } from '#src/ui/drawer-store.ts'
import { Table } from '#src/ui/table.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { allowlistQueries } from './queries.ts'
import { startResolving } from './save.ts'
import { coveredWords } from './side.tsx'
import { NO_TRIALS } from './use-editing.ts'

/** Shown one by one; the count says how many there are. */
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
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // the drawer was opened for this one act
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const covered = query.data
  // what cannot be counted is begun all the same
  const isCounted = hasTrials && !query.isError
  const canStart = (!isCounted || (covered !== undefined && covered.total > 0)) && !isBusy && isOnline

  const start = async () => {
    if (!canStart) return
    setBusy(true)
    const message = await startResolving(data, platform, versionId)
    setBusy(false)
    setSaid(message)
    notices.say(message)
  }
  const body = useRef<HTMLDivElement>(null)
  useInFront(body, { submit: () => void start() })
  const keys = useKeysOf('dialog.submit')
  const words = coveredWords(
    { data: covered, waits: hasTrials ? (query.error?.message ?? null) : NO_TRIALS, isLoading: query.isFetching },
    true,
  )
  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <p className="text-title font-semibold">{name}</p>
        <p className="text-muted">{ruleName}</p>
      </header>
      <p role="status">{said ?? words}</p>
      <TaskList platform={platform} allowlistId={id} />
      <div className="flex gap-2">
        <Button ref={button} variant="primary" keys={keys} aria-disabled={!canStart} onClick={() => void start()}>
          {isBusy ? 'Starting…' : `Resolve ${covered ? formatTotal(covered) : 'them'}`}
        </Button>
        <Button onClick={closeDrawer} keys={registry.labelsOf('escape')}>
          {said === null ? 'Not now' : 'Close'}
        </Button>
      </div>
      {covered && covered.items.length > 0 && (
        <Table
          label="Covered alerts"
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
