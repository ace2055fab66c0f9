/** The dependencies of a vault session. */
import type { DexieOptions } from 'dexie'
import type { Clock, Locks } from '#engine/base/clock.ts'
import type { Databases } from '#engine/base/database.ts'
import type { KeyHolderClient } from './key-holder.ts'
import type { Asked } from './key-share.ts'
import type { SessionGate } from './session-gate.ts'
import type { BetweenVaults, VaultState, Why } from './vault-state.ts'

export interface VaultSessionPorts {
  databases: Databases
  idb: DexieOptions
  clock: Clock
  locks: Locks
  stem: string
  uid: string
  device: string
  /** Requests the server's key share. Never throws. */
  ask: () => Promise<Asked>
  /** Keeps what opens it beyond this page. */
  holder: KeyHolderClient
  gate: SessionGate
  /** To the same user's other tabs. */
  say: (message: BetweenVaults) => void
  tell: (state: VaultState) => void
  /** Keys are to be released and the page loaded again. */
  onLock: (why: Why) => void
  /** The server's clock was heard. */
  onHeard: () => void
  /** The device was revoked: everything goes. */
  onRevoked: () => void
  /** The platforms the user has now, by the server. */
  onPlatforms: (platforms: readonly string[]) => Promise<void>
  onTrouble: (error: unknown) => void
}
