import { useCommandLayer } from '#src/commands/provider.tsx'
import { useEngineStatus } from '#src/data/data.ts'
import { Kbd } from '#src/ui/kbd.tsx'

/** The one place where things are said in passing. */
export function StatusLine() {
  const { registry, runner } = useCommandLayer()
  return (
    <footer className="flex items-center gap-4 border-t border-line bg-raised px-3 text-label text-muted">
      <div className="min-w-0 grow" />
      <Unsent />
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

function Unsent() {
  const { unsent } = useEngineStatus()
  const { runner } = useCommandLayer()
  if (unsent === 0) return null
  return (
    <button type="button" className="status-button" onClick={() => runner.execute('nav.outbox', { source: 'pointer' })}>
      {unsent.toLocaleString('en')} unsent
    </button>
  )
}
