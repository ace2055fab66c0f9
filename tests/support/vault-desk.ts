/**
 * A browser profile of the model test and its users: each has databases, keys, tabs with one leader, and data outside
 * the databases.
 */
import { IDBFactory } from 'fake-indexeddb'
import { findKind } from '#contract/ops/kinds.ts'
import type { Databases } from '#engine/base/database.ts'
import type { Change, Entry } from '#engine/base/types.ts'
import { readHealth } from '#engine/health.ts'
import type { Sentinel } from '#engine/base/types.ts'
import { beginIncarnation } from '#engine/sender/incarnation.ts'
import { noteRestored } from '#engine/sender/server-restore.ts'
import { VaultRing } from '#engine/vault/key-ring.ts'
import { destroyPlatform } from '#engine/vault/purge-platform.ts'
import { platformsOf, settleOthers } from '#engine/vault/delete-data.ts'
import type { Bundle } from '#engine/vault/slots.ts'
import { randomBytes, toBase64 } from '#engine/vault/slots.ts'
import { MemoryLocks, World, type Tab } from './engine-world.ts'

/** The platform that every user keeps, and the one that may be withdrawn. */
export const PLATFORMS = ['paxum', 'paydek'] as const
const half = (): string => toBase64(randomBytes(32))

/** A user with an account. */
export class User {
  readonly uid: string
  readonly stem: string
  readonly mk = randomBytes(32)
  /** The key shares of the server, one for each platform that this user has now. */
  readonly shares: Record<string, string> = {
    '': half(),
    ...Object.fromEntries(PLATFORMS.map((name) => [name, half()])),
  }
  /** The open vault; null while it is locked. */
  held: Bundle | null = null
  sentinel: Sentinel | undefined
  device = ''
  /** True if it has not noticed yet that the server was restored from backup. */
  isBehind = false

  constructor(uid: string, nth: number) {
    this.uid = uid
    this.stem = String(nth).repeat(16)
  }

  get token(): string {
    return `token of ${this.uid}`
  }
}

/** The tabs of the present user, on databases of that user. */
export class Desk extends World {
  readonly users: readonly [User, User] = [new User('u1', 1), new User('u2', 2)]
  user: User = this.users[0]
  tabs: Tab[] = []
  /** True if a tab or the service worker has keys: nothing is sent without them. */
  isOpen = false
  /** True if the code is older than the rows on the disk. */
  isRolledBack = false
  /** The last backup of the server. */
  copy = this.server.backup()
  /** Series of numbers that ended with their storage: each has to be reported to the server. */
  owed: { user: User; device: string }[] = []
  /** The violations that were seen during the run. */
  readonly seen: string[] = []

  constructor() {
    super()
    const { fetch } = this.server
    this.server.fetch = (url, init) => {
      if (!this.isOpen) this.seen.push(`sent while locked: ${url}`)
      return fetch(url, init)
    }
  }

  override async databases(): Promise<Databases> {
    const databases = await super.databases()
    const { user } = this
    const { incarnation, lost } = await beginIncarnation(databases.outbox, user.sentinel)
    const isSame = user.sentinel?.incarnation === incarnation
    if (user.sentinel && !isSame) {
      if (lost !== user.sentinel.pending) this.seen.push(`${lost} told as lost`)
      this.owed.push({ user, device: user.sentinel.incarnation })
    }
    if (!isSame) user.sentinel = { incarnation, lastSeq: 0, pending: 0 }
    this.device = user.device = incarnation
    this.lastSeq = user.sentinel?.lastSeq ?? 0
    return databases
  }

  override async ring({ vault }: Databases): Promise<VaultRing> {
    const { user, clock } = this
    user.held ??= { mk: user.mk, shares: { ...user.shares } }
    return VaultRing.open(vault, clock, user.held)
  }

  /** The first tab that is left: it waited longest for the lock. */
  get leader(): Tab {
    return this.at(0)
  }

  at(nth: number): Tab {
    const tab = this.tabs[nth % this.tabs.length]
    if (!tab) throw new Error('no tab is open')
    return tab
  }

  /** Opens the workbench of a user in a number of tabs, as the engine does when its keys are available. */
  async open(user = this.user, tabs = 2): Promise<void> {
    Object.assign(this, { user, uid: user.uid, stem: user.stem, token: user.token, isOpen: true })
    this.tabs = [await this.tab()]
    await settleOthers(user.stem, this.idb, this.clock.now())
    const gone = await platformsOf(this.leader.databases)
    for (const platform of gone) if (!(platform in user.shares)) await this.destroy(platform)
    while (this.tabs.length < tabs) this.tabs.push(await this.tab())
    if (!this.isRolledBack) await this.#bringUp()
    await this.hear()
    await this.leader.flusher.begin()
  }

