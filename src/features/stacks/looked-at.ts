import { useEffect } from 'react'
import type { Stacks } from './stacks.ts'

/** A row whose facts were on screen for the minimum time counts as reviewed. Without stacks nothing counts. */
export function useLookedAt(stacks: Pick<Stacks<never>, 'look' | 'dwellMs'> | null, id: string, isRead: boolean): void {
  useEffect(() => {
    if (!isRead || !stacks) return undefined
    const timer = setTimeout(() => stacks.look(id), stacks.dwellMs())
    return () => clearTimeout(timer)
  }, [stacks, id, isRead])
}
