/**
 * Opens and locks the vault: with the server's key share, with another tab's keys, or with the user's unlock method;
 * locks it after inactivity (docs/design/offline.md#vault, docs/design/offline.md#purge-rules).
 */
import type { SlotRow } from '#engine/base/database.ts'
import { storeServerTime } from '#engine/outbox/expiry.ts'
import { Watch } from './idle-watch.ts'
import { BEAT_MS, BEAT_SOON_MS } from './key-holder.ts'
import { dropLostKeys, VaultRing } from './key-ring.ts'
import type { Asked } from './key-share.ts'
import { bundleOfNow, unlockByShares, type OpenVault } from './unlock-methods.ts'
import { destroyCache, settleOthers } from './delete-data.ts'
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
import { policyOf, readNote, readNotes, whyClosed, writeNote, type LockedWhy, type NoteName } from './vault-policy.ts'
import type { VaultSessionPorts } from './vault-session-ports.ts'
import { MOST_FAILS, type BetweenVaults, type Unlocked, type VaultState, type Why } from './vault-state.ts'

/** A tab that holds the keys and does not answer is frozen; then this one helps itself, ms. */
const ANSWER_MS = 2000
/** The retry interval without a server and without a network event, ms. */
const RETRY_MS = 5000
/** The maximum interval between contacts with the server while working, for policy and revocations, ms. */
const CONTACT_MS = 5 * 60_000

export class VaultSession {
  readonly #ports: VaultSessionPorts
  readonly #stopper = new AbortController()
  readonly #watch: Watch
  /** Pending calls. */
  readonly opened: Promise<VaultRing>
  #resolve: (ring: VaultRing) => void = () => undefined
  #ring: VaultRing | null = null
  /** How it was opened, while it is open. */
  #bundle: Bundle | null = null
  /** Only this tab creates and stores shared data. */
  isHolder = false
  #why: Why | null = null
  #attempt: Promise<void> | null = null
  #isPoked = false
  #others = 0
  /** The last published state. */
  #told: VaultState | null = null
  #stopTimer: () => void = () => undefined
  #stopBeat: () => void = () => undefined

  constructor(ports: VaultSessionPorts) {
    this.#ports = ports
    this.opened = new Promise((resolve) => (this.#resolve = resolve))
    this.#watch = new Watch({
      clock: ports.clock,
      db: ports.databases.vault,
      onDue: (why) => this.lock(why),
      onTrouble: ports.onTrouble,
    })
  }

  /** Starts. `isFresh`: the user has just authenticated, which opens a locked vault. */
  async begin(isFresh: boolean): Promise<void> {
    const { locks, stem, say, clock, idb, gate, onTrouble } = this.#ports
    if (isFresh) await gate.forget()
    const told = this.#tell()
    // a page that was loaded again, or another tab: as fast as the disk, and without a network
    await this.#byHolder().catch(onTrouble)
    say({ type: 'askOpen' })
    const { signal } = this.#stopper
    locks
      .request(`docket-keys:${stem}`, { signal }, async () => {
        this.isHolder = true
        await this.try()
        if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      })
      .catch((error: unknown) => signal.aborted || onTrouble(error))
    this.#after(ANSWER_MS, () => this.try())
    settleOthers(stem, idb, clock.now())
      .then((others) => {
        this.#others = others
        return this.#tell()
      })
      .catch(onTrouble)
    await told
  }

