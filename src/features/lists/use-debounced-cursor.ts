import { useState, useSyncExternalStore } from 'react'
import type { ListState } from '#src/commands/list/list-state.ts'

const REST_MS = 80

function restedStore(list: ListState) {
  let id = list.cursor.getState().id
  return {
    get: () => id,
    subscribe(listener: () => void) {
      let timer = 0
      const wait = () => {
        clearTimeout(timer)
        timer = window.setTimeout(() => {
          id = list.cursor.getState().id
          listener()
        }, REST_MS)
      }
      wait()
      const stop = list.cursor.subscribe(wait)
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

/** The id under the cursor once it has rested: what follows the cursor must not follow every held key. */
export function useDebouncedCursor(list: ListState): string | null {
  const [store] = useState(() => restedStore(list))
  return useSyncExternalStore(store.subscribe, store.get)
}
