/** Order of calls: the window's calls after each other, and the sender after other tabs' changes. */
import type { Change } from '#engine/base/types.ts'
import type { CallName } from './protocol.ts'

/** Calls that only read and need not wait. */
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

/** Waits for everything asked for before; no decision waits for it. */
export const AFTER_ALL: ReadonlySet<CallName> = new Set(['auditRead', 'cacheClear', 'platforms'])

/** The delay before looking for operations of another tab, ms. */
export function untilDue({ put, gone }: Change, now: number): number {
  const isHeldAlone = gone.length === 0 && put.every(({ state }) => state === 'held')
  return isHeldAlone ? Math.min(...put.map(({ holdUntil }) => holdUntil)) - now : 0
}
