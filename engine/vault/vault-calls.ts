/** What the window asks of the vault. */
import type { BackgroundKeys } from './background-keys.ts'
import type { NewSecret, Secret } from './slots.ts'
import type { Unlocked } from './vault-state.ts'

/** Calls that open, close and leave the vault: answered while it is closed, too. */
export interface VaultCalls {
  vaultUnlock(secret: Secret): Promise<Unlocked>
  vaultLock(): Promise<void>
  /** Whether the server, which has just refused the session, takes it now: it had not heard of an unlock. */
  vaultRevive(): Promise<boolean>
  /**
   * Ends this user's stay on this device. `keep` leaves what is not sent sealed for them, for seven days; without it
   * everything goes, and the server is told what will not arrive, and why; without a reason it rejects while there is
   * anything of that kind.
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
  /** The platforms the user has: what is kept of others goes. */
  platforms(names: readonly string[]): Promise<void>
  /** What the service worker needs to send operations of these platforms; null without a session. */
  handOver(platforms: readonly string[]): Promise<BackgroundKeys | null>
}
