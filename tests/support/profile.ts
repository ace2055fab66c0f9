/** A browser profile in process, before the real server: its tabs are complete engines with one disk and one set of locks. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { OpDraft } from '#contract/ops/op.ts'
import { uuidV7 } from '#contract/uuid.ts'
import type { Channel } from '#engine/base/clock.ts'
import { openDatabases, stemOf, type Databases } from '#engine/base/database.ts'
import type { Entry } from '#engine/base/types.ts'
import { Engine } from '#engine/engine.ts'
import type { CallName, Calls, FromEngine, ToEngine } from '#engine/protocol.ts'
import type { KeyHolderClient } from '#engine/vault/key-holder.ts'
import type { Bundle } from '#engine/vault/slots.ts'
import type { VaultState } from '#engine/vault/vault-state.ts'
import { MemoryLocks, VirtualClock } from './engine-world.ts'
import { Faults } from './faults.ts'
import type { TestServer } from './server.ts'

const ORIGIN = 'http://localhost:4280'

/** The BroadcastChannel of one browser: all but the sender receive a message, later. */
class Air {
  readonly #members = new Map<string, Set<Channel>>()

  open = (name: string): Channel => {
    const members = this.#members.get(name) ?? new Set()
    this.#members.set(name, members)
    const channel: Channel = {
      onmessage: null,
      postMessage(data) {
        const copy: unknown = structuredClone(data)
        for (const other of members) {
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data: copy } as MessageEvent))
        }
      },
      close: () => members.delete(channel),
    }
    members.add(channel)
    return channel
  }
}

