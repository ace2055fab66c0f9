/** The window's calls on the vault. */
import { call, type CallsOf } from '#engine/base/call.ts'
import type { BackgroundKeys } from './background-keys.ts'
import type { NewSecret, Secret } from './slots.ts'
import type { Unlocked } from './vault-state.ts'

/** Calls that open, close and leave the vault: answered while it is closed, too. */
export const VAULT_CALLS = {
  vaultUnlock: call<(secret: Secret) => Promise<Unlocked>>('now'),
  vaultLock: call<() => Promise<void>>('now'),
  /** True if the server, which has just refused the session, takes it now: it had not heard of an unlock. */
  vaultRevive: call<() => Promise<boolean>>('now'),
  /**
   * Signs this user out of this device. `keep` keeps unsent operations encrypted for seven days; without it everything
   * is deleted, and the server receives the discarded numbers and the reason; without a reason it rejects while there
   * are unsent operations.
   */
  vaultLeave: call<(how: { keep: boolean; reason: string }) => Promise<void>>('now'),
}

/** Calls that need it open. */
export const OPEN_VAULT_CALLS = {
  /** Adds an unlock method without the network. Rejects where the server is needed for it and cannot be reached. */
  vaultEnrol: call<(secret: NewSecret, label: string) => Promise<void>>('now'),
  /** Rejects for the only unlock method. */
  vaultRemove: call<(id: string) => Promise<void>>('now'),
  /** The user does not want an unlock method without the network now. */
  vaultPutOff: call<() => Promise<void>>('now'),
  /** Destroys what is cached, and the keys to it; what is not sent stays. */
  cacheClear: call<() => Promise<void>>('afterAll'),
  /** The user's platforms: data of others are purged. */
  platforms: call<(names: readonly string[]) => Promise<void>>('afterAll'),
  /** The keys that the service worker needs for these platforms; null without a session. */
  handOver: call<(platforms: readonly string[]) => Promise<BackgroundKeys | null>>('inOrder'),
}

export type VaultCalls = CallsOf<typeof VAULT_CALLS>
export type OpenVaultCalls = CallsOf<typeof OPEN_VAULT_CALLS>
