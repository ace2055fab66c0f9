import { Announcer } from '#src/commands/announcer.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { CommandStrip } from '#src/commands/which-key.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Connection } from './connection.tsx'
import { UpdateNotice } from './update.tsx'

/** The one place where things are said in passing: undo, questions, which-key, what is unsent, the connection. */
export function StatusLine() {
  const { registry, runner } = useCommandLayer()
  return (
    <footer className="flex items-center gap-4 border-t border-line bg-raised px-3 text-label">
      <div className="flex min-w-0 grow items-center overflow-hidden">
        <CommandStrip />
      </div>
      <Announcer />
      <UpdateNotice />
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
