/** Order of calls: the window's calls after each other, and the sender after other tabs' changes. */
import type { Change } from '#engine/base/types.ts'
import type { ReplicaCalls } from '#engine/replica/current-replica.ts'
import type { VaultCalls } from '#engine/vault/vault-calls.ts'
import type { CallName } from './protocol.ts'

/** Calls that only read and need not wait. */
const READS: Readonly<Record<keyof ReplicaCalls | 'snapshotGet', true>> = {
  replicaFollow: true,
  replicaPage: true,
  replicaSearch: true,
  replicaSync: true,
  snapshotGet: true,
}
export const isReadCall = (name: CallName): boolean => name in READS

/** Calls on the vault, which decisions wait for. */
const OF_VAULT: Readonly<Record<keyof VaultCalls | 'vaultEnrol' | 'vaultPutOff' | 'vaultRemove', true>> = {
  vaultEnrol: true,
  vaultLeave: true,
  vaultLock: true,
  vaultPutOff: true,
  vaultRemove: true,
  vaultRevive: true,
  vaultUnlock: true,
}
/** Calls that are answered at once, whatever was asked before. */
export const isCallAnsweredAtOnce = (name: CallName): boolean => name in OF_VAULT || isReadCall(name)

/** Has nothing to do with the outbox: no decision waits for it. */
export const CALLS_BESIDE: ReadonlySet<CallName> = new Set([
  'auditAppend',
  'documents',
  'reference',
  'snapshotAges',
  'snapshotDrop',
  'snapshotPut',
])

/** Waits for everything asked for before; no decision waits for it. */
export const CALLS_AFTER_ALL: ReadonlySet<CallName> = new Set(['auditRead', 'cacheClear', 'platforms'])

/** The delay before looking for operations of another tab, ms. */
export function untilDue({ put, gone }: Change, now: number): number {
  const isHeldAlone = gone.length === 0 && put.every(({ state }) => state === 'held')
  return isHeldAlone ? Math.min(...put.map(({ holdUntil }) => holdUntil)) - now : 0
}
