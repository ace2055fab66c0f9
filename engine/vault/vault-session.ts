/**
 * Opens and locks the vault: with the server's key share, with another tab's keys, or with the user's unlock method;
 * locks it after inactivity (docs/design/offline.md#vault, docs/design/offline.md#purge-rules). What follows from what
 * is decided by `session-state-machine.ts`; this does it.
 */
import type { DexieOptions } from 'dexie'
import type { Clock, Locks } from '#engine/base/clock.ts'
import type { Databases, SlotRow } from '#engine/base/database.ts'
import { storeServerTime } from '#engine/outbox/expiry.ts'
import { destroyCache, settleOthers } from './delete-data.ts'
import { Watch } from './idle-watch.ts'
import type { KeyHolderClient } from './key-holder.ts'
import { dropLostKeys, VaultRing } from './key-ring.ts'
import type { Asked } from './key-share.ts'
import type { SessionGate } from './session-gate.ts'
import {
  NEW_SESSION,
  shownOf,
  step,
  type LockReason,
  type SessionEffect,
  type SessionEvent,
} from './session-state-machine.ts'
import {
  firstThatOpens,
  isOffline,
  nullIfUnreadable,
  offlineSlot,
  openDeviceSlot,
  openServerSlot,
  serverSlot,
  slotsOf,
  tagOf,
  type Bundle,
  type NewSecret,
  type Secret,
} from './slots.ts'
import { bundleOfNow, unlockByShares, type OpenVault } from './unlock-methods.ts'
import { policyOf, readNote, readNotes, whyClosed, writeNote, type LockedWhy, type NoteName } from './vault-policy.ts'
import { MOST_FAILS, type BetweenVaults, type Unlocked, type VaultState, type Why } from './vault-state.ts'

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

export class VaultSession {
  readonly #ports: VaultSessionPorts
  readonly #stopper = new AbortController()
  readonly #watch: Watch
  /** Stops each timer. */
  readonly #timers = new Map<string, () => void>()
  #session = NEW_SESSION
  /** The last published state. */
  #told: VaultState | null = null
  #admit: (ring: VaultRing) => void = () => undefined
  /** Resolves with the keys; never if it is locked or stopped before. */
  readonly opened = new Promise<VaultRing>((resolve) => (this.#admit = resolve))

  constructor(ports: VaultSessionPorts) {
    this.#ports = ports
    this.#watch = new Watch({
      clock: ports.clock,
      db: ports.databases.vault,
      onDue: (why) => this.lock(why),
      onTrouble: ports.onTrouble,
    })
  }

