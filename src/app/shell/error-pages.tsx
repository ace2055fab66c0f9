// Replacements of a failed screen: refused, broken, or built by an older version.
import { useEffect, type ReactNode } from 'react'
import { ChunkError } from '#src/app/load-screen.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'

const reload = () => location.reload()

/** When an outdated window last reloaded itself, and for how long it does not do so again, ms. */
const REPLACED = 'docket.replaced'
const REST_MS = 60_000

/** Limited in time: if the server lacks a file, the window must not reload forever. */
function mayReplace(now = Date.now()): boolean {
  if (now - Number(sessionStorage.getItem(REPLACED) ?? 0) < REST_MS) return false
  sessionStorage.setItem(REPLACED, String(now))
  return true
}

/** The way out of a page of the platform: the address does not depend on that of the page. */
const ToCases = () => (
  <a className="button" data-variant="primary" href={`/admin/${encodeURIComponent(currentPlatform())}/cases/`}>
    Back to the cases
  </a>
)

export function ForbiddenScreen() {
  return (
    <Empty title="No permission">
      <p className="mb-4">Your account may not open this screen. Ask an administrator for the role it needs.</p>
      <ToCases />
    </Empty>
  )
}

const tryAgain = (
  <Button variant="primary" onClick={reload}>
    Try again
  </Button>
)

/** Replaces a screen that failed in this window: by a defect, or since something else changed the page. */
function DrawErrorScreen() {
  return (
    <Empty title="This screen could not be drawn">
      <p className="mb-4">
        The fault is in this window, and not in the server. Unsent input is saved on this device. If the browser or an
        extension translates this page, turn that off for it, then try again.
      </p>
      {tryAgain}
    </Empty>
  )
}

/** Replaces a screen for which the server failed, and offers to read it again. */
function ServerErrorScreen({ way = tryAgain }: { way?: ReactNode }) {
  return (
    <Empty title="Something went wrong">
      <p className="mb-4">The server failed. Unsent input is saved on this device.</p>
      {way}
    </Empty>
  )
}

/** At the address `500`, which is the same however often it is read. */
export const ServerErrorPage = () => <ServerErrorScreen way={<ToCases />} />

/** A screen, or a part of one that features load by themselves, did not come; browsers have only words for the latter. */
function isMissingPart(error: unknown): boolean {
  if (error instanceof ChunkError) return true
  return error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
}

/**
 * The window is older than the server: nothing was typed on a screen that did not come, so that it is loaded again as
 * soon as everything decided so far is on its way or written.
 */
function StaleScreen() {
  const { runner } = useCommandLayer()
  const isOnline = useIsOnline()
  const update = () => void runner.execute('app.update', { source: 'pointer' })
  useEffect(() => {
    if (isOnline && mayReplace()) void runner.execute('app.update', { source: 'pointer' })
  }, [runner, isOnline])
  return (
    <Empty title={isOnline ? 'A new version is available' : 'Not on this device yet'}>
      <p className="mb-4">
        {isOnline
          ? 'This window is older than the server. Reloading brings it up to date; unsent work stays.'
          : 'This screen has not been loaded on this device before. It opens once there is a connection.'}
      </p>
      <Button variant="primary" onClick={update}>
        Reload
      </Button>
    </Empty>
  )
}

/** The router's last resort: distinguishes an outdated window and a missing network from a defect. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isMissingPart(error)) return <StaleScreen />
  if (error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout')) {
    return (
      <Empty title="No connection">
        <p className="mb-4">The server does not answer, and this device has not seen this page before.</p>
        {tryAgain}
      </Empty>
    )
  }
  // on its way to the sign-in page
  if (error instanceof ApiError && error.kind === 'unauthorised') return null
  return error instanceof ApiError ? <ServerErrorScreen /> : <DrawErrorScreen />
}
