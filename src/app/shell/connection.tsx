// The right end of the status line: connection and unsent operations.
import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { View } from '#src/commands/dispatcher/when.ts'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useEngineStatus, useIsOnline, useReplica } from '#src/data/data.ts'
import type { EngineStatus } from '#src/data/engine-client/engine-client.ts'
import { useOutbox } from '#src/features/outbox/outbox-context.ts'
import { progressOf } from '#src/features/outbox/public.ts'
import { shortAge } from '#src/format/age.ts'
import { formatCount } from '#src/format/count.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'

/** Younger than this the data are called up to date, ms. */
const OLD_MS = 60_000

/** Screens of rows that are kept on this device and followed. */
const KEPT: ReadonlySet<View | null> = new Set(['queue', 'case', 'accountAlerts'])

const TROUBLE: Partial<Record<EngineStatus['storage'], string>> = {
  unavailable: 'No browser storage: online only, nothing is saved on this device',
  newer: 'A newer version is open in another window: reload',
  blocked: 'Not saved yet: close the older windows of Docket',
}

function troubleOf({ storage, lost, missing }: EngineStatus): string | undefined {
  if (storage === 'reset') return `Browser storage was reset: ${formatCount(lost)} unsent may be lost`
  if (lost > 0) return `Removed from this device by another program: ${formatCount(lost)} unsent`
  if (missing > 0) return `The server was restored from a backup: ${formatCount(missing)} missing there`
  return TROUBLE[storage]
}

export function Connection() {
  const isOnline = useIsOnline()
  const { connectivity, token } = useData()
  const isOther = useSyncExternalStore(connectivity.subscribe, connectivity.isOther)
  const isSignedOut = useSyncExternalStore(token.subscribe, () => token.get() === null)
  const status = useEngineStatus()
  const now = useNow()
  const replica = useReplica()
  const { context } = useCommandLayer()
  const isKept = useStore(context.store, ({ atoms }) => KEPT.has(atoms.view))
  // the stored open work has an age, once it was read; other data were read when their screen was opened
  const asOf = isKept ? (replica ? replica.asOf : connectivity.lastHeard()) : null
  const trouble = troubleOf(status)
  return (
    <>
      {trouble && <Tag tone="stop">{trouble}</Tag>}
      {/* the session ended in the background */}
      {(status.paused || isSignedOut) && (
        <StatusButton command="app.sign-in" isAsking>
          Sign in to go on
        </StatusButton>
      )}
      <Sending />
      <Unsent {...status} />
      <span role="status" aria-label="Connection" className="whitespace-nowrap">
        {isOnline ? (
          <Tag tone="done">Online</Tag>
        ) : (
          <Tag tone="warn">{isOther ? 'Offline (something else answers in the server’s place)' : 'Offline'}</Tag>
        )}
        {!isOnline && status.unsent > 0 && <span className="sr-only">, {status.unsent} unsent</span>}
      </span>
      {asOf !== null && (
        <span aria-label="Age of the data" role="note" className="whitespace-nowrap text-muted">
          {ageWords(now - asOf, isOnline && !isSignedOut && !status.paused)}
        </span>
      )}
    </>
  )
}

/** Offline, nothing counts as current. */
function ageWords(age: number, isHeard: boolean): string {
  if (age >= OLD_MS) return `data ${shortAge(age)} old`
  return isHeard ? 'data up to date' : 'data less than a minute old'
}

/** The progress of bulk changes. */
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

/** Unsent operations link to the outbox, conflicts to the conflicts screen. */
function Unsent({ unsent, conflict, dead }: EngineStatus) {
  const stuck = conflict + dead
  return (
    <>
      {unsent > 0 && <StatusButton command="nav.outbox">{formatCount(unsent)} unsent</StatusButton>}
      {stuck > 0 && (
        <StatusButton command="nav.conflicts">
          <Tag tone="stop">{stuck === 1 ? '1 conflict' : `${formatCount(stuck)} conflicts`}</Tag>
        </StatusButton>
      )}
    </>
  )
}
