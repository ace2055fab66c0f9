// What the right end of the status line says of the connection and of what has not gone out yet.
import { useEffect, useState } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useEngineStatus, useIsOnline } from '#src/data/data.ts'
import type { EngineStatus } from '#src/data/engine-client.ts'
import { signInUrl } from '#src/features/session/sign-out.ts'
import { shortAge } from '#src/format/age.ts'
import { Tag } from '#src/ui/tag.tsx'

const EVERY_MS = 15_000

/** The present time, now and then. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

const TROUBLE: Partial<Record<EngineStatus['storage'], string>> = {
  unavailable: 'No storage: decisions cannot be kept here',
  newer: 'Another window is newer: reload',
}

function troubleOf({ storage, lost }: EngineStatus): string | undefined {
  if (storage === 'reset') return `Storage was cleared: ${lost.toLocaleString('en')} unsent lost`
  return TROUBLE[storage]
}

export function Connection() {
  const isOnline = useIsOnline()
  const { connectivity } = useData()
  const status = useEngineStatus()
  const now = useNow()
  const heard = connectivity.lastHeard()
  const trouble = troubleOf(status)
  return (
    <>
      {trouble && <Tag tone="stop">{trouble}</Tag>}
      {status.paused && (
        <a href={signInUrl()} className="status-button underline">
          Sign in to go on
        </a>
      )}
      <Unsent {...status} />
      <span role="status" aria-label="Connection" className="whitespace-nowrap">
        {isOnline ? (
          <Tag tone="done">Online</Tag>
        ) : (
          <Tag tone="warn">
            Offline{heard !== null && now - heard > 60_000 && `, data ${shortAge(now - heard)} old`}
          </Tag>
        )}
      </span>
    </>
  )
}

function Unsent({ unsent, conflict, dead }: EngineStatus) {
  const { runner } = useCommandLayer()
  const stuck = conflict + dead
  if (unsent + stuck === 0) return null
  return (
    <button type="button" className="status-button" onClick={() => runner.execute('nav.outbox', { source: 'pointer' })}>
      {unsent > 0 && `${unsent.toLocaleString('en')} unsent`}
      {stuck > 0 && <Tag tone="stop">{stuck.toLocaleString('en')} not sent</Tag>}
    </button>
  )
}
