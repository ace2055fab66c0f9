/** The vault as the engine has it: opened before anything runs, closed before anything is let go of. */
import type { DexieOptions } from 'dexie'
import type { Clock, Locks } from '#src/data/engine/clock.ts'
import type { Databases } from '#src/data/engine/database.ts'
import type { Channel } from '#src/data/engine/engine.ts'
import type { BetweenEngines, Calls, FromEngine, StartMessage, VaultCalls } from '#src/data/engine/protocol.ts'
import { openRows, type Moved } from '#src/data/engine/rows.ts'
import type { Transport } from '#src/data/engine/transport.ts'
import { packHandOver } from './hand-over.ts'
import { Keeper } from './keeper.ts'
import type { VaultRing } from './key-ring.ts'
import { leaveNothing, leaveSealed } from './leave.ts'
import { deleteUser, destroyCache, destroyPlatform, platformsOf, SEALED_AT } from './purge.ts'
import { askForShares, giveUpShares } from './share.ts'

export interface EngineVaultPorts {
  start: StartMessage
  stem: string
  incarnation: string
  databases: Databases
  idb: DexieOptions
  clock: Clock
  locks: Locks
  fetch: (url: string, init: RequestInit) => Promise<Response>
  token: () => string | null
  transport: Transport
  channel: (name: string) => Channel
  say: (message: BetweenEngines) => void
  post: (message: FromEngine) => void
  /** Resolves when what was decided is written. */
  written: () => Promise<unknown>
  /** The same, and stops whatever runs on the keys. */
  settle: () => Promise<void>
  onTrouble: (error: unknown) => void
}

type OpenCalls = Pick<Calls, 'vaultEnrol' | 'vaultRemove' | 'vaultPutOff' | 'cacheClear' | 'platforms' | 'handOver'>

export class EngineVault {
  readonly #ports: EngineVaultPorts
  readonly #keeper: Keeper
  /** Of all users of this browser: who signs in closes the others' vaults. */
  readonly #users: Channel
  /** Nothing is kept open any more. */
  isOver = false
  #stopWaiting: () => void = () => undefined

  constructor(ports: EngineVaultPorts) {
    this.#ports = ports
    const { start, stem, incarnation, databases, idb, clock, locks, say, post, onTrouble } = ports
    this.#keeper = new Keeper({
      databases,
      idb,
      clock,
      locks,
      stem,
      uid: start.uid,
      device: incarnation,
      ask: () => askForShares(this.#share),
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

  /** Told of shredded operations once there is an outbox. */
  onShredded: (moved: Moved) => Promise<void> = async () => undefined

  /** The server's clock was heard. */
  onHeard: () => void = () => undefined

  /** Nothing cached is left, by whichever tab: what is held of it in memory is not to be written on. */
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
    // its owner is back: the days for which it was left are over
    if (ring && sealed) await meta.delete(SEALED_AT)
    return ring
  }

  /** Calls that are answered while it is closed. */
  readonly calls: VaultCalls = {
    vaultUnlock: (secret) => this.#keeper.unlock(secret),
    vaultLock: () => this.#keeper.lock('locked'),
    vaultLeave: ({ keep, reason }) => this.#leave(keep, reason),
  }

  /** Retires keys that have had their time. In the one tab that holds the vault, so that no two do it at once. */
  async retire(ring: VaultRing, signal: AbortSignal): Promise<void> {
    const { databases, clock, onTrouble } = this.#ports
    try {
      if (!this.#keeper.isHolder) return
      const { retireKeys } = (await import('#src/data/engine/seldom.ts')).seldom
      await retireKeys({ databases, ring, now: clock.now(), signal })
    } catch (error) {
      // closed under it: the next time it is open
      if (!signal.aborted) onTrouble(error)
    }
  }

  /** Calls that need it open. */
  callsOf(ring: VaultRing): OpenCalls {
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
      platforms: (names) => this.#onPlatforms(names),
      handOver: async (platforms) => {
        const held = token()
        if (held === null) return null
        const { uid, base, appV } = start
        return packHandOver(ring, { stem, uid, base, appV, token: held, device: incarnation }, platforms)
      },
    }
  }

  /** The network or a session is there. */
  poke(): void {
    this.#keeper.poke()
  }

  /** Something of this is said to be this user's no more: the server is asked what. */
  check(): void {
    void this.#keeper.check()
  }

  active(): void {
    this.#keeper.active()
  }

  visible(isVisible: boolean): void {
    this.#keeper.visible(isVisible)
  }

  /** Takes what vaults say to each other; false where it is for somebody else. */
  heard(message: BetweenEngines): boolean {
    switch (message.type) {
      case 'askKeys':
      case 'keys':
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
    const { stem, idb, say, post } = this.#ports
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
    const { databases, idb, stem, transport, clock, say, post, written, settle } = this.#ports
    await written()
    // whoever asks may not know yet what is here
    if (!keep && reason === '' && (await openRows(databases.outbox)).length > 0)
      throw new Error('Not everything is sent')
    await settle()
    say({ type: 'gone', why: 'left' })
    const giveUp = () => giveUpShares(this.#share)
    const ports = { databases, idb, stem, transport, now: clock.now(), giveUp }
    this.isOver = true
    this.stop()
    await (keep ? leaveSealed(ports) : leaveNothing(ports, reason))
    if (!keep) post({ type: 'forgotten', stem })
  }

  async #onPlatforms(names: readonly string[]): Promise<void> {
    const { databases, clock, say, post } = this.#ports
    const known = new Set([...(await platformsOf(databases)), ...this.#keeper.platforms])
    for (const platform of known) {
      if (names.includes(platform)) continue
      const moved = await destroyPlatform(databases, platform, clock.now())
      this.#keeper.heard({ type: 'platformGone', platform })
      say({ type: 'platformGone', platform })
      post({ type: 'platformGone', platform })
      await this.onShredded(moved)
    }
  }

  /** Once: lets go of everything, then says so. */
  async #end(then: () => void | Promise<void>): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    await this.#ports.settle()
    this.stop()
    this.#ports.databases.close()
    await then()
  }
}
