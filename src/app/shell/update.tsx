// A newer version of the window waits until the user wants it.
import { createContext, use, useSyncExternalStore } from 'react'
import { StatusButton } from '#src/commands/parts/status-button.tsx'
import type { ShellUpdate } from '#src/data/engine-client/service-worker.ts'

const Context = createContext<ShellUpdate | null>(null)
export const UpdateProvider = Context.Provider

const never = () => () => {}
const no = () => false

export function UpdateNotice() {
  const update = use(Context)
  const isReady = useSyncExternalStore(update?.subscribe ?? never, update?.isReady ?? no)
  if (!isReady) return null
  return (
    <StatusButton command="app.update" isAsking>
      New version: reload
    </StatusButton>
  )
}
