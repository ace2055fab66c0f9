/** The plain settings of the vault: the server's device policy, the last contact, failed attempts. */
import type { OFFLINE_UNLOCKS } from '#contract/calls/sync.ts'
import type { KeyRow, VaultDb } from '#engine/base/database.ts'
import type { Sealed } from '#engine/base/types.ts'

/** The server's device policy. */
export interface Policy {
  /** How long it opens without the server, in hours. */
  offlineHours: number
  /** Minutes of inactivity before it locks; 0 for never. */
  lockMinutes: number
  /** The offline unlock methods; see the contract's `devicePolicy`. */
  offlineUnlock: (typeof OFFLINE_UNLOCKS)[number]
}
/** Without a policy of the server. */
export const DEFAULT_POLICY: Policy = { offlineHours: 72, lockMinutes: 10, offlineUnlock: 'offered' }
const LONGEST_LOCK_MINUTES = 15

/** The last contact with the server, by this device's clock; and the latest time that the clock has shown. */
export interface Contact {
  device: number
  seen: number
}

/** The reason why an open vault was locked, until the user authenticates. */
export type LockedWhy = 'locked' | 'idle' | 'sleep'
interface Notes {
  policy: Policy
  contact: Contact
  locked: LockedWhy
  /** Wrong attempts in a row. */
  fails: number
  /** The offer to set up an unlock method without the network was put off. */
  putOff: boolean
  /** The ticket with which this device locks itself at the server. */
  lockTicket: string
  /** The current lock: its id at the server, and the encrypted session token. */
  lock: { id: string; token: Sealed | null }
  /** An unlock that the server has not confirmed, with its encrypted proof. */
  unlocking: { id: string; proof: Sealed }
  /** The time in the last lock's id: the next one's is later, whatever the clock says. */
  lockedAt: number
  /** The time at which the server confirmed the last unlock: earlier refusals may be retried. */
  revived: number
  /** Keys of a vault without a key share, until their data are re-encrypted. */
  replaced: KeyRow[]
}

export type NoteName = keyof Notes

export async function readNote<K extends keyof Notes>(db: VaultDb, k: K): Promise<Notes[K] | undefined> {
  return (await db.notes.get(k))?.v as Notes[K] | undefined
}

/** Undefined forgets it. */
export async function writeNote<K extends keyof Notes>(db: VaultDb, k: K, v: Notes[K] | undefined): Promise<void> {
  if (v === undefined) await db.notes.delete(k)
  else await db.notes.put({ k, v })
}

/** All of them at once. */
export async function readNotes(db: VaultDb): Promise<Partial<Notes>> {
  return Object.fromEntries((await db.notes.toArray()).map(({ k, v }) => [k, v]))
}

/** The valid part of the settings. */
export function policyOf(noted: Partial<Policy> = {}): Policy {
  const policy = { ...DEFAULT_POLICY, ...noted }
  return { ...policy, lockMinutes: Math.min(LONGEST_LOCK_MINUTES, policy.lockMinutes) }
}

/** Clocks are set right by some minutes now and then, ms. */
const SLACK_MS = 5 * 60_000

/** The reason why a device may not open offline: too long without contact (`window`), or a clock that was set back (`clock`). */
export function whyClosed(now: number, contact: Contact | undefined, policy: Policy): 'window' | 'clock' | null {
  if (!contact) return null
  if (now < Math.max(contact.device, contact.seen) - SLACK_MS) return 'clock'
  return now - contact.device > policy.offlineHours * 3_600_000 ? 'window' : null
}