/** The memory of a service worker. */
class MemoryHolder implements KeyHolderClient {
  #held: { stem: string; bundle: Bundle } | null = null
  keep = async (stem: string, bundle: Bundle) => {
    this.#held = structuredClone({ stem, bundle })
    return true
  }
  find = async (stem: string) => (this.#held?.stem === stem ? structuredClone(this.#held.bundle) : null)
  drop = async (stem: string) => void (this.#held?.stem === stem && (this.#held = null))
  clear = () => void (this.#held = null)
}

const LOCKS: ReadonlySet<string> = new Set(['locked', 'idle', 'sleep'])

/** Waits for a condition; virtual time does not advance meanwhile. */
export async function until(isSo: () => unknown): Promise<void> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    if (await isSo()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`never so: ${String(isSo)}`)
}

export class Profile {
  readonly idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  readonly clock = new VirtualClock()
  readonly locks = new MemoryLocks()
  readonly air = new Air()
  readonly faults: Faults
  readonly server: TestServer
  isOnline = true
  readonly holder = new MemoryHolder()
  /** Session tokens by account, as in the cookie. */
  readonly #tokens = new Map<string, string | null>()
  readonly #tabs: ProfileTab[] = []

  constructor(server: TestServer) {
    this.server = server
    this.faults = new Faults((request) => server.app.fetch(request), { now: () => this.clock.now() })
  }

  /** Opens a tab with a session; its vault opens by itself if it can. */
  async tab(account = 'analyst', { isFresh = false, token }: { isFresh?: boolean; token?: string | null } = {}) {
    if (token === undefined && (isFresh || !this.#tokens.has(account))) await this.signIn(account, isFresh)
    const held = token === undefined ? this.token(account) : token
    const tab = new ProfileTab(this, account)
    this.#tabs.push(tab)
    tab.post({
      type: 'start',
      uid: account,
      origin: ORIGIN,
      isProven: true,
      base: '/api',
      token: held,
      appV: '1',
      sentinels: {},
      isFresh,
      label: 'Chrome on Linux',
    })
    return tab
  }

  /** Signs in again, in place of the present session. Entering a password takes a minute. */
  async signIn(account = 'analyst', isFresh = false): Promise<string> {
    if (isFresh) this.clock.advance(60_000)
    const token = await this.server.services.sessions.start(account, isFresh)
    this.#tokens.set(account, token)
    return token
  }

  token = (account = 'analyst'): string | null => this.#tokens.get(account) ?? null
  setToken = (account: string, token: string | null): void => void this.#tokens.set(account, token)

  /** Closes every tab, as closing the browser does. */
  async close(): Promise<void> {
    this.holder.clear()
    for (const tab of this.#tabs.splice(0)) await tab.stop()
  }

  /** Opens the databases of a user, beside the tabs that have them open. */
  async databases(account = 'analyst'): Promise<Databases> {
    return openDatabases(await stemOf(ORIGIN, account), this.idb, () => undefined)
  }

  async names(): Promise<string[]> {
    const all = await this.idb.indexedDB.databases()
    return all.flatMap(({ name }) => (name && name !== 'docket-reference' ? [name] : [])).toSorted()
  }
}

export class ProfileTab {
  readonly said: FromEngine[] = []
  readonly pending = new Map<string, Entry>()
  readonly #engine: Engine
  readonly #profile: Profile
  readonly #account: string
  readonly #waiting = new Map<number, (message: Extract<FromEngine, { type: 'reply' }>) => void>()
  #lastId = 0

  constructor(profile: Profile, account: string) {
    this.#profile = profile
    this.#account = account
    this.#engine = new Engine({
      idb: profile.idb,
      locks: profile.locks,
      clock: profile.clock,
      fetch: async (url, init) => {
        if (!profile.isOnline) throw new TypeError('no route')
        return profile.faults.fetch(url, init)
      },
      channel: profile.air.open,
      random: () => 0,
      holder: profile.holder,
      post: (message) => {
        const copy = structuredClone(message)
        queueMicrotask(() => this.#take(copy))
      },
    })
  }

  post(message: ToEngine): void {
    this.#engine.handle(structuredClone(message))
  }

  #take(message: FromEngine): void {
    this.said.push(message)
    if (message.type === 'reply') this.#waiting.get(message.id)?.(message)
    if (message.type === 'token') this.#profile.setToken(this.#account, message.token)
    if (message.type === 'token' || message.type === 'askToken')
      this.post({ type: 'token', token: this.#profile.token(this.#account) })
    // its window deletes the cookie
    if (message.type === 'locked' && LOCKS.has(message.why)) this.#profile.setToken(this.#account, null)
    if (message.type !== 'change') return
    for (const entry of message.put) this.pending.set(entry.op.opId, entry)
    for (const opId of message.gone) this.pending.delete(opId)
  }

  async call<N extends CallName>(name: N, ...args: Parameters<Calls[N]>): Promise<Awaited<ReturnType<Calls[N]>>> {
    const id = (this.#lastId += 1)
    const answer = new Promise<Extract<FromEngine, { type: 'reply' }>>((resolve) => this.#waiting.set(id, resolve))
    this.post({ type: 'call', id, name, args })
    const message = await answer
    if (!message.ok) throw new Error(message.message)
    return message.value as Awaited<ReturnType<Calls[N]>>
  }

  /** The last reported state of its vault. */
  get vault(): VaultState | undefined {
    return this.said.findLast((message) => message.type === 'vault')?.state
  }

  saw = (type: FromEngine['type']): boolean => this.said.some((message) => message.type === type)
  opened = (): Promise<void> => until(() => this.saw('opened'))
  closed = (why: VaultState['why']): Promise<void> =>
    until(() => this.vault?.phase === 'locked' && this.vault.why === why)
  /** True if it was locked by another tab: its window would reload. */
  locked = (): Promise<void> => until(() => this.saw('locked'))
  states = (): string[] => [...this.pending.values()].map(({ state }) => state)

  /** Enqueues decisions; resolves when they are on disk. */
  async take(drafts: readonly OpDraft[], holdMs = 0): Promise<string[]> {
    const at = this.#profile.clock.now()
    const by = { id: this.#account, name: this.#account }
    const ops = drafts.map((draft) => ({
      op: { ...draft, opId: uuidV7(at), at, by },
      group: 'g',
      commandId: 'case.note',
      label: draft.kind,
      holdMs,
      offline: !this.#profile.isOnline,
    }))
    await this.call('enqueue', ops)
    return ops.map(({ op }) => op.opId)
  }

  stop(): Promise<void> {
    return this.#engine.stop()
  }
}

export const PASSPHRASE = 'four words are enough'
export const pass = (passphrase: string) => ({ type: 'pass', passphrase }) as const

/** Advances time in steps of a quarter of a minute, as it passes for an idle user. */
export async function ticks(profile: Profile, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    profile.clock.advance(15_000)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Adds a passphrase to the profile, and closes all its tabs. */
export async function enrolPassphrase(profile: Profile): Promise<void> {
  const tab = await profile.tab()
  await tab.opened()
  await tab.call('vaultEnrol', pass(PASSPHRASE), 'Passphrase')
  await profile.close()
}