  /** The platforms that this device has keys of, or may create. */
  get platforms(): readonly string[] {
    return [...(this.#ring?.platforms ?? [])].filter((name) => name !== '')
  }

  /** The network or a session is there: the server's key share may be, too. */
  try(): Promise<void> {
    if (this.#ring || this.#stopper.signal.aborted) return Promise.resolve()
    this.#attempt ??= this.#open()
      .catch((error: unknown) => this.#ports.onTrouble(error))
      .finally(() => {
        this.#attempt = null
        if (this.#isPoked) this.poke()
      })
    return this.#attempt
  }

  /** The network or a session is back: what is tried at this moment may have begun before. */
  poke(): void {
    this.#isPoked = this.#attempt !== null
    void this.try()
  }

  /** From another tab. */
  heard(message: BetweenVaults): void {
    switch (message.type) {
      case 'askOpen':
        // its own attempt will be published to all
        if (this.isHolder && (this.#ring || this.#why)) this.#ports.say({ type: 'tried' })
        return
      case 'tried':
        this.poke()
        return
      case 'active':
        this.#watch.active()
        return
      case 'lock':
        this.#close(message.why)
        return
      case 'platformGone':
        this.#ring?.forget(message.platform)
        if (this.#bundle?.shares) delete this.#bundle.shares[message.platform]
        this.#beat()
        return
      case 'cacheGone':
        this.#ring?.forget()
        return
      case 'slots':
        void this.#tell().catch(this.#ports.onTrouble)
    }
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
    if (this.#ring) return { ok: true }
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
    this.#succeed({ ring, bundle })
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
    if (fails >= MOST_FAILS) {
      await vault.ways.filter(isOffline).delete()
      await writeNote(vault, 'fails', undefined)
      await destroyCache(this.#ports.databases)
      if (this.#why === 'no-network') this.#why = 'no-way'
    }
    await this.#tell()
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

  /** Locks it in every tab until the user authenticates. */
  async lock(why: LockedWhy | 'window' | 'clock' | 'user'): Promise<void> {
    const { databases, gate, holder, stem, say } = this.#ports
    if (this.#stopper.signal.aborted) return
    if (why === 'window') await destroyCache(databases)
    if (why === 'locked' || why === 'idle' || why === 'sleep') await gate.close(this.#ring, why)
    await holder.drop(stem)
    say({ type: 'lock', why })
    this.#close(why)
  }

  /** True if the server, which has just refused a session, takes it now that it hears of the unlock. */
  async revive(): Promise<boolean> {
    return this.#ring ? this.#ports.gate.revive(this.#ring) : false
  }

  /** Releases keys, locks and timers. */
  stop(): void {
    this.#stopper.abort()
    this.#stopTimer()
    this.#stopBeat()
    this.#watch.stop()
    this.#ring?.forget()
    this.#ring = null
    this.#bundle = null
  }

  #close(why: Why): void {
    if (this.#stopper.signal.aborted) return
    this.stop()
    this.#ports.onLock(why)
  }

  /** One attempt to open it without the user. */
  async #open(): Promise<void> {
    const { databases, ask, gate } = this.#ports
    const { vault } = databases
    if (await this.#byHolder()) return
    const locked = await readNote(vault, 'locked')
    if (locked) {
      await this.#stay(locked)
      // a device revoked meanwhile wipes itself even if locked, and one without contact for too long drops its cache
      if (await this.#heed(await gate.tell())) await this.#expire()
      return this.#after(CONTACT_MS, () => this.try())
    }
    const device = await vault.ways.get('device')
    const asked = await ask()
    if (this.#ring || !(await this.#heed(asked))) return
    if (asked.type === 'shares') return this.#byShares(asked.shares, device)
    if (asked.type === 'locked') {
      await writeNote(vault, 'locked', 'locked')
      return this.#stay('locked')
    }
    const ways = await vault.ways.toArray()
    if (device || (ways.length === 0 && asked.type === 'plain')) {
      const { unlockByDevice } = (await import('./lazy-parts.ts')).lazyParts
      return this.#succeed(await unlockByDevice(this.#opener, device))
    }
    const closed = await this.#expire()
    if (!closed && asked.type !== 'signedOut' && (await this.#byKept())) return
    const why = asked.type === 'signedOut' ? 'signed-out' : (closed ?? (ways.some(isOffline) ? 'no-network' : 'no-way'))
    await this.#stay(why)
    this.#after(RETRY_MS, () => this.try())
  }

  get #opener() {
    const { databases, clock, uid } = this.#ports
    return { databases, clock, uid, isHolder: this.isHolder }
  }

  /** With the key that another page of this user kept, unless authentication is required. */
  async #byHolder(): Promise<boolean> {
    const { databases, clock, holder, stem, onTrouble } = this.#ports
    const { vault } = databases
    if (this.#ring || (await readNote(vault, 'locked')) || (await this.#whyClosed())) return this.#ring !== null
    const bundle = await holder.find(stem)
    const ring = bundle && (await VaultRing.open(vault, clock, bundle).catch(nullIfUnreadable))
    if (!bundle || !ring || this.#ring) return this.#ring !== null
    this.#succeed({ ring, bundle })
    // the check that the user may still open it runs meanwhile
    void this.check().catch(onTrouble)
    return true
  }

  /** With the key that the device stores, by the operator's policy. */
  async #byKept(): Promise<boolean> {
    const { databases, clock } = this.#ports
    const { vault } = databases
    const slot = await vault.ways.get('kept')
    const bundle = slot && (await openDeviceSlot(slot).catch(nullIfUnreadable))
    if (bundle) this.#succeed({ ring: await VaultRing.open(vault, clock, bundle), bundle })
    return bundle !== undefined && bundle !== null
  }

  async #byShares(shares: Record<string, string>, device: SlotRow | undefined): Promise<void> {
    const { databases, onPlatforms } = this.#ports
    const { vault } = databases
    const opened = await unlockByShares(this.#opener, shares, device)
    if (!opened) return this.#stay('mismatch')
    // first: which platforms there were is read off their keys
    await onPlatforms(Object.keys(shares).filter((platform) => platform !== ''))
    await dropLostKeys(vault, opened.ring)
    await this.#keepOnDevice(opened.bundle)
    this.#succeed(opened)
  }

  /** Has the device keep what opens it, or keep it no longer, as the operator wants. */
  async #keepOnDevice(bundle: Bundle): Promise<void> {
    const { databases, clock } = this.#ports
    const { vault } = databases
    const { offlineUnlock } = policyOf(await readNote(vault, 'policy'))
    if (offlineUnlock !== 'device') return vault.ways.delete('kept')
    await (await import('./lazy-parts.ts')).lazyParts.keepOnDevice(databases, bundle, clock.now())
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
    const { databases, clock, onRevoked, onHeard } = this.#ports
    if (asked.type === 'revoked') {
      this.stop()
      onRevoked()
      return false
    }
    if (asked.type === 'shares' || asked.type === 'told') {
      const now = clock.now()
      await writeNote(databases.vault, 'policy', asked.policy)
      if (asked.type === 'shares') await writeNote(databases.vault, 'lockTicket', asked.lockTicket)
      await writeNote(databases.vault, 'contact', { device: now, seen: now })
      await storeServerTime(databases.outbox, now, asked.at)
      onHeard()
    }
    return true
  }

  /** After an unlock by the user: applies the server's orders, and adds its slot if none opens. */
  async #hear(asked: Asked, bundle: Bundle | null): Promise<void> {
    if (!(await this.#heed(asked)) || asked.type !== 'shares') return
    const { databases, clock, onPlatforms } = this.#ports
    const { vault } = databases
    const share = asked.shares[''] ?? ''
    if (bundle?.shares) {
      const there = await vault.ways.get('server')
      const opens = there && (await openServerSlot(there, asked.shares).catch(nullIfUnreadable))
      if (!opens) await vault.ways.put(await serverSlot(bundle, share, clock.now()))
    }
    if (this.#bundle) {
      // a new platform opens with the next page, too; not if the server has lost its key share
      const { mk, shares } = this.#bundle
      if (shares?.[''] === share) this.#bundle = { mk, shares: asked.shares }
      await this.#keepOnDevice(this.#bundle)
    }
    await onPlatforms(Object.keys(asked.shares).filter((platform) => platform !== ''))
    await this.#changed(asked.shares)
  }

  #succeed({ ring, bundle }: OpenVault): void {
    if (this.#ring || this.#stopper.signal.aborted) return
    const { onTrouble } = this.#ports
    this.#ring = ring
    this.#bundle = bundle
    this.#why = null
    this.#beat(true)
    this.#watch.start()
    this.#keepHearing()
    this.#resolve(ring)
    // the screen waits for this; the rest follows
    if (this.#told) this.#ports.tell((this.#told = { ...this.#told, phase: 'open', why: null }))
    void this.#tell().catch(onTrouble)
  }

  /** Keeps what opened it beyond this page. `isNew`: those that wait at a lock screen open with this one. */
  #beat(isNew = false): void {
    const { holder, stem, clock, say, onTrouble } = this.#ports
    this.#stopBeat()
    if (!this.#bundle) return
    holder
      .keep(stem, this.#bundle)
      .then((isKept) => {
        if (this.#stopper.signal.aborted) return
        this.#stopBeat()
        this.#stopBeat = clock.after(isKept ? BEAT_MS : BEAT_SOON_MS, () => this.#beat())
        if (this.#told && this.#told.isKept !== isKept) this.#ports.tell((this.#told = { ...this.#told, isKept }))
        if (isNew) say({ type: 'tried' })
      })
      .catch(onTrouble)
  }

  /** Asks the server what of this is still this user's, and does what follows from it. Rejects never. */
  async check(): Promise<void> {
    try {
      if (!this.#ring) return
      const asked = await this.#ports.ask()
      // a server that still takes the device for locked hears of the unlock first
      const isBehind = asked.type === 'locked' && (await this.revive())
      await this.#hear(isBehind ? await this.#ports.ask() : asked, null)
    } catch (error) {
      this.#ports.onTrouble(error)
    }
  }

  #keepHearing(): void {
    this.#after(CONTACT_MS, () => {
      void this.check()
      this.#keepHearing()
    })
  }

  async #stay(why: Why): Promise<void> {
    this.#why = why
    await this.#tell()
    if (this.isHolder) this.#ports.say({ type: 'tried' })
  }

  #changed(shares?: Record<string, string>): Promise<void> {
    this.#ports.say({ type: 'slots' })
    return this.#tell(shares)
  }

  async #triesLeft(): Promise<number> {
    return MOST_FAILS - ((await readNote(this.#ports.databases.vault, 'fails')) ?? 0)
  }

  async #tell(shares?: Record<string, string>): Promise<void> {
    if (this.#stopper.signal.aborted) return
    const { vault } = this.#ports.databases
    const tag = shares && (await tagOf(shares))
    const [ways, { fails = 0, putOff = false, policy }] = await vault.transaction('r', vault.ways, vault.notes, () =>
      Promise.all([vault.ways.toArray(), readNotes(vault)]),
    )
    this.#told = {
      device: this.#ports.device,
      phase: this.#ring ? 'open' : this.#why ? 'locked' : 'opening',
      why: this.#ring ? null : this.#why,
      slots: slotsOf(ways, tag),
      triesLeft: MOST_FAILS - fails,
      others: this.#others,
      isPutOff: putOff,
      isKept: this.#told?.isKept ?? false,
      ...policyOf(policy),
    }
    this.#ports.tell(this.#told)
  }

  #after(ms: number, run: () => unknown): void {
    this.#stopTimer()
    this.#stopTimer = this.#ports.clock.after(ms, () => void run())
  }
}
