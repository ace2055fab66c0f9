import { useState, useSyncExternalStore } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'

/**
 * The row of a drawer opened on the cursor's row: it follows the cursor after a decision. One opened from elsewhere
 * stays.
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
