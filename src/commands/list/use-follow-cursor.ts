import { useState, useSyncExternalStore } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'

/**
 * What a drawer that was opened on the row under the cursor shows: that row, and the one the cursor goes on to when it
 * is decided there. What was opened from elsewhere stays.
 */
export function useFollowCursor(id: string): string {
  const { context } = useCommandLayer()
  const [cursor] = useState(() => {
    const store = context.list()?.state.cursor
    return store?.getState().id === id ? store : null
  })
  const at = useSyncExternalStore(
    (tell) => cursor?.subscribe(tell) ?? (() => {}),
    () => cursor?.getState().id,
  )
  return at ?? id
}
