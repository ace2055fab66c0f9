/** The window's calls on the vault. */
import type { BackgroundKeys } from './background-keys.ts'
import type { NewSecret, Secret } from './slots.ts'
import type { Unlocked } from './vault-state.ts'

/** Calls that open, close and leave the vault: answered while it is closed, too. */
export interface VaultCalls {
  vaultUnlock(secret: Secret): Promise<Unlocked>
  vaultLock(): Promise<void>
  /** True if the server, which has just refused the session, takes it now: it had not heard of an unlock. */
  vaultRevive(): Promise<boolean>
  /**
   * Signs this user out of this device. `keep` keeps unsent operations encrypted for seven days; without it everything
   * is deleted, and the server receives the discarded numbers and the reason; without a reason it rejects while there
   * are unsent operations.
   */
  vaultLeave(how: { keep: boolean; reason: string }): Promise<void>
}

/** Calls that need it open. */
export interface OpenVaultCalls {
  /** Adds an unlock method that works without the server. */
  vaultEnrol(secret: NewSecret, label: string): Promise<void>
  vaultRemove(id: string): Promise<void>
  vaultPutOff(): Promise<void>
  /** Destroys what is cached, and the keys to it. */
  cacheClear(): Promise<void>
  /** The user's platforms: data of others are purged. */
  platforms(names: readonly string[]): Promise<void>
  /** The keys that the service worker needs for these platforms; null without a session. */
  handOver(platforms: readonly string[]): Promise<BackgroundKeys | null>
}
