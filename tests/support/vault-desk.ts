/**
 * A browser profile of the model test and the people who use it: each with databases, keys, tabs of which one leads, and
 * what is remembered outside the databases.
 */
import { IDBFactory } from 'fake-indexeddb'
import { findKind } from '#contract/ops/kinds.ts'
import type { Databases } from '#engine/base/database.ts'
import type { Change, Entry } from '#engine/base/types.ts'
import { readHealth } from '#engine/health.ts'
import type { Sentinel } from '#engine/base/types.ts'
import { beginLife } from '#engine/sender/incarnation.ts'
import { noteRestored } from '#engine/sender/server-restore.ts'
import { VaultRing } from '#engine/vault/key-ring.ts'
import { destroyPlatform } from '#engine/vault/purge-platform.ts'
import { platformsOf, settleOthers } from '#engine/vault/purge.ts'
import type { Bundle } from '#engine/vault/slots.ts'
import { randomBytes, toBase64 } from '#engine/vault/slots.ts'
import { MemoryLocks, World, type Tab } from './engine-world.ts'

/** The one every user keeps, and the one that may be withdrawn. */
export const PLATFORMS = ['paxum', 'paydek'] as const
const half = (): string => toBase64(randomBytes(32))

/** Somebody with an account. */
export class User {
  readonly uid: string
  readonly stem: string
  readonly mk = randomBytes(32)
  /** The server's halves; one for each platform that this user has now. */
  readonly shares: Record<string, string> = {
    '': half(),
    ...Object.fromEntries(PLATFORMS.map((name) => [name, half()])),
  }
  /** Open in some tab; null while it is locked. */
  held: Bundle | null = null
  sentinel: Sentinel | undefined
  device = ''
  /** Has not heard yet that the server was put back. */
  isBehind = false

  constructor(uid: string, nth: number) {
    this.uid = uid
    this.stem = String(nth).repeat(16)
  }

  get token(): string {
    return `token of ${this.uid}`
  }
}

/** The tabs of whoever sits there, on databases of their own. */
export class Desk extends World {
  readonly users: readonly [User, User] = [new User('u1', 1), new User('u2', 2)]
  user: User = this.users[0]
  tabs: Tab[] = []
  /** Somebody's keys are there, in a tab or in the service worker: only then is anything sent. */
  isOpen = false
  /** The code is older than what wrote the rows on the disk. */
  isRolledBack = false
  /** The server as it was when it was last copied. */
  copy = this.server.backup()
  /** Series of numbers that ended with the storage they were in: the server is to hear of each. */
  owed: { user: User; device: string }[] = []
  /** What was seen on the way that must never be. */
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
    const { incarnation, lost } = await beginLife(databases.outbox, user.sentinel)
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

  /** The first that is left: whoever waited longest for the lock. */
  get leader(): Tab {
    return this.at(0)
  }

  at(nth: number): Tab {
    const tab = this.tabs[nth % this.tabs.length]
    if (!tab) throw new Error('no tab is open')
    return tab
  }

  /** Opens the workbench of a user in so many tabs, as the engine does when its keys are there. */
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

  /** Every tab goes, with the keys in it. */
  async shut(): Promise<void> {
    await this.#remember()
    for (const { databases } of this.tabs.splice(0)) databases.close()
    this.user.held = null
    this.isOpen = false
  }

  /** The code is that of the rows again. */
  async #bringUp(): Promise<void> {
    const newer = this.leader.databases.outbox.ops.filter(({ kind, kindV }) => kindV !== findKind(kind)?.kindV)
    await newer.modify((row) => void (row.kindV = findKind(row.kind)?.kindV ?? 0))
  }

  /** What stands in local storage. */
  async #remember(): Promise<void> {
    const { user } = this
    const { sentinel } = (await readHealth(this.leader.databases.outbox, user.stem, user.device)).message
    user.sentinel = { ...sentinel, lastSeq: Math.max(sentinel.lastSeq, user.sentinel?.lastSeq ?? 0) }
  }

  /** The feed says that the server is in another history. */
  async hear(): Promise<void> {
    if (this.user.isBehind) await noteRestored(this.leader.databases.outbox)
    this.user.isBehind = false
  }

  /** A platform is not this user's any more: nothing of it may stay. */
  async destroy(platform: string): Promise<void> {
    const { databases, outbox } = this.leader
    const moved = await destroyPlatform(databases, platform, this.clock.now())
    for (const { ring } of this.tabs) ring.forget(platform)
    delete this.user.held?.shares?.[platform]
    await outbox.tell(moved)
    const rows = await databases.outbox.ops.filter((row) => row.platform === platform).toArray()
    const keys = await databases.vault.keys.filter((key) => key.platform === platform).count()
    const bodies = rows.filter(({ ct, state }) => ct.byteLength > 0 && state !== 'sending').length
    if (keys + bodies > 0) this.seen.push(`${keys} keys and ${bodies} bodies of ${platform} are left`)
  }

  /** The browser throws away what this origin has on disk. */
  evict(): void {
    this.idb.indexedDB = new IDBFactory()
    // what was still to be told went with it
    this.owed = []
  }

  /** Whatever held a lock is dead. */
  dropLocks(): void {
    this.locks = new MemoryLocks()
  }

  /** What tabs were told while something was done. */
  async told(run: () => Promise<unknown>): Promise<Change[]> {
    const before = this.changes.length
    await run()
    return this.changes.slice(before)
  }

  /** The leader is sending, and the server, which has done it, does not answer yet; resolves to how it can. */
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

  /** Waits until something is so; whenever everybody else only waits for the time, time goes on. */
  async until(isSo: () => boolean): Promise<void> {
    for (; !isSo(); await next()) if (this.clock.waiting > 0) this.clock.advance(1000)
  }

  /** Answers everything that is stuck; how many there were. */
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

/** What a sender dies of: another one leads by the time of the answer, or its tab is gone. */
export function throwUnlessGone(error: unknown): void {
  if (!['Fenced', 'DatabaseClosedError'].includes((error as Error).name)) throw error
}
