import { useEffect, useState } from 'react'
import type { ListState } from '#src/commands/list-state.ts'

const REST_MS = 80

/** The id under the cursor once it has rested: what follows the cursor must not follow every held key. */
export function useRestedCursor(list: ListState): string | null {
  const [id, setId] = useState(() => list.cursor.getState().id)
  useEffect(() => {
    let timer = 0
    const stop = list.cursor.subscribe((cursor) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setId(cursor.id), REST_MS)
    })
    setId(list.cursor.getState().id)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [list])
  return id
}
