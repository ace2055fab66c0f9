// One operation in the queue: its state, what it waits for, and the result of every attempt.
import type { ReactNode } from 'react'
import { useIsOnline } from '#src/data/data.ts'
import type { PendingOp } from '#src/data/engine-client/pending.ts'
import { countOf } from '#src/format/count.ts'
import { formatDateTime } from '#src/format/date.ts'
import { Table } from '#src/ui/list/table.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { textOf } from './compare.ts'
import { waitsFor } from './outbox.ts'
import { STATE_LABELS } from './states.ts'

/** `useNow` moves in steps of half a minute: a nearer moment may already have passed. */
const MINUTE = 60_000

/** The next attempt, as text; null if there is none. Never a moment that has passed. */
export function nextTry({ state, holdUntil, nextAt }: PendingOp, now: number, isOnline: boolean): string | null {
  if (state === 'held' && holdUntil > now) return `${formatDateTime(holdUntil)}, when it can no longer be undone`
  if (state !== 'held' && state !== 'ready' && state !== 'uncertain') return null
  if (!isOnline) return 'when the connection is back'
  return nextAt < now + MINUTE ? 'within a minute' : formatDateTime(nextAt)
}

export function OpDetails({ entry, rows }: { entry: PendingOp; rows: readonly PendingOp[] }) {
  const { op, state, group, tries = [], supersedes } = entry
  const together = rows.filter((row) => row.group === group).length
  const now = useNow()
  const isOnline = useIsOnline()
  const before = waitsFor(entry, rows)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', STATE_LABELS[state]],
    ['Next try', nextTry(entry, now, isOnline)],
    ['Waits for', before && `${before.label} (${STATE_LABELS[before.state].toLowerCase()})`],
    ['Decided', formatDateTime(op.at)],
    ['Sent with', together > 1 && countOf(together - 1, 'other')],
    ['Replaces', supersedes && 'a rejected decision'],
  ]
  return (
    <div className="grid max-h-64 gap-3 overflow-y-auto">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="whitespace-pre-wrap">{textOf(op.body)}</p>
      {tries.length > 0 && (
        <Table
          label="Attempts"
          columns={['When', 'Answer', 'What was said']}
          rows={tries.map(({ at, status, code, message }, index) => ({
            key: `${at}-${index}`,
            cells: [formatDateTime(at), status ?? code, message],
          }))}
        />
      )}
    </div>
  )
}
