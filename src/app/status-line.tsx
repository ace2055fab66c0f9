import { lazy, Suspense } from 'react'
import { Announcer } from '#src/commands/announcer.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { OfflineOffer } from '#src/features/vault/offer.tsx'
import { BackToday } from '#src/features/views/back-today.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Connection } from './connection.tsx'
import { loadScreen } from './load-screen.ts'
import { UpdateNotice } from './update.tsx'

// keys work without it, and it says nothing before the first of them: fetched beside the first rows; without it
// questions could not be seen, so that a failure is not hidden
const CommandStrip = lazy(() =>
  loadScreen(() => import('#src/commands/which-key.tsx').then((m) => ({ default: m.CommandStrip }))),
)

/** The one place where things are said in passing: undo, questions, which-key, what is unsent, the connection. */
export function StatusLine() {
  const { registry, runner } = useCommandLayer()
  return (
    <footer data-pane className="flex items-center gap-4 border-t border-line bg-raised px-3 text-label">
      <div className="flex min-w-0 grow items-center overflow-hidden">
        <Suspense fallback={null}>
          <CommandStrip />
        </Suspense>
      </div>
      <Announcer />
      <BackToday />
      <UpdateNotice />
      <OfflineOffer />
      <Connection />
      <button
        type="button"
        aria-keyshortcuts={registry.ariaKeysOf('app.help')}
        onClick={() => runner.execute('app.help', { source: 'pointer' })}
        className="status-button"
      >
        <Kbd keys={registry.keyOf('app.help') ?? []} /> keys
      </button>
    </footer>
  )
}
