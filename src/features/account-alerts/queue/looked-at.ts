import { useEffect } from 'react'
import { useAccountAlerts } from '#src/features/account-alerts/account-alerts.ts'
import { useAlertQueue } from './queue.ts'

/** An alert whose facts were on screen for the minimum time counts as reviewed. */
export function useLookedAt(id: string, isRead: boolean): void {
  const { stacks } = useAlertQueue()
  const { dwellMs } = useAccountAlerts().ports
  useEffect(() => {
    if (!isRead) return undefined
    const timer = setTimeout(() => stacks.look(id), dwellMs())
    return () => clearTimeout(timer)
  }, [id, isRead, stacks, dwellMs])
}
