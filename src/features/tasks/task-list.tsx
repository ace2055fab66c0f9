// Background tasks: the progress of running ones, and the results of the last ones.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fromStamp } from '#contract/model/common.ts'
import type { Task } from '#contract/model/task.ts'
import { useData } from '#src/data/data.ts'
import { agoText } from '#src/format/age.ts'
import { formatCount } from '#src/format/count.ts'
import { Table } from '#src/ui/list/table.tsx'
import { Tag, type Tone } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { taskQuery, tasksQuery } from './queries.ts'

const TONES: Record<Task['status'], Tone> = { Processing: 'accent', Processed: 'done', Error: 'stop', Canceled: 'warn' }
/** Finished tasks are shown for so long, ms. */
const SHOWN_MS = 24 * 3_600_000
const MOST = 3

interface TaskListProps {
  platform: string
  /** Only those of this allowlist. */
  allowlistId?: string
}

/** Hidden if there is no task. */
export function TaskList({ platform, allowlistId }: TaskListProps) {
  const { api } = useData()
  const { data = [] } = useQuery(tasksQuery(api, platform))
  const now = useNow()
  useReadAgain(data)
  const shown = data
    .filter((task) => allowlistId === undefined || task.allowlistId === allowlistId)
    .filter(({ endedAt }) => endedAt === null || now - fromStamp(endedAt) < SHOWN_MS)
    .slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Tasks" className="grid gap-1 text-list">
      {shown.map((task) => (
        <li key={task.uuid} className="flex flex-wrap items-center gap-3">
          <Tag tone={TONES[task.status]}>{task.status}</Tag>
          {task.status === 'Processing' && (
            <progress
              className="w-24 flex-none"
              aria-label="Progress"
              max={Math.max(1, task.total)}
              value={task.done}
            />
          )}
          <span className="min-w-0 truncate">
            {formatCount(task.done)} of {formatCount(task.total)}
            {task.message ? `: ${task.message}` : ' alerts'}
          </span>
          <span className="flex-none text-label text-muted">
            {task.author}, {agoText(now - fromStamp(task.endedAt ?? task.createAt))}
          </span>
          <Entries task={task} />
        </li>
      ))}
    </ul>
  )
}

const ENTRY_WORDS = { waiting: 'Waiting', resolved: 'Resolved', skipped: 'Skipped' } as const

/** Results by alert, read when they are opened; nothing where the server does not give them. */
function Entries({ task }: { task: Task }) {
  const { api, capabilities } = useData()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...taskQuery(api, task), enabled: isOpen })
  if (capabilities().version === '') return null
  const entries = query.data?.entries
  return (
    <details className="w-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-muted">Results by alert</summary>
      {query.isError && <p className="text-muted">{query.error.message}</p>}
      {entries && (
        <div className="max-h-60 overflow-y-auto">
          <Table
            label="Alerts of the task"
            columns={['On', 'Client', 'Result', 'Why']}
            rows={entries.map((entry) => ({
              key: entry.alertId,
              cells: [
                entry.caseId ?? entry.customerId,
                entry.customerName,
                ENTRY_WORDS[entry.status],
                entry.reason ?? '',
              ],
            }))}
          />
        </div>
      )}
    </details>
  )
}

/** Data changed by a task are read again once it is over. */
function useReadAgain(tasks: readonly Task[]): void {
  const queries = useQueryClient()
  const running = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const next = new Set(tasks.filter(({ status }) => status === 'Processing').map(({ uuid }) => uuid))
    const isOver = [...running.current].some((uuid) => !next.has(uuid))
    running.current = next
    if (isOver) void queries.invalidateQueries({ queryKey: ['allowlists'] })
  }, [queries, tasks])
}