  /** Closes every tab, with its keys. */
  async shut(): Promise<void> {
    await this.#remember()
    for (const { databases } of this.tabs.splice(0)) databases.close()
    this.user.held = null
    this.isOpen = false
  }

  /** Makes the code as new as the rows again. */
  async #bringUp(): Promise<void> {
    const newer = this.leader.databases.outbox.ops.filter(({ kind, kindV }) => kindV !== findKind(kind)?.kindV)
    await newer.modify((row) => void (row.kindV = findKind(row.kind)?.kindV ?? 0))
  }

  /** Stores what local storage has to contain. */
  async #remember(): Promise<void> {
    const { user } = this
    const { sentinel } = (await readHealth(this.leader.databases.outbox, user.stem, user.device)).message
    user.sentinel = { ...sentinel, lastSeq: Math.max(sentinel.lastSeq, user.sentinel?.lastSeq ?? 0) }
  }

  /** The feed reports another incarnation of the server. */
  async hear(): Promise<void> {
    if (this.user.isBehind) await noteRestored(this.leader.databases.outbox)
    this.user.isBehind = false
  }

  /** Withdraws a platform from this user: none of its data may stay. */
  async destroy(platform: string): Promise<void> {
    const { databases, outbox } = this.leader
    const moved = await destroyPlatform(databases, platform, this.clock.now())
    for (const { ring } of this.tabs) ring.forget(platform)
    delete this.user.held?.shares?.[platform]
    await outbox.tell(moved)
    const rows = await databases.outbox.ops.filter((row) => row.platform === platform).toArray()
    const keys = await databases.vault.keys.filter((key) => key.platform === platform).count()
    const bodies = rows.filter(({ ct }) => ct.byteLength > 0).length
    if (keys + bodies > 0) this.seen.push(`${keys} keys and ${bodies} bodies of ${platform} are left`)
  }

  /** The browser deletes the storage of this origin. */
  evict(): void {
    this.idb.indexedDB = new IDBFactory()
    // events that were not reported yet are lost with it
    this.owed = []
  }

  /** Releases the locks of closed tabs. */
  dropLocks(): void {
    this.locks = new MemoryLocks()
  }

  /** Returns the messages to tabs while an action runs. */
  async told(run: () => Promise<unknown>): Promise<Change[]> {
    const before = this.changes.length
    await run()
    return this.changes.slice(before)
  }

  /** The leader sends, and the server executes it without answering yet; resolves to a function that answers. */
  async sending(): Promise<{ answer: () => void; pass: Promise<unknown> }> {
    const { server } = this
    server.faults.unshift({ type: 'hangs' })
    const waiting = server.holdsBack.length
    const going = { isOver: false }
    const pass = this.leader.flusher.pass().finally(() => (going.isOver = true))
    pass.catch(throwUnlessGone)
    while (!going.isOver && server.holdsBack.length === waiting) await next()
    server.faults = server.faults.filter(({ type }) => type !== 'hangs')
    return { answer: () => server.holdsBack.splice(waiting).forEach((go) => go()), pass }
  }

  /** Waits for a condition; time advances whenever nothing else is pending. */
  async until(isSo: () => boolean): Promise<void> {
    for (; !isSo(); await next()) if (this.clock.waiting > 0) this.clock.advance(1000)
  }

  /** Resolves all conflicts and dead letters; returns their number. */
  async answerStuck(how: 'resend' | 'note' | 'discard'): Promise<number> {
    const { outbox } = this.leader
    const stuck = (await outbox.entries()).filter(isStuck)
    for (const { op, error } of stuck) {
      if (error?.code === 'unreadable') this.seen.push(`${op.opId} cannot be read`)
      const isSent = how !== 'discard' && (await outbox.resend(op.opId, { isNoteOnly: how === 'note', holdMs: 0 }))
      if (!isSent) await outbox.discard(op.opId, 'No longer needed')
    }
    return stuck.length
  }
}

const next = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const isStuck = ({ state }: Entry) => state === 'conflict' || state === 'dead'

/** Throws an error, unless it is that of a sender that no longer leads or whose tab is closed. */
export function throwUnlessGone(error: unknown): void {
  if (!['Fenced', 'DatabaseClosedError'].includes((error as Error).name)) throw error
}
