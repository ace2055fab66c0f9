// What the right end of the status line says of the connection and of what has not gone out yet.
import { useSyncExternalStore } from 'react'
import { StatusButton } from '#src/commands/status-button.tsx'
import { useData, useEngineStatus, useIsOnline, useReplica } from '#src/data/data.ts'
import type { EngineStatus } from '#src/data/engine-client.ts'
import { useOutbox } from '#src/features/outbox/outbox-context.ts'
import { progressOf } from '#src/features/outbox/public.ts'
import { shortAge } from '#src/format/age.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { formatCount } from '#src/format/count.ts'

/** Younger than this the data are called up to date, ms. */
const OLD_MS = 60_000

const TROUBLE: Partial<Record<EngineStatus['storage'], string>> = {
  unavailable: 'No storage: online only, nothing is kept here',
  newer: 'Another window is newer: reload',
  blocked: 'Not saved yet: close the older windows of Docket',
}

function troubleOf({ storage, lost, missing }: EngineStatus): string | undefined {
  if (storage === 'reset') return `Browser storage was reset: ${formatCount(lost)} unsent may be lost`
  if (lost > 0) return `Taken from this device by something else: ${formatCount(lost)} unsent`
  if (missing > 0) return `The server was put back to an earlier state: ${formatCount(missing)} missing there`
  return TROUBLE[storage]
}

export function Connection() {
  const isOnline = useIsOnline()
  const { connectivity } = useData()
  const status = useEngineStatus()
  const now = useNow()
  const replica = useReplica()
  // of rows that are kept here their own age, else that of the last answer
  const asOf = replica?.asOf ?? connectivity.lastHeard()
  const trouble = troubleOf(status)
  return (
    <>
      {trouble && <Tag tone="stop">{trouble}</Tag>}
      {/* the session ended while nobody was waiting for it */}
      {status.paused && (
        <StatusButton command="app.sign-in" isAsking>
          Sign in to go on
        </StatusButton>
      )}
      <Sending />
      <Unsent {...status} />
      <span role="status" aria-label="Connection" className="whitespace-nowrap">
        {isOnline ? <Tag tone="done">Online</Tag> : <Tag tone="warn">Offline</Tag>}
        {!isOnline && status.unsent > 0 && <span className="sr-only">, {status.unsent} unsent</span>}
      </span>
      {asOf !== null && (
        <span aria-label="Age of the data" role="note" className="whitespace-nowrap text-muted">
          {now - asOf < OLD_MS ? 'data up to date' : `data ${shortAge(now - asOf)} old`}
        </span>
      )}
    </>
  )
}

/** How far what was written many at a time is on its way. */
function Sending() {
  const { bulks } = useOutbox()
  const progress = progressOf(useSyncExternalStore(bulks.subscribe, bulks.underWay))
  if (!progress) return null
  const { done, total } = progress
  return (
    <span
      role="progressbar"
      aria-label="Sending"
      aria-valuenow={done}
      aria-valuemax={total}
      className="whitespace-nowrap tabular-nums"
    >
      {formatCount(done)} of {formatCount(total)} sent
    </span>
  )
}

/** What has not gone out leads to the outbox, what needs the user to the desk. */
function Unsent({ unsent, conflict, dead }: EngineStatus) {
  const stuck = conflict + dead
  return (
    <>
      {unsent > 0 && <StatusButton command="nav.outbox">{formatCount(unsent)} unsent</StatusButton>}
      {stuck > 0 && (
        <StatusButton command="nav.conflicts">
          <Tag tone="stop">{stuck === 1 ? '1 needs you' : `${formatCount(stuck)} need you`}</Tag>
        </StatusButton>
      )}
    </>
  )
}
