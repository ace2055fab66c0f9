import { Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { loadScreen } from '#src/app/load-screen.ts'
import { Announcer } from '#src/commands/announce/announcer.tsx'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useIsOnline } from '#src/data/data.ts'
import { ErrorBoundary } from '#src/ui/error-boundary.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { fetchAhead } from '#src/ui/when-idle.ts'
import { Connection } from './connection.tsx'
import { UpdateNotice } from './update.tsx'

// keys work without it, and it is empty before the first key: fetched after the first screen
const [CommandStrip, fetchStrip] = lazyPart(() =>
  loadScreen(() => import('#src/commands/help/which-key.tsx').then((m) => m.CommandStrip)),
)

const [DeferredParts, fetchLater] = lazyPart(() =>
  loadScreen(() => import('./deferred-parts.tsx').then((m) => m.DeferredParts)),
)

/** The one place where things are said in passing: undo, questions, which-key, what is unsent, the connection. */
export function StatusLine() {
  const { registry } = useCommandLayer()
  const isOnline = useIsOnline()
  const [isStanding, setStanding] = useState(false)
  useEffect(() => fetchAhead(() => Promise.all([fetchStrip(), fetchLater()]).finally(() => setStanding(true))), [])
  return (
    <footer
      data-pane
      className="flex min-h-7 flex-wrap items-center justify-end gap-x-4 border-t border-line bg-raised px-3 text-label"
    >
      <div className="flex min-w-0 flex-[1_1_160px] items-center overflow-hidden">
        {/* failed parts are requested again when the network is back */}
        <ErrorBoundary key={String(isOnline)} fallback={<PlainStrip />}>
          <Suspense fallback={<PlainStrip />}>{isStanding ? <CommandStrip /> : <PlainStrip />}</Suspense>
        </ErrorBoundary>
      </div>
      <Announcer />
      {isStanding && (
        <ErrorBoundary key={`waiting ${isOnline}`} fallback={null}>
          <Suspense fallback={null}>
            <DeferredParts />
          </Suspense>
        </ErrorBoundary>
      )}
      <UpdateNotice />
      <Connection />
      <StatusButton command="app.help">
        <Kbd keys={registry.keyOf('app.help') ?? []} /> keys
      </StatusButton>
    </footer>
  )
}

/** The words alone, until the strip is there: no question may be answered unseen. */
function PlainStrip() {
  const { runner, notices } = useCommandLayer()
  const asked = useStore(runner.confirmation, (state) => state.asked)
  const notice = useStore(notices.store, (state) => state.notice)
  return <span className="truncate">{asked ? `${asked.question}: Enter confirms` : notice?.text}</span>
}
