/** The vault as the engine has it: opened before anything runs, closed before anything is released. */
import type { DexieOptions } from 'dexie'
import type { Channel, Clock, Locks } from '#engine/base/clock.ts'
import type { Databases } from '#engine/base/database.ts'
import { openRows, type Moved } from '#engine/outbox/rows.ts'
import type { Transport } from '#engine/sender/transport.ts'
import { packBackgroundKeys } from './background-keys.ts'
import type { KeyHolderClient } from './key-holder.ts'
import type { VaultRing } from './key-ring.ts'
import { askForShares, giveUpShares } from './key-share.ts'
import { deleteUser, destroyCache, platformsOf, SEALED_AT } from './delete-data.ts'
import { SessionGate } from './session-gate.ts'
import type { OpenVaultCalls, VaultCalls } from './vault-calls.ts'
import { VaultSession } from './vault-session.ts'
import type { FromVault, VaultBroadcast, VaultStart } from './vault-state.ts'

type InTurn = (run: () => Promise<void>) => Promise<void>

export interface EngineVaultPorts {
  start: VaultStart
  stem: string
  incarnation: string
  databases: Databases
  idb: DexieOptions
  clock: Clock
  locks: Locks
  fetch: (url: string, init: RequestInit) => Promise<Response>
  token: () => string | null
  /** True if the server has proven itself in this browser. */
  isProven: () => boolean
  /** The session continues with the token from before the lock. */
  onToken: (token: string) => Promise<void>
  holder: KeyHolderClient
  transport: Transport
  channel: (name: string) => Channel
  say: (message: VaultBroadcast) => void
  post: (message: FromVault) => void
  /** Resolves when what was decided is written. */
  written: () => Promise<unknown>
  /** The same, and stops everything that uses the keys. */
  settle: () => Promise<void>
  /** Runs something between the decisions made before and those made after. */
  inTurn: InTurn
  onTrouble: (error: unknown) => void
}

export class EngineVault {
  readonly #ports: EngineVaultPorts
  readonly #keeper: VaultSession
  /** For all users of this browser: a sign-in closes the others' vaults. */
  readonly #users: Channel
  /** Nothing is kept open any more. */
  isOver = false
  #stopWaiting: () => void = () => undefined

