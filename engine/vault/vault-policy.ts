/** What the vault remembers in plain: what the server wants of this device, when it was last heard, failed attempts. */
import type { OFFLINE_UNLOCKS } from '#contract/calls/sync.ts'
import type { VaultDb } from '#engine/base/database.ts'
import type { Sealed } from '#engine/base/types.ts'

/** What the server wants of a device. */
export interface Policy {
  /** For so long it opens without the server, in hours. */
  offlineHours: number
  /** Without a key or a click it locks after so many minutes; 0 for never. */
  lockMinutes: number
  /** What opens it without the server; see the contract's `devicePolicy`. */
  offlineUnlock: (typeof OFFLINE_UNLOCKS)[number]
}
/** Where the server has no say. */
export const DEFAULT_POLICY: Policy = { offlineHours: 72, lockMinutes: 10, offlineUnlock: 'offered' }
const LONGEST_LOCK_MINUTES = 15

/** When the server was last heard, by this device's clock; and the latest that has shown. */
export interface Contact {
  device: number
  seen: number
}

/** Why a vault is closed that was open, until somebody shows who they are. */
export type LockedWhy = 'locked' | 'idle' | 'sleep'
interface Notes {
  policy: Policy
  contact: Contact
  locked: LockedWhy
  /** Wrong attempts in a row. */
  fails: number
  /** The offer to set up an unlock method without the network was put off. */
  putOff: boolean
  /** What this device shows to lock itself at the server. */
  lockTicket: string
  /** The lock that is on: its name towards the server, and the session's token, sealed. */
  lock: { id: string; token: Sealed | null }
  /** An unlock that the server has not confirmed yet, with the proof of it, sealed. */
  unlocking: { id: string; proof: Sealed }
  /** The moment in the name of the last lock: the next one's is later, whatever the clock says. */
  lockedAt: number
  /** When the server confirmed the last unlock: what it refused shortly before may be asked again. */
  revived: number
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

/** What counts of what was noted. */
export function policyOf(noted: Partial<Policy> = {}): Policy {
  const policy = { ...DEFAULT_POLICY, ...noted }
  return { ...policy, lockMinutes: Math.min(LONGEST_LOCK_MINUTES, policy.lockMinutes) }
}

/** Clocks are set right by some minutes now and then, ms. */
const SLACK_MS = 5 * 60_000

/**
 * Why a device may not be opened without the server: too long unheard (`window`), or this device's clock stands before what it has already shown (`clock`).
 */
export function whyClosed(now: number, contact: Contact | undefined, policy: Policy): 'window' | 'clock' | null {
  if (!contact) return null
  if (now < Math.max(contact.device, contact.seen) - SLACK_MS) return 'clock'
  return now - contact.device > policy.offlineHours * 3_600_000 ? 'window' : null
}
