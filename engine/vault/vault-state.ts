/** The window's view of the vault, its start parameters, and the messages between one user's tabs. */
import type { SlotType } from '#engine/base/database.ts'
import type { LockedWhy, Policy } from './vault-policy.ts'

/** The least a passphrase has, in characters. */
export const PASSPHRASE_LENGTH = 12

/** After this many wrong attempts in a row the offline unlock methods are destroyed. */
export const MOST_FAILS = 10

/** The reason why the vault is locked. */
export type Why =
  | LockedWhy
  /** Another user signed in. */
  | 'user'
  /** Cannot ask the server; what the user has opens it. */
  | 'no-network'
  /** Cannot ask the server, and there is no other unlock method. */
  | 'no-way'
  /** The server has not been heard for too long. */
  | 'window'
  /** This device's clock was set back. */
  | 'clock'
  /** The session is over. */
  | 'signed-out'
  /** The server's key share differs from the one it was encrypted with. */
  | 'mismatch'

export interface SlotInfo {
  id: string
  type: SlotType
  label: string
  madeAt: number
  /** Made when the user had other platforms: it opens what they had then. */
  isStale: boolean
  /** For a passkey. */
  credentialId?: Uint8Array<ArrayBuffer>
  salt?: Uint8Array<ArrayBuffer>
}

export interface VaultState extends Policy {
  phase: 'opening' | 'open' | 'locked'
  /** This device's id at the server. */
  device: string
  why: Why | null
  slots: readonly SlotInfo[]
  /** Attempts before the unlock methods without the server are destroyed. */
  triesLeft: number
  /** Encrypted operations of other users on this device. */
  others: number
  /** The offer of an unlock method without the network was answered. */
  isPutOff: boolean
  /** The service worker holds what opened it: a page that is loaded again opens without a network. */
  isKept: boolean
}

/** The answer to an attempt. */
export type Unlocked = { ok: true } | { ok: false; why: 'wrong' | 'window' | 'clock'; triesLeft: number }

/** The engine's start parameters for the vault. */
export interface VaultStart {
  uid: string
  base: string
  appV: string
  /** The user has just authenticated: a locked vault opens. */
  isFresh: boolean
  /** The name of this device in its owner's list. */
  label: string
}

/** This device has no data of the user any more: they signed out in another tab, or it was revoked. */
interface Gone {
  type: 'gone'
  why: 'left' | 'revoked'
}

/** The vault's messages to the window. */
export type FromVault =
  | { type: 'vault'; state: VaultState }
  /** Keys were released: the window forgets what it shows and loads again. */
  | { type: 'locked'; why: Why }
  | Gone
  /** The user signed out and deleted everything: missing databases are no loss. */
  | { type: 'forgotten'; stem: string }
  /** A platform's data were destroyed. */
  | { type: 'platformGone'; platform: string }

/** The vault's messages to other tabs. */
export type VaultBroadcast = BetweenVaults | Gone

export type BetweenVaults =
  /** A new tab asks the opening tab for the result. Messages contain no keys. */
  | { type: 'askOpen' }
  /** It was opened, or could not be: others may try now. */
  | { type: 'tried' }
  /** A tab received a newer token. It is in the cookie, not in the message, which any script of the page can read. */
  | { type: 'signedIn' }
  | { type: 'active' }
  | { type: 'lock'; why: Why }
  | { type: 'platformGone'; platform: string }
  /** Everything cached, and the keys to it, is destroyed. */
  | { type: 'cacheGone' }
  /** The unlock methods are others now. */
  | { type: 'slots' }
