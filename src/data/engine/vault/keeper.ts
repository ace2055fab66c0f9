/**
 * Opens the vault and closes it: by the server's half without a word, by what another tab hands over, or by what the
 * user shows; and locks it when nobody is there (offline design, sections 2.7 and 2.8).
 */
import type { DexieOptions } from 'dexie'
import type { Clock, Locks } from '#src/data/engine/clock.ts'
import type { Databases, SlotRow } from '#src/data/engine/database.ts'
import { noteHeard } from '#src/data/engine/expiry.ts'
import { addIndex, dropLostKeys, VaultRing } from './key-ring.ts'
import { policyOf, readNote, readNotes, whyClosed, writeNote, type LockedWhy, type NoteName } from './notes.ts'
import { destroyCache, settleOthers } from './purge.ts'
import type { Asked } from './share.ts'
import {
  deviceSlot,
  firstThatOpens,
  isOffline,
  newBundle,
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
import type { BetweenVaults, Unlocked, VaultState, Why } from './vault-state.ts'
import { Watch } from './watch.ts'

/** So many wrong attempts in a row destroy the ways in that work without the server. */
export const MOST_FAILS = 10
/** A tab that holds the keys and does not answer is frozen; then this one helps itself, ms. */
const ANSWER_MS = 2000
/** Without a server, and nobody says that it is back, it is tried again after so long, ms. */
const RETRY_MS = 5000
/** The server is heard at least so often while somebody works: for its policy, and for what was withdrawn, ms. */
const CONTACT_MS = 5 * 60_000

export interface KeeperPorts {
  databases: Databases
  idb: DexieOptions
  clock: Clock
  locks: Locks
  stem: string
  uid: string
  device: string
  /** Asks the server for its half. Never throws. */
  ask: () => Promise<Asked>
  /** To the same user's other tabs. */
  say: (message: BetweenVaults) => void
  tell: (state: VaultState) => void
  /** Keys are to be let go of and the page loaded again. */
  onLock: (why: Why) => void
  /** The server's clock was heard. */
  onHeard: () => void
  /** The device was revoked: everything goes. */
  onRevoked: () => void
  /** The platforms the user has now, by the server. */
  onPlatforms: (platforms: readonly string[]) => Promise<void>
  onTrouble: (error: unknown) => void
}

export class Keeper {
  readonly #ports: KeeperPorts
  readonly #stopper = new AbortController()
  readonly #watch: Watch
  /** What is waited for. */
  readonly opened: Promise<VaultRing>
  #resolve: (ring: VaultRing) => void = () => undefined
  #ring: VaultRing | null = null
  /** Of all tabs this one makes and keeps what they share. */
  isHolder = false
  #why: Why | null = null
  #attempt: Promise<void> | null = null
  #isPoked = false
  #others = 0
  /** What was last told. */
  #told: VaultState | null = null
  #stopTimer: () => void = () => undefined

  constructor(ports: KeeperPorts) {
    this.#ports = ports
    this.opened = new Promise((resolve) => (this.#resolve = resolve))
    this.#watch = new Watch({
      clock: ports.clock,
      db: ports.databases.vault,
      onDue: (why) => this.lock(why),
      onTrouble: ports.onTrouble,
    })
  }

  /** Begins. `isFresh`: somebody has just signed in, which opens what was locked. */
  async begin(isFresh: boolean): Promise<void> {
    const { databases, locks, stem, say, clock, idb, onTrouble } = this.#ports
    if (isFresh) await writeNote(databases.vault, 'locked', undefined)
    // before anything is read: the answer is on its way meanwhile
    say({ type: 'askKeys' })
    const told = this.#tell()
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

  /** What this device has keys of, or would make them. */
  get platforms(): readonly string[] {
    return [...(this.#ring?.platforms ?? [])].filter((name) => name !== '')
  }

  /** The network or a session is there: the server's half may be, too. */
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

  /** Of another tab. */
  heard(message: BetweenVaults): void {
    switch (message.type) {
      case 'askKeys':
        // while it tries itself, its success is told to all
        if (this.isHolder && (this.#ring || this.#why))
          this.#ports.say({ type: 'keys', keys: this.#ring?.keys ?? null })
        return
      case 'keys':
        if (this.#ring) return
        if (message.keys) this.#succeed(VaultRing.of(this.#ports.databases.vault, this.#ports.clock, message.keys))
        else void this.try()
        return
      case 'active':
        this.#watch.active()
        return
      case 'lock':
        this.#close(message.why)
        return
      case 'platformGone':
        this.#ring?.forget(message.platform)
        return
      case 'cacheGone':
        this.#ring?.forget()
        return
      case 'slots':
        void this.#tell().catch(this.#ports.onTrouble)
    }
  }

  /** A key or a click: nobody has left. */
  active(): void {
    this.#watch.active()
    this.#ports.say({ type: 'active' })
  }

  /** Whether this tab can be seen: one that cannot may stand still without the device having slept. */
  visible(isVisible: boolean): void {
    this.#watch.visible(isVisible)
  }

  /** Opens it by what the user has. */
  async unlock(secret: Secret): Promise<Unlocked> {
    const { databases, clock, ask } = this.#ports
    const { vault } = databases
    if (this.#ring) return { ok: true }
    let asked: Asked | null = null
    if (await this.#whyClosed()) {
      // who has been away for too long is let in by the server alone: it may have revoked this device
      asked = await ask()
      await this.#heed(asked)
      const closed = asked.type === 'shares' ? null : await this.#expire()
      if (closed) return { ok: false, why: closed, triesLeft: await this.#triesLeft() }
    }
    const ways = await vault.ways.where('id').notEqual('server').toArray()
    const meant = ways.filter(({ id, type }) => type === secret.type && (secret.type === 'pass' || id === secret.id))
    const bundle = await firstThatOpens(meant, secret)
    if (!bundle) return this.#wrong()
    const ring = await VaultRing.open(vault, clock, bundle)
    const written = vault.notes.bulkDelete(['fails', 'locked'] satisfies NoteName[])
    // nobody waits for the disk: what is not forgotten asks once more
    this.#succeed(ring)
    await written
    void this.#hear(asked ?? (await ask()), bundle).catch(this.#ports.onTrouble)
    return { ok: true }
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

  /** Adds a way in that works without the server. Throws where the server's half cannot be had for it. */
  async enrol(secret: NewSecret, label: string): Promise<void> {
    const { databases, clock } = this.#ports
    const { vault } = databases
    const bundle = await this.#bundle()
    await vault.ways.add(await offlineSlot(bundle, secret, label, clock.now()))
    // where no server keeps a half, the key that lay beside its lock has done its time
    await vault.ways.delete('device')
    await writeNote(vault, 'putOff', true)
    await this.#changed()
  }

  /** Takes a way in away. Throws for the last one where there is no other. */
  async remove(id: string): Promise<void> {
    const { vault } = this.#ports.databases
    const ways = await vault.ways.toArray()
    if (ways.filter((way) => way.id !== id).length === 0)
      throw new Error('It is the only way in: add another one first.')
    await vault.ways.delete(id)
    await this.#changed()
  }

  /** The user does not want a way in without the network now. */
  async putOff(): Promise<void> {
    await writeNote(this.#ports.databases.vault, 'putOff', true)
    await this.#changed()
  }

  /** Closes it in every tab until somebody shows who they are. */
  async lock(why: LockedWhy | 'window' | 'clock' | 'user'): Promise<void> {
    const { databases, say } = this.#ports
    if (this.#stopper.signal.aborted) return
    if (why === 'window') await destroyCache(databases)
    if (why === 'locked' || why === 'idle' || why === 'sleep') await writeNote(databases.vault, 'locked', why)
    say({ type: 'lock', why })
    this.#close(why)
  }

  /** Lets go of keys, locks and timers. */
  stop(): void {
    this.#stopper.abort()
    this.#stopTimer()
    this.#watch.stop()
    this.#ring?.forget()
    this.#ring = null
  }

  #close(why: Why): void {
    if (this.#stopper.signal.aborted) return
    this.stop()
    this.#ports.onLock(why)
  }

  /** Master key and halves, for wrapping them once more. Throws. */
  async #bundle(): Promise<Bundle> {
    const { databases, ask } = this.#ports
    const { vault } = databases
    const device = await vault.ways.get('device')
    if (device) return openDeviceSlot(device)
    const server = await vault.ways.get('server')
    const asked = server ? await ask() : null
    if (!server || asked?.type !== 'shares') throw new Error('The server is needed for this, and cannot be reached.')
    return openServerSlot(server, asked.shares)
  }

  /** One attempt to open it without the user. */
  async #open(): Promise<void> {
    const { databases, ask } = this.#ports
    const { vault } = databases
    const locked = await readNote(vault, 'locked')
    if (locked) {
      await this.#stay(locked)
      // a device that was revoked meanwhile wipes itself, locked as it is, and one unheard for too long keeps no cache
      if (await this.#heed(await ask())) await this.#expire()
      return this.#after(CONTACT_MS, () => this.try())
    }
    const device = await vault.ways.get('device')
    const asked = await ask()
    if (this.#ring || !(await this.#heed(asked))) return
    if (asked.type === 'shares') return this.#byShares(asked.shares, device)
    const ways = await vault.ways.toArray()
    const legacy = await vault.slots.get('device')
    // nothing here yet but what lay open before: as safe as it was until the server is heard
    const mayLieOpen = ways.length === 0 && (asked.type === 'plain' || legacy !== undefined)
    if (device || mayLieOpen) return this.#byDevice(device)
    const closed = await this.#expire()
    const why = asked.type === 'signedOut' ? 'signed-out' : (closed ?? (ways.some(isOffline) ? 'no-network' : 'no-way'))
    await this.#stay(why)
    this.#after(RETRY_MS, () => this.try())
  }

  async #whyClosed(): Promise<'window' | 'clock' | null> {
    const { contact, policy } = await readNotes(this.#ports.databases.vault)
    return whyClosed(this.#ports.clock.now(), contact, policyOf(policy))
  }

  /** Why it may not be opened without the server; what was cached does not outlive the time for that. */
  async #expire(): Promise<'window' | 'clock' | null> {
    const closed = await this.#whyClosed()
    if (closed === 'window') await destroyCache(this.#ports.databases)
    return closed
  }

  /** Takes in what the server said beside its halves. False where everything is over. */
  async #heed(asked: Asked): Promise<boolean> {
    const { databases, clock, onRevoked, onHeard } = this.#ports
    if (asked.type === 'revoked') {
      this.stop()
      onRevoked()
      return false
    }
    if (asked.type === 'shares') {
      const now = clock.now()
      await writeNote(databases.vault, 'policy', asked.policy)
      await writeNote(databases.vault, 'contact', { device: now, seen: now })
      await noteHeard(databases.outbox, now, asked.at)
      onHeard()
    }
    return true
  }

  async #byShares(shares: Record<string, string>, device: SlotRow | undefined): Promise<void> {
    const { databases, clock, uid } = this.#ports
    const { vault } = databases
    const there = await vault.ways.get('server')
    let bundle = there ? await openServerSlot(there, shares).catch(nullIfUnreadable) : null
    if (there && !bundle && (await vault.ways.filter(isOffline).count()) > 0) {
      // the server has lost its half; what the user has still opens it, and gives the server's slot its place again
      return this.#stay('mismatch')
    }
    bundle ??= await this.#newVault(there, shares)
    const ring = await VaultRing.open(vault, clock, bundle)
    const legacy = await vault.slots.get('device')
    // a tab that does not hold the lock is not alone: another one may be writing under the old keys
    if ((legacy || device) && this.isHolder) {
      const { legacyRing, resealAll } = (await import('#src/data/engine/seldom.ts')).seldom
      if (legacy) await resealAll(databases, legacyRing(legacy), ring, uid)
      if (device) {
        const old = await VaultRing.open(vault, clock, await openDeviceSlot(device))
        await resealAll(databases, old, ring, uid)
      }
      await destroyCache(databases)
      await vault.slots.clear()
      await vault.ways.delete('device')
    }
    // first: which platforms there were is read off their keys
    await this.#ports.onPlatforms(Object.keys(shares).filter((platform) => platform !== ''))
    await dropLostKeys(vault, ring)
    this.#succeed(ring)
  }

  /** A vault in the place of none, or of one that nothing opens any more. */
  async #newVault(there: SlotRow | undefined, shares: Record<string, string>): Promise<Bundle> {
    const { databases, clock } = this.#ports
    const { vault } = databases
    const bundle = newBundle(shares)
    const made = await serverSlot(bundle, shares[''] ?? '', clock.now())
    await addIndex(vault, clock, bundle)
    // of two tabs that made one at the same moment, the first to write wins
    const first = await vault.transaction('rw', vault.ways, async () => {
      const now = await vault.ways.get('server')
      if (now && String(now.iv) !== String(there?.iv)) return now
      await vault.ways.put(made)
      return made
    })
    return first === made ? bundle : openServerSlot(first, shares)
  }

  /** Where no server keeps a half: the slot whose key lies beside it, made on first use. */
  async #byDevice(there: SlotRow | undefined): Promise<void> {
    const { databases, clock, uid } = this.#ports
    const { vault } = databases
    const made = there ?? (await deviceSlot(newBundle(null), clock.now()))
    const slot = await vault.transaction('rw', vault.ways, async () => {
      const first = await vault.ways.get('device')
      if (!first) await vault.ways.add(made)
      return first ?? made
    })
    const ring = await VaultRing.open(vault, clock, await openDeviceSlot(slot))
    const legacy = await vault.slots.get('device')
    if (legacy && this.isHolder) {
      const { legacyRing, resealAll } = (await import('#src/data/engine/seldom.ts')).seldom
      await resealAll(databases, legacyRing(legacy), ring, uid)
      await destroyCache(databases)
      await vault.slots.clear()
    }
    this.#succeed(ring)
  }

  /** After it was opened by the user: what the server says meanwhile, and its slot where it has none that opens. */
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
    await onPlatforms(Object.keys(asked.shares).filter((platform) => platform !== ''))
    await this.#changed(asked.shares)
  }

  #succeed(ring: VaultRing): void {
    if (this.#ring || this.#stopper.signal.aborted) return
    const { say, onTrouble } = this.#ports
    this.#ring = ring
    this.#why = null
    // those that wait at a lock screen open with this one
    say({ type: 'keys', keys: ring.keys })
    this.#watch.start()
    this.#keepHearing()
    this.#resolve(ring)
    // what is shown waits for this; what else there is to say follows
    if (this.#told) this.#ports.tell({ ...this.#told, phase: 'open', why: null })
    void this.#tell().catch(onTrouble)
  }

  /** Asks the server what of this is still this user's, and does what follows from it. Rejects never. */
  async check(): Promise<void> {
    try {
      if (this.#ring) await this.#hear(await this.#ports.ask(), null)
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
    if (this.isHolder) this.#ports.say({ type: 'keys', keys: null })
  }

  async #changed(shares?: Record<string, string>): Promise<void> {
    this.#ports.say({ type: 'slots' })
    await this.#tell(shares)
  }

  async #triesLeft(): Promise<number> {
    return MOST_FAILS - ((await readNote(this.#ports.databases.vault, 'fails')) ?? 0)
  }

  async #tell(shares?: Record<string, string>): Promise<void> {
    if (this.#stopper.signal.aborted) return
    const { databases, tell } = this.#ports
    const { vault } = databases
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
      ...policyOf(policy),
    }
    tell(this.#told)
  }

  #after(ms: number, run: () => unknown): void {
    this.#stopTimer()
    this.#stopTimer = this.#ports.clock.after(ms, () => void run())
  }
}