  /** Starts. `isFresh`: the user has just authenticated, which opens a locked vault. */
  async begin(isFresh: boolean): Promise<void> {
    const { gate, onTrouble } = this.#ports
    if (isFresh) await gate.forget()
    const told = this.#publish()
    // a page that was loaded again, or another tab: as fast as the disk, and without a network
    const { vault } = await this.#find().catch((error: unknown) => {
      onTrouble(error)
      return { vault: null }
    })
    this.#on({ type: 'begun', vault })
    await told
  }

  get isHolder(): boolean {
    return this.#session.isHolder
  }

  /** The platforms that this device has keys of, or may create. */
  get platforms(): readonly string[] {
    return [...(this.#open?.ring.platforms ?? [])].filter((name) => name !== '')
  }

  get #open(): OpenVault | null {
    const { vault } = this.#session
    return vault.phase === 'open' ? vault : null
  }

  /** The network or a session is back. */
  poke(): void {
    this.#on({ type: 'poke' })
  }

  /** From another tab. */
  heard(message: Exclude<BetweenVaults, { type: 'signedIn' }>): void {
    if (message.type === 'active') this.#watch.active()
    else this.#on(message)
  }

  /** A key or a click: the user is active. */
  active(): void {
    this.#watch.active()
    this.#ports.say({ type: 'active' })
  }

  /** True if this tab is visible: a hidden one may sleep without the device having slept. */
  visible(isVisible: boolean): void {
    this.#watch.visible(isVisible)
  }

  /** Opens it by what the user has. */
  async unlock(secret: Secret): Promise<Unlocked> {
    const { databases, clock, ask, gate } = this.#ports
    const { vault } = databases
    if (this.#open) return { ok: true }
    let asked: Asked | null = null
    if (await this.#whyClosed()) {
      // after long inactivity only the server may open: it may have revoked this device
      asked = (await readNote(vault, 'locked')) ? await gate.tell() : await ask()
      await this.#heed(asked)
      const isHeard = asked.type === 'shares' || asked.type === 'told'
      const closed = isHeard ? null : await this.#expire()
      if (closed) return { ok: false, why: closed, triesLeft: await this.#triesLeft() }
    }
    const ways = await vault.ways.where('id').notEqual('server').toArray()
    const meant = ways.filter(({ id, type }) => type === secret.type && (secret.type === 'pass' || id === secret.id))
    const bundle = await firstThatOpens(meant, secret)
    if (!bundle) return this.#wrong()
    const ring = await VaultRing.open(vault, clock, bundle)
    // other tabs, and the next page, go by these
    await vault.notes.bulkDelete(['fails', 'locked'] satisfies NoteName[])
    await gate.reopen(ring, bundle)
    this.#on({ type: 'opened', vault: { ring, bundle } })
    void this.#afterUnlock(ring, asked, bundle).catch(this.#ports.onTrouble)
    return { ok: true }
  }

  async #afterUnlock(ring: VaultRing, asked: Asked | null, bundle: Bundle): Promise<void> {
    const { gate, ask, say } = this.#ports
    await gate.revive(ring)
    // other tabs take the session up now that the server knows of the unlock
    say({ type: 'signedIn' })
    await this.#hear(asked?.type === 'shares' ? asked : await ask(), bundle)
  }

  async #wrong(): Promise<Unlocked> {
    const { vault } = this.#ports.databases
    const fails = ((await readNote(vault, 'fails')) ?? 0) + 1
    await writeNote(vault, 'fails', fails)
    const isLast = fails >= MOST_FAILS
    if (isLast) {
      await vault.ways.filter(isOffline).delete()
      await writeNote(vault, 'fails', undefined)
      await destroyCache(this.#ports.databases)
    }
    await this.#done({ type: 'wrong', isLast })
    return { ok: false, why: 'wrong', triesLeft: Math.max(0, MOST_FAILS - fails) }
  }

  /** Adds an offline unlock method. Throws if the server's key share is unavailable. */
  async enrol(secret: NewSecret, label: string): Promise<void> {
    const { databases, clock, ask } = this.#ports
    const { vault } = databases
    const bundle = await bundleOfNow(databases, ask)
    await vault.ways.add(await offlineSlot(bundle, secret, label, clock.now()))
    // without a server's key share, the key beside the slot is no longer needed
    await vault.ways.delete('device')
    await writeNote(vault, 'putOff', true)
    await this.#changed()
  }

  /** Removes an unlock method. Throws for the last one where there is no other. */
  async remove(id: string): Promise<void> {
    const { vault } = this.#ports.databases
    const ways = await vault.ways.toArray()
    if (ways.filter((way) => way.id !== id).length === 0)
      throw new Error('It is the only unlock method: add another one first.')
    await vault.ways.delete(id)
    await this.#changed()
  }

  /** The user does not want an unlock method without the network now. */
  async putOff(): Promise<void> {
    await writeNote(this.#ports.databases.vault, 'putOff', true)
    await this.#changed()
  }

  /** Locks it in every tab until the user authenticates. Rejects if that is not stored; this page is closed even so. */
  lock(why: LockReason): Promise<void> {
    return this.#done({ type: 'locking', why })
  }

  /** True if the server, which has just refused a session, takes it now that it hears of the unlock. */
  async revive(): Promise<boolean> {
    return this.#open ? this.#ports.gate.revive(this.#open.ring) : false
  }

  /** Releases keys, locks and timers. */
  stop(): void {
    this.#on({ type: 'stop' })
  }

  /** Asks the server what of this is still this user's, and does what follows from it. Rejects never. */
  async check(): Promise<void> {
    try {
      if (!this.#open) return
      const asked = await this.#ports.ask()
      // a server that still takes the device for locked hears of the unlock first
      const isBehind = asked.type === 'locked' && (await this.revive())
      await this.#hear(isBehind ? await this.#ports.ask() : asked, null)
    } catch (error) {
      this.#ports.onTrouble(error)
    }
  }

  #on(event: SessionEvent): void {
    this.#done(event).catch(this.#ports.onTrouble)
  }

  /** Takes an event; resolves when its effects, and not what they lead to, are done. */
  async #done(event: SessionEvent): Promise<void> {
    const { session, effects } = step(this.#session, event)
    this.#session = session
    await Promise.all(effects.map(async (effect) => this.#perform(effect)))
  }

  #perform(effect: SessionEffect): Promise<void> | void {
    const { databases, gate, say, onLock, onRevoked } = this.#ports
    switch (effect.type) {
      case 'find':
        return this.#attempt(async () => ({ type: 'found', ...(await this.#find()) }))
      case 'ask':
        return this.#attempt(() => this.#ask())
      case 'openByShares':
        return this.#attempt(() => this.#openByShares(effect.asked, effect.device))
      case 'openByDevice':
        return this.#attempt(async () => {
          const { unlockByDevice } = (await import('./lazy-parts.ts')).lazyParts
          return { type: 'opened', vault: await unlockByDevice(this.#opener, effect.device) }
        })
      case 'openByKept':
        return this.#attempt(async () => {
          const vault = await this.#opens(await openDeviceSlot(effect.slot).catch(nullIfUnreadable))
          return vault ? { type: 'opened', vault } : { type: 'unopened', why: effect.otherwise }
        })
      case 'report':
        return this.#attempt(async () => {
          // a device revoked meanwhile wipes itself even if locked, and one without contact for too long drops its cache
          if (await this.#heed(await gate.tell())) await this.#expire()
          return { type: 'ended' }
        })
      case 'hold':
        return this.#hold()
      case 'countOthers':
        return this.#countOthers()
      case 'after':
        this.#timers.get(effect.timer)?.()
        this.#timers.set(
          effect.timer,
          this.#ports.clock.after(effect.ms, () => this.#on(effect.event)),
        )
        return undefined
      case 'say':
        return say(effect.message)
      case 'show':
        return this.#show(this.#told)
      case 'publish':
        return this.#publish()
      case 'admit':
        this.#watch.start()
        return this.#admit(effect.ring)
      case 'keep':
        return this.#keep(effect.bundle, effect.isNew)
      case 'keepOnDevice':
        return this.#keepOnDevice(effect.bundle)
      case 'check':
        return this.check()
      case 'noteLock':
        return writeNote(databases.vault, 'locked', 'locked')
      case 'destroyCache':
        return destroyCache(databases)
      case 'forget':
        return effect.ring.forget(effect.platform)
      case 'lock':
        return this.#writeLock(effect.why, effect.ring)
      case 'release':
        return this.#release(effect.ring)
      case 'locked':
        return onLock(effect.why)
      case 'revoked':
        return onRevoked()
    }
  }

  /** A stage of an attempt to open it without the user. */
  async #attempt(run: () => Promise<SessionEvent>): Promise<void> {
    const event = await run().catch((error: unknown): SessionEvent => {
      this.#ports.onTrouble(error)
      return { type: 'ended' }
    })
    this.#on(event)
  }

  /** The lock that keeps it closed, or the key that another page of this user kept. */
  async #find(): Promise<{ locked: LockedWhy | null; vault: OpenVault | null }> {
    const { databases, holder, stem } = this.#ports
    const locked = (await readNote(databases.vault, 'locked')) ?? null
    const mayOpen = !locked && !(await this.#whyClosed())
    return { locked, vault: mayOpen ? await this.#opens(await holder.find(stem)) : null }
  }

  /** Null if the keys on this device are of another vault. */
  async #opens(bundle: Bundle | null): Promise<OpenVault | null> {
    const { databases, clock } = this.#ports
    const ring = bundle && (await VaultRing.open(databases.vault, clock, bundle).catch(nullIfUnreadable))
    return ring && { ring, bundle }
  }

  async #ask(): Promise<SessionEvent> {
    const asked = await this.#ports.ask()
    const slots = await this.#ports.databases.vault.ways.toArray()
    return { type: 'answered', asked, slots, closed: await this.#whyClosed() }
  }

  get #opener() {
    const { databases, clock, uid } = this.#ports
    return { databases, clock, uid, isHolder: this.isHolder }
  }

  async #openByShares(asked: Extract<Asked, { type: 'shares' }>, device: SlotRow | undefined): Promise<SessionEvent> {
    await this.#heed(asked)
    const vault = await unlockByShares(this.#opener, asked.shares, device)
    if (!vault) return { type: 'unopened', why: 'mismatch' }
    // first: which platforms there were is read off their keys
    await this.#ports.onPlatforms(platformsOf(asked.shares))
    await dropLostKeys(this.#ports.databases.vault, vault.ring)
    await this.#keepOnDevice(vault.bundle)
    return { type: 'opened', vault }
  }

  #hold(): void {
    const { locks, stem, onTrouble } = this.#ports
    const { signal } = this.#stopper
    locks
      .request(`docket-keys:${stem}`, { signal }, async () => {
        this.#on({ type: 'holds' })
        if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      })
      .catch((error: unknown) => signal.aborted || onTrouble(error))
  }

  async #countOthers(): Promise<void> {
    const { stem, idb, clock } = this.#ports
    this.#on({ type: 'others', count: await settleOthers(stem, idb, clock.now()) })
  }

  async #keep(bundle: Bundle, isNew: boolean): Promise<void> {
    this.#timers.get('beat')?.()
    this.#on({ type: 'kept', isKept: await this.#ports.holder.keep(this.#ports.stem, bundle), isNew })
  }

  async #keepOnDevice(bundle: Bundle): Promise<void> {
    const { databases, clock } = this.#ports
    const { vault } = databases
    const { offlineUnlock } = policyOf(await readNote(vault, 'policy'))
    if (offlineUnlock !== 'device') return vault.ways.delete('kept')
    await (await import('./lazy-parts.ts')).lazyParts.keepOnDevice(databases, bundle, clock.now())
  }

  async #writeLock(why: LockReason, ring: VaultRing | null): Promise<void> {
    const { databases, gate, holder, stem, say } = this.#ports
    try {
      if (why === 'window') await destroyCache(databases)
      if (why === 'locked' || why === 'idle' || why === 'sleep') await gate.close(ring, why)
    } finally {
      await holder.drop(stem).finally(() => {
        say({ type: 'lock', why })
        this.#on({ type: 'lock', why })
      })
    }
  }

  #release(ring: VaultRing | null): void {
    this.#stopper.abort()
    for (const stop of this.#timers.values()) stop()
    this.#watch.stop()
    ring?.forget()
  }

  async #whyClosed(): Promise<'window' | 'clock' | null> {
    const { contact, policy } = await readNotes(this.#ports.databases.vault)
    return whyClosed(this.#ports.clock.now(), contact, policyOf(policy))
  }

  /** The reason why it may not open offline; the cache does not outlive the offline window. */
  async #expire(): Promise<'window' | 'clock' | null> {
    const closed = await this.#whyClosed()
    if (closed === 'window') await destroyCache(this.#ports.databases)
    return closed
  }

  /** Applies the server's orders. False if everything was wiped. */
  async #heed(asked: Asked): Promise<boolean> {
    const { databases, clock, onHeard } = this.#ports
    if (asked.type === 'revoked') this.#on(asked)
    if (asked.type === 'shares' || asked.type === 'told') {
      const now = clock.now()
      await writeNote(databases.vault, 'policy', asked.policy)
      if (asked.type === 'shares') await writeNote(databases.vault, 'lockTicket', asked.lockTicket)
      await writeNote(databases.vault, 'contact', { device: now, seen: now })
      await storeServerTime(databases.outbox, now, asked.at)
      onHeard()
    }
    return asked.type !== 'revoked'
  }

  /** After an unlock by the user: applies the server's orders, and adds its slot if none opens. */
  async #hear(asked: Asked, bundle: Bundle | null): Promise<void> {
    if (!(await this.#heed(asked)) || asked.type !== 'shares') return
    const { databases, clock, onPlatforms } = this.#ports
    const { vault } = databases
    if (bundle?.shares) {
      const there = await vault.ways.get('server')
      const opens = there && (await openServerSlot(there, asked.shares).catch(nullIfUnreadable))
      if (!opens) await vault.ways.put(await serverSlot(bundle, asked.shares[''] ?? '', clock.now()))
    }
    await this.#done({ type: 'shares', shares: asked.shares })
    await onPlatforms(platformsOf(asked.shares))
    await this.#changed(asked.shares)
  }

  /** The unlock methods are others now. */
  #changed(shares?: Record<string, string>): Promise<void> {
    this.#ports.say({ type: 'slots' })
    return this.#publish(shares)
  }

  async #triesLeft(): Promise<number> {
    return MOST_FAILS - ((await readNote(this.#ports.databases.vault, 'fails')) ?? 0)
  }

  async #publish(shares?: Record<string, string>): Promise<void> {
    const { vault } = this.#ports.databases
    const tag = shares && (await tagOf(shares))
    const [ways, { fails = 0, putOff = false, policy }] = await vault.transaction('r', vault.ways, vault.notes, () =>
      Promise.all([vault.ways.toArray(), readNotes(vault)]),
    )
    this.#show({
      device: this.#ports.device,
      slots: slotsOf(ways, tag),
      triesLeft: MOST_FAILS - fails,
      isPutOff: putOff,
      ...policyOf(policy),
    })
  }

  #show(stored: Omit<VaultState, keyof ReturnType<typeof shownOf>> | null): void {
    if (stored && this.#session.vault.phase !== 'over')
      this.#ports.tell((this.#told = { ...stored, ...shownOf(this.#session) }))
  }
}

const platformsOf = (shares: Record<string, string>) => Object.keys(shares).filter((platform) => platform !== '')
