/** What the window knows of the vault, and what vaults of one user's tabs say to each other. */
import type { SlotType } from '#src/data/engine/database.ts'
import type { Keys } from './key-ring.ts'
import type { LockedWhy, Policy } from './notes.ts'

/** The least a passphrase has, in characters. */
export const PASSPHRASE_LENGTH = 12

/** Why the vault is closed. */
export type Why =
  | LockedWhy
  /** Somebody else signed in. */
  | 'user'
  /** Cannot ask the server; what the user has opens it. */
  | 'no-network'
  /** Cannot ask the server, and there is no other way in. */
  | 'no-way'
  /** The server has not been heard for too long. */
  | 'window'
  /** This device's clock stands before what it has shown. */
  | 'clock'
  /** The session is over. */
  | 'signed-out'
  /** The server's half is not the one this was sealed with. */
  | 'mismatch'

export interface SlotInfo {
  id: string
  type: SlotType
  label: string
  madeAt: number
  /** Made when the user had other platforms: it opens what they had then. */
  isStale: boolean
  /** Of a passkey. */
  credentialId?: Uint8Array<ArrayBuffer>
  salt?: Uint8Array<ArrayBuffer>
}

export interface VaultState extends Policy {
  phase: 'opening' | 'open' | 'locked'
  /** How the server calls this device. */
  device: string
  why: Why | null
  slots: readonly SlotInfo[]
  /** Attempts before the ways in without the server are destroyed. */
  triesLeft: number
  /** Operations of other users that lie sealed on this device. */
  others: number
  /** The offer of a way in without the network was answered. */
  isPutOff: boolean
}

/** The answer to an attempt. */
export type Unlocked = { ok: true } | { ok: false; why: 'wrong' | 'window' | 'clock'; triesLeft: number }

export type BetweenVaults =
  | { type: 'askKeys' }
  /** Null: the tab that would have them waits as well. */
  | { type: 'keys'; keys: Keys | null }
  | { type: 'active' }
  | { type: 'lock'; why: Why }
  | { type: 'platformGone'; platform: string }
  /** Everything cached, and the keys to it, is destroyed. */
  | { type: 'cacheGone' }
  /** The ways in are others now. */
  | { type: 'slots' }
