/** The window's vault client: its state, and the user's calls. */
import type { Calls, FromEngine, ToEngine } from '#engine/protocol.ts'
import type { NewSecret, Secret } from '#engine/vault/slots.ts'
import {
  PASSPHRASE_LENGTH,
  type SlotInfo,
  type Unlocked,
  type VaultState,
  type Why,
} from '#engine/vault/vault-state.ts'

export type { NewSecret, Secret, SlotInfo, VaultState, Why }
export { PASSPHRASE_LENGTH }

/** The window's reaction to a locked vault. */
export interface VaultEvents {
  /** The keys are gone: no customer data may stay on the screen or in memory. */
  onLocked(why: Why): void
  /** This device has no data of the user any more. */
  onGone(why: 'left' | 'revoked'): void
  onPlatformGone(platform: string): void
}

export interface VaultClient {
  /** Null before the engine was started. */
  state(): VaultState | null
  subscribe: (listener: () => void) => () => void
  unlock(secret: Secret): Promise<Unlocked>
  /** The server refused the session: whether it takes it now, as it had not heard of an unlock. */
  revive(): Promise<boolean>
  /** The user's platforms by the server: data of others are purged. */
  platforms(names: readonly string[]): void
  /** A key or a click. Cheap: to be called for each. */
  active(): void
  visible(isVisible: boolean): void
}

export interface VaultDoorPorts {
  calls: Calls
  isRunning: () => boolean
  post: (message: ToEngine) => void
  events: () => VaultEvents
}

/** The throttle of activity messages, ms. */
const TELL_MS = 5000

export class VaultDoor implements VaultClient {
  readonly #ports: VaultDoorPorts
  readonly #listeners = new Set<() => void>()
  #state: VaultState | null = null
  #lastTold = 0

  constructor(ports: VaultDoorPorts) {
    this.#ports = ports
  }

  state = (): VaultState | null => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The engine's messages. */
  take(state: VaultState | null): void {
    if (state?.phase === 'open' && this.#state?.phase !== 'open') performance.mark('vault:open')
    if (state?.isKept && !this.#state?.isKept) performance.mark('vault:kept')
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  heard(message: Extract<FromEngine, { type: 'locked' | 'gone' | 'platformGone' }>): void {
    const { onLocked, onGone, onPlatformGone } = this.#ports.events()
    if (message.type === 'locked') onLocked(message.why)
    else if (message.type === 'gone') onGone(message.why)
    else onPlatformGone(message.platform)
  }

  unlock(secret: Secret): Promise<Unlocked> {
    performance.mark('vault:unlock')
    return this.#ports.calls.vaultUnlock(secret)
  }

  async revive(): Promise<boolean> {
    return this.#state?.phase === 'open' && this.#ports.calls.vaultRevive()
  }

  platforms(names: readonly string[]): void {
    // a vault that closes meanwhile has nothing left to destroy
    if (this.#ports.isRunning()) this.#ports.calls.platforms(names).catch(() => undefined)
  }

  active(): void {
    const now = performance.now()
    if (now - this.#lastTold < TELL_MS && this.#lastTold > 0) return
    this.#lastTold = now
    this.#ports.post({ type: 'active' })
  }

  visible(isVisible: boolean): void {
    this.#ports.post({ type: 'visible', visible: isVisible })
  }
}