  constructor(ports: EngineVaultPorts) {
    this.#ports = ports
    const { start, stem, incarnation, databases, idb, clock, locks, say, post, onTrouble } = ports
    const { fetch, token, onToken, holder } = ports
    this.#keeper = new VaultSession({
      databases,
      idb,
      clock,
      locks,
      stem,
      uid: start.uid,
      device: incarnation,
      ask: () => askForShares(this.#share),
      holder,
      gate: new SessionGate({ vault: databases.vault, clock, fetch, base: start.base, token, onToken }),
      say,
      tell: (state) => post({ type: 'vault', state }),
      onLock: (why) => void this.#end(() => post({ type: 'locked', why })).catch(onTrouble),
      onHeard: () => this.onHeard(),
      onRevoked: () => void this.wipe().catch(onTrouble),
      onPlatforms: (names) => this.#onPlatforms(names),
      onTrouble,
    })
    this.#users = ports.channel('docket-user')
    this.#users.onmessage = ({ data }: MessageEvent<{ stem: string }>) => {
      if (data.stem !== stem) void this.#keeper.lock('user').catch(onTrouble)
    }
  }

  /** Receives discarded operations once there is an outbox. */
  onShredded: (moved: Moved) => Promise<void> = async () => undefined

  /** The server's clock was heard. */
  onHeard: () => void = () => undefined

  /** A tab has deleted the cache: what is still in memory of it must not be written again. */
  onCacheGone: () => void = () => undefined

  get #share() {
    const { start, incarnation, fetch, token } = this.#ports
    return { fetch, base: start.base, token, device: incarnation, label: start.label }
  }

  /** Opens it, however long that takes; null where it was stopped before. */
  async open(): Promise<VaultRing | null> {
    const { start, stem, databases } = this.#ports
    this.#users.postMessage({ stem })
    const stopped = new Promise<null>((resolve) => (this.#stopWaiting = () => resolve(null)))
    const { meta } = databases.outbox
    const [sealed] = await Promise.all([meta.get(SEALED_AT), this.#keeper.begin(start.isFresh)])
    const ring = await Promise.race([this.#keeper.opened, stopped])
    // its owner has unlocked it: it is no longer kept as left behind
    if (ring && sealed) await meta.delete(SEALED_AT)
    return ring
  }

  /** Calls that are answered while it is closed. */
  readonly calls: VaultCalls = {
    vaultUnlock: (secret) => this.#keeper.unlock(secret),
    vaultLock: () => this.#keeper.lock('locked'),
    vaultRevive: () => this.revive(),
    vaultLeave: ({ keep, reason }) => this.#leave(keep, reason),
  }

  /** Retires keys that are past their age. Only in the tab that holds the vault, so that no two do it at once. */
  async retire(ring: VaultRing, signal: AbortSignal): Promise<void> {
    const { databases, clock, onTrouble } = this.#ports
    try {
      if (!this.#keeper.isHolder) return
      const { retireKeys } = (await import('./lazy-parts.ts')).lazyParts
      await retireKeys({ databases, ring, now: clock.now(), signal })
    } catch (error) {
      // locked meanwhile: done when it is open again
      if (!signal.aborted) onTrouble(error)
    }
  }

  /** Calls that need it open. */
  callsOf(ring: VaultRing): OpenVaultCalls {
    const { databases, start, stem, incarnation, token, say } = this.#ports
    return {
      vaultEnrol: (secret, label) => this.#keeper.enrol(secret, label),
      vaultRemove: (id) => this.#keeper.remove(id),
      vaultPutOff: () => this.#keeper.putOff(),
      cacheClear: async () => {
        await destroyCache(databases)
        say({ type: 'cacheGone' })
        this.heard({ type: 'cacheGone' })
      },
      platforms: (names) => this.#onPlatforms(names, this.#ports.inTurn),
      handOver: async (platforms) => {
        const held = token()
        if (held === null) return null
        const { uid, base, appV } = start
        const isProven = this.#ports.isProven()
        const head = { stem, uid, base, appV, isProven, token: held, device: incarnation }
        return packBackgroundKeys(ring, head, platforms)
      },
    }
  }

  /** The network or a session is available again. */
  poke(): void {
    this.#keeper.poke()
  }

  /** The server has withdrawn something from this user: asks which device or platform. */
  check(): void {
    void this.#keeper.check()
  }

  /** The server refused the session: tries it again, since the server may not know of an unlock yet. */
  revive(): Promise<boolean> {
    return this.#keeper.revive()
  }

  active(): void {
    this.#keeper.active()
  }

  visible(isVisible: boolean): void {
    this.#keeper.visible(isVisible)
  }

  /** Handles a message between the vaults of tabs; false where the message is not for the vault. */
  heard(said: { type: string }): boolean {
    // other messages match no case
    const message = said as VaultBroadcast
    switch (message.type) {
      case 'askOpen':
      case 'tried':
      case 'active':
      case 'lock':
      case 'slots':
        this.#keeper.heard(message)
        return true
      case 'platformGone':
        this.#keeper.heard(message)
        this.#ports.post(message)
        return true
      case 'cacheGone':
        this.#keeper.heard(message)
        this.onCacheGone()
        return true
      case 'gone': {
        const { why } = message
        void this.#end(() => this.#ports.post({ type: 'gone', why })).catch(this.#ports.onTrouble)
        return true
      }
      default:
        return false
    }
  }

  /** This device was revoked: everything of this user goes, in every tab. */
  async wipe(): Promise<void> {
    const { stem, idb, say, post, holder } = this.#ports
    void holder.drop(stem)
    say({ type: 'gone', why: 'revoked' })
    await this.#end(async () => {
      await deleteUser(stem, idb)
      post({ type: 'gone', why: 'revoked' })
    })
  }

  stop(): void {
    this.#keeper.stop()
    this.#users.close()
    this.#stopWaiting()
  }

  async #leave(keep: boolean, reason: string): Promise<void> {
    const { databases, idb, stem, transport, clock, say, post, written, settle, holder } = this.#ports
    // loaded first: if that fails, nothing has been deleted
    const { lazyParts } = await import('./lazy-parts.ts')
    await written()
    // the caller may not know the stored data yet
    if (!keep && reason === '' && (await openRows(databases.outbox)).length > 0)
      throw new Error('Not everything is sent')
    await settle()
    await holder.drop(stem)
    say({ type: 'gone', why: 'left' })
    const giveUp = () => giveUpShares(this.#share)
    const ports = { databases, idb, stem, transport, now: clock.now(), giveUp }
    this.isOver = true
    this.stop()
    await (keep ? lazyParts.wipeAllButOutbox(ports) : lazyParts.wipeEverything(ports, reason))
    if (!keep) post({ type: 'forgotten', stem })
  }

  /** While the vault opens, decisions wait for it: nothing has to take a turn among them. */
  async #onPlatforms(names: readonly string[], inTurn: InTurn = (run) => run()): Promise<void> {
    const { databases, clock, say, post } = this.#ports
    const known = new Set([...(await platformsOf(databases)), ...this.#keeper.platforms])
    for (const platform of known) {
      if (names.includes(platform)) continue
      const { destroyPlatform } = (await import('./lazy-parts.ts')).lazyParts
      await inTurn(async () => {
        const moved = await destroyPlatform(databases, platform, clock.now())
        this.#keeper.heard({ type: 'platformGone', platform })
        say({ type: 'platformGone', platform })
        post({ type: 'platformGone', platform })
        await this.onShredded(moved)
      })
    }
  }

  /** Releases everything once, then reports it. */
  async #end(then: () => void | Promise<void>): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    await this.#ports.settle()
    this.stop()
    this.#ports.databases.close()
    await then()
  }
}
