import type { Connectivity } from '#src/data/net/connectivity.ts'
import type { Pending } from './pending.ts'

/** Calls back when the server has taken open operations that this window, another one or the service worker has sent. */
export function whenAnswered(pending: Pending, answered: () => void): void {
  const open = new Set<string>()
  pending.subscribe(() => {
    const fresh = pending.list().filter(({ op, state }) => state === 'acked' && open.delete(op.opId))
    for (const { op, state } of pending.list()) if (state !== 'acked') open.add(op.opId)
    if (fresh.length > 0) answered()
  })
}

/**
 * Asks the server at once where this window counts as offline and another one, or the service worker, has reached it:
 * what it says of the connection is then so.
 */
export function checkAfterAnswers(
  pending: Pending,
  { isOnline, check }: Pick<Connectivity, 'isOnline' | 'check'>,
): void {
  whenAnswered(pending, () => {
    if (!isOnline()) void check()
  })
}
