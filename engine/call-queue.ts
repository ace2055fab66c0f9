/** What waits for what: calls of the window for each other, and the sender for what other tabs did. */
import type { Change } from '#engine/base/types.ts'
import type { CallName } from './protocol.ts'

/** What is only read, and waits for nothing. */
export const isRead = (name: CallName): boolean => name === 'snapshotGet' || name.startsWith('replica')

/** Has nothing to do with the outbox: no decision waits for it. */
export const BESIDE: ReadonlySet<CallName> = new Set([
  'auditAppend',
  'documents',
  'reference',
  'snapshotAges',
  'snapshotDrop',
  'snapshotPut',
])

/** Has to do with everything. */
export const AFTER_ALL: ReadonlySet<CallName> = new Set(['auditRead', 'cacheClear', 'platforms'])

/** How long until there may be something to send of what another tab did, ms. */
export function untilDue({ put, gone }: Change, now: number): number {
  const isHeldAlone = gone.length === 0 && put.every(({ state }) => state === 'held')
  return isHeldAlone ? Math.min(...put.map(({ holdUntil }) => holdUntil)) - now : 0
}
