/** What the window knows of the vault, what opens it at the start, and what vaults of one user's tabs say to each other. */
import type { SlotType } from '#engine/base/database.ts'
import type { LockedWhy, Policy } from './vault-policy.ts'

/** The least a passphrase has, in characters. */
export const PASSPHRASE_LENGTH = 12

/** So many wrong attempts in a row destroy the unlock methods that work without the server. */
export const MOST_FAILS = 10

/** Why the vault is closed. */
export type Why =
  | LockedWhy
  /** Somebody else signed in. */
  | 'user'
  /** Cannot ask the server; what the user has opens it. */
  | 'no-network'
  /** Cannot ask the server, and there is no other unlock method. */
  | 'no-way'
  /** The server has not been heard for too long. */
  | 'window'
  /** This device's clock stands before what it has shown. */
  | 'clock'
  /** The session is over. */
  | 'signed-out'
  /** The server's key share is not the one this was sealed with. */
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
  /** Attempts before the unlock methods without the server are destroyed. */
  triesLeft: number
  /** Operations of other users that lie sealed on this device. */
  others: number
  /** The offer of an unlock method without the network was answered. */
  isPutOff: boolean
  /** The service worker holds what opened it: a page that is loaded again opens without a network. */
  isKept: boolean
}

/** The answer to an attempt. */
export type Unlocked = { ok: true } | { ok: false; why: 'wrong' | 'window' | 'clock'; triesLeft: number }

/** What of the start of an engine concerns the vault. */
export interface VaultStart {
  uid: string
  base: string
  appV: string
  /** Somebody has just shown who they are: what was locked opens. */
  isFresh: boolean
  /** How this device is named in the list of its owner's devices. */
  label: string
}

/** Nothing of this user is on this device any more: they left in another tab, or the device was revoked. */
interface Gone {
  type: 'gone'
  why: 'left' | 'revoked'
}

/** What the vault tells the window. */
export type FromVault =
  | { type: 'vault'; state: VaultState }
  /** Keys were released: the window forgets what it shows and loads again. */
  | { type: 'locked'; why: Why }
  | Gone
  /** The user left and kept nothing here: that their databases are gone is no loss. */
  | { type: 'forgotten'; stem: string }
  /** What was kept of a platform is destroyed. */
  | { type: 'platformGone'; platform: string }

/** What the vaults of other tabs are told. */
export type SaidToVaults = BetweenVaults | Gone

export type BetweenVaults =
  /** A tab that has begun asks the one that opens it first what came of that. Keys are never among what is said. */
  | { type: 'askOpen' }
  /** It was opened, or could not be: others may try now. */
  | { type: 'tried' }
  /** A tab was given a newer token. It is in the cookie: any script of the page hears what is said here. */
  | { type: 'signedIn' }
  | { type: 'active' }
  | { type: 'lock'; why: Why }
  | { type: 'platformGone'; platform: string }
  /** Everything cached, and the keys to it, is destroyed. */
  | { type: 'cacheGone' }
  /** The unlock methods are others now. */
  | { type: 'slots' }
