// A newer version of the window waits until the user wants it.
import { createContext, use, useSyncExternalStore } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { ShellUpdate } from '#src/data/service-worker.ts'

const Context = createContext<ShellUpdate | null>(null)
export const UpdateProvider = Context.Provider

const never = () => () => {}
const no = () => false

export function UpdateNotice() {
  const update = use(Context)
  const isReady = useSyncExternalStore(update?.subscribe ?? never, update?.isReady ?? no)
  const { runner } = useCommandLayer()
  if (!isReady) return null
  return (
    <button
      type="button"
      className="status-button underline"
      onClick={() => runner.execute('app.update', { source: 'pointer' })}
    >
      New version: reload
    </button>
  )
}
