import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { CaseDetail } from '#contract/model/cases/case.ts'
import type { Channel } from '#engine/base/clock.ts'
import { stemOf } from '#engine/base/database.ts'
import { Engine } from '#engine/engine.ts'
import type { FromEngine } from '#engine/protocol.ts'
import { draft, MemoryLocks, VirtualClock } from '#tests/support/engine-world.ts'
import { FaultServer } from '#tests/support/fault-server.ts'
import { createEngine, type EnginePort } from './engine-client.ts'
import { Pending } from './pending.ts'

/** BroadcastChannel of one browser: everybody but the sender hears, later. */
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

/** One browser: what all its tabs share. */
class Browser {
  indexedDB = new IDBFactory()
  readonly clock = new VirtualClock()
  readonly server = new FaultServer(this.clock)
  readonly locks = new MemoryLocks()
  readonly air = new Air()
  readonly stored = new Map<string, string>()
  token: string | null = 'token'
  isOnline = true
  persist: (() => Promise<boolean>) | null = null
  signedOut = 0
  readonly engines: Engine[] = []

  spawn = (): EnginePort => {
    const listeners: ((message: FromEngine) => void)[] = []
    const engine = new Engine({
      idb: { indexedDB: this.indexedDB, IDBKeyRange },
      locks: this.locks,
      clock: this.clock,
      fetch: this.server.fetch,
      channel: this.air.open,
      random: () => 0,
      post: (message) => {
        const copy = structuredClone(message)
        queueMicrotask(() => listeners.forEach((listener) => listener(copy)))
      },
    })
    this.engines.push(engine)
    return {
      post: (message) => engine.handle(structuredClone(message)),
      listen: (handler) => listeners.push(handler),
      stop: () => void engine.stop(),
    }
  }

  tab(user = 'u1') {
    const pending = new Pending()
    const tokenListeners = new Set<() => void>()
    const engine = createEngine({
      spawn: this.spawn,
      pending,
      token: {
        get: () => this.token,
        set: (token) => void (this.token = token),
        subscribe(listener) {
          tokenListeners.add(listener)
          return () => tokenListeners.delete(listener)
        },
      },
      connectivity: { isOnline: () => this.isOnline, subscribe: () => () => undefined },
      storage: {
        getItem: (key) => this.stored.get(key) ?? null,
        setItem: (key, value) => void this.stored.set(key, value),
      },
      now: () => this.clock.now(),
      origin: 'http://localhost',
      base: '/api',
      appV: '1',
      isProven: () => false,
      holdMs: () => 10_000,
      persist: this.persist,
      onSignedOut: () => (this.signedOut += 1),
      onSessionOver: () => undefined,
      onRowsChanged: () => undefined,
      onTrouble: () => undefined,
      label: 'A test',
      vault: { onLocked: () => undefined, onGone: () => undefined, onPlatformGone: () => undefined },
    })
    engine.start({ id: user, name: 'Ana' })
    return { engine, pending, tellToken: () => tokenListeners.forEach((listener) => listener()) }
  }
}

/**
 * Waits for what comes by itself; virtual time stands still meanwhile. By the clock and not by turns: keys are made and
 * bodies sealed on other threads, which a machine under load may keep waiting.
 */
async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 10_000
  while (Date.now() < end) {
    if (isSo()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`never so: ${String(isSo)}`)
}

const refusing = {
  open() {
    throw new DOMException('denied', 'SecurityError')
  },
} as unknown as IDBFactory

const META = { commandId: 'case.await', label: 'Await PX1' }
const base = {
  id: 'PX1',
  uuid: 'uuid-PX1',
  platform: 'paxum',
  status: 'new',
  alertCount: 1,
  recommendedStr: 0,
  version: 0,
  createAt: { date: '2026-01-01 00:00:00', timezone: 'UTC' },
  notes: [],
} as unknown as CaseDetail

/** The number of unanswered operations that is noted outside the database. */
function noted({ stored }: Browser): number | undefined {
  const [first] = Object.values(
    JSON.parse(stored.get('docket.sentinel') ?? '{}') as Record<string, { pending: number }>,
  )
  return first?.pending
}

describe('the engine client', () => {
  it('35: without storage it refuses, with a message, what it cannot do at once', async () => {
    const browser = new Browser()
    browser.indexedDB = refusing
    browser.isOnline = false
    const { engine, pending } = browser.tab()
    engine.enqueue([draft('case.await', 'PX1')], META)
    expect(pending.fold('caseDetail', base).status).toBe('await')
    await until(() => pending.list()[0]?.state === 'refused')
    expect({ status: pending.fold('caseDetail', base).status, storage: engine.status().storage }).toEqual({
      status: 'new',
      storage: 'unavailable',
    })
    expect(browser.server.ledger).toEqual([])
  })

  it('35: without storage it does at once what it can, cannot undo it, and never says saved', async () => {
    const browser = new Browser()
    browser.indexedDB = refusing
    const { engine, pending } = browser.tab()
    const states = new Set<string | undefined>()
    pending.subscribe(() => states.add(pending.list()[0]?.state))
    const group = engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => pending.list()[0]?.state === 'acked')
    expect([...states]).toEqual(['writing', 'sending', 'acked'])
    expect(await engine.cancel(group)).toEqual({ undone: 0, sent: 1 })
    expect(browser.server.ledger).toHaveLength(1)
  })

  it('shows a change at once, saves it, tells the other tab, and sends it after the hold', async () => {
    const browser = new Browser()
    const one = browser.tab()
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'ok' && one.engine.status().storage === 'ok')
    const group = one.engine.enqueue([draft('case.await', 'PX1')], META)
    expect({ state: one.pending.list()[0]?.state, status: one.pending.fold('caseDetail', base).status }).toEqual({
      state: 'writing',
      status: 'await',
    })
    // not on disk: nothing is called unsent, which is kept
    expect([one.pending.group(group)?.writing, one.engine.status().unsent]).toEqual([1, 0])
    await until(() => two.pending.list()[0]?.state === 'held')
    expect({ group: two.pending.group(group), label: (await two.engine.calls.list())[0]?.label }).toEqual({
      group: { held: 1, writing: 0, sent: 0, refused: 0, until: browser.clock.now() + 10_000, sentAt: null },
      label: 'Await PX1',
    })
    await until(() => browser.clock.waiting > 0)
    browser.clock.advance(10_000)
    await until(() => two.pending.list()[0]?.state === 'acked' && one.engine.status().unsent === 0)
    expect(browser.server.ledger).toHaveLength(1)
    // a read before the answer does not have it yet
    expect(two.pending.fold('caseDetail', base).status).toBe('await')
  })

  it('undoes from any tab, right after the key, and the row is back in the next frame', async () => {
    const browser = new Browser()
    const { engine, pending } = browser.tab()
    const group = engine.enqueue([draft('case.await', 'PX1'), draft('case.note', 'PX1', { note: 'x' })], META)
    const undo = engine.cancel(group)
    // the engine still tells that it wrote them: that is no reason to take the row away again
    const folds = new Set<unknown>([pending.fold('caseDetail', base)])
    pending.subscribe(() => folds.add(pending.fold('caseDetail', base)))
    expect(await undo).toEqual({ undone: 2, sent: 0 })
    await until(() => pending.list().length === 0)
    expect([...folds]).toEqual([base])
    expect(browser.server.ledger).toEqual([])
  })

  it('restores everything after the tab was killed', async () => {
    const browser = new Browser()
    const first = browser.tab()
    first.engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => first.pending.list()[0]?.state === 'held')
    first.engine.stop()
    const second = browser.tab()
    await until(() => second.pending.list()[0]?.state === 'held')
    expect(second.pending.fold('caseDetail', base).status).toBe('await')
  })

  it('pauses on 401, says so, and continues in whichever tab signs in', async () => {
    const browser = new Browser()
    browser.server.isSignedIn = false
    const one = browser.tab()
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'ok')
    one.engine.enqueue([draft('case.await', 'PX1')], META)
    one.engine.sendNow()
    await until(() => browser.signedOut === 2 && two.engine.status().paused)
    browser.server.isSignedIn = true
    browser.token = 'another'
    two.tellToken()
    await until(() => one.pending.list()[0]?.state === 'acked' && !one.engine.status().paused)
    expect(browser.server.ledger).toHaveLength(1)
  })

  it('keeps the queues of two users separate', async () => {
    const browser = new Browser()
    const one = browser.tab('u1')
    one.engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => one.pending.list()[0]?.state === 'held')
    one.engine.start({ id: 'u2', name: 'Ben' })
    await until(() => one.engine.status().storage === 'ok')
    expect({ list: await one.engine.calls.list(), pending: one.pending.list() }).toEqual({ list: [], pending: [] })
  })

  it('34: notices that the browser deleted unsent operations, and tells the server', async () => {
    const browser = new Browser()
    const one = browser.tab()
    one.engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => noted(browser) === 1)
    one.engine.stop()
    browser.indexedDB = new IDBFactory()
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'reset')
    expect(two.engine.status().lost).toBe(1)
    await until(() => browser.server.resets.length > 0)
    expect(browser.server.resets).toMatchObject([{ lastSeq: 1, pending: 1 }])
    // it is said once: what is decided from now on has numbers of its own
    const three = browser.tab()
    await until(() => three.engine.status().storage === 'ok')
    expect(three.engine.status().lost).toBe(0)
  })

  it('does not count as lost what the user discarded on sign-out', async () => {
    const browser = new Browser()
    const one = browser.tab()
    one.engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => one.engine.status().unsent === 1)
    await one.engine.calls.vaultLeave({ keep: false, reason: 'Not mine' })
    one.engine.stop()
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'ok')
    two.engine.enqueue([draft('case.await', 'PX2')], META)
    two.engine.sendNow()
    await until(() => browser.server.ledger.length === 1)
    expect([two.engine.status().lost, browser.server.resets]).toEqual([0, []])
  })

  it.each([
    ['no object', 'null'],
    ['nobody’s text', 'what'],
    ['numbers that are none', JSON.stringify({ incarnation: 5, lastSeq: 'x', pending: -1 })],
  ])('34: tolerates a sentinel that is %s', async (_, text) => {
    const browser = new Browser()
    const one = browser.tab()
    await until(() => one.engine.status().storage === 'ok')
    one.engine.stop()
    const [stem = ''] = Object.keys(JSON.parse(browser.stored.get('docket.sentinel') ?? '{}') as object)
    browser.indexedDB = new IDBFactory()
    browser.stored.set('docket.sentinel', text.startsWith('{') ? `{"${stem}":${text}}` : text)
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'ok')
    expect(two.engine.status().lost).toBe(0)
  })

  it('counts what was decided while the browser was asked to keep its storage', async () => {
    const browser = new Browser()
    const answers: ((isKept: boolean) => void)[] = []
    browser.persist = () => new Promise((resolve) => answers.push(resolve))
    const { engine } = browser.tab()
    engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => engine.status().unsent === 1)
    answers[0]?.(true)
    await until(() => engine.status().persisted === true)
    expect(engine.status().unsent).toBe(1)
  })

  it('52: reports whether storage is persistent, and after an eviction the next window reports how much was lost', async () => {
    const browser = new Browser()
    browser.persist = async () => false
    const one = browser.tab()
    expect(one.engine.status().persisted).toBeNull()
    one.engine.enqueue([draft('case.await', 'PX1'), draft('case.await', 'PX2')], META)
    await until(() => noted(browser) === 2 && one.engine.status().persisted === false)
    one.engine.stop()
    browser.indexedDB = new IDBFactory()
    const two = browser.tab()
    await until(() => two.engine.status().storage === 'reset')
    expect(two.engine.status().lost).toBe(2)
    // with the sentinel gone as well nothing is known, and nothing is made up
    two.engine.stop()
    browser.indexedDB = new IDBFactory()
    browser.stored.clear()
    const three = browser.tab()
    await until(() => three.engine.status().storage === 'ok')
    expect(three.engine.status().lost).toBe(0)
  })

  it('36: names an old window that blocks the database upgrade; nothing is called saved, or lost', async () => {
    const browser = new Browser()
    const stem = await stemOf('http://localhost', 'u1')
    const old = await opened(browser.indexedDB.open(`docket-engine-${stem}-vault`, 1), (db) =>
      db.createObjectStore('notes', { keyPath: 'k' }),
    )
    const { engine, pending } = browser.tab()
    engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => engine.status().storage === 'blocked')
    expect(pending.list()[0]?.state).toBe('writing')
    old.close()
    await until(() => pending.list()[0]?.state === 'held')
    expect(engine.status().storage).toBe('ok')
  })

  it('36: a window whose database newer code has upgraded writes nothing more, and asks for a reload', async () => {
    const browser = new Browser()
    const { engine, pending } = browser.tab()
    engine.enqueue([draft('case.await', 'PX1')], META)
    await until(() => pending.list()[0]?.state === 'held')
    const stem = await stemOf('http://localhost', 'u1')
    const name = `docket-engine-${stem}-outbox`
    const newer = await opened(browser.indexedDB.open(name, 1000), () => undefined)
    await until(() => engine.status().storage === 'newer')
    engine.enqueue([draft('case.note', 'PX1', { note: 'x' })], META)
    await until(() => pending.list().some(({ state }) => state === 'refused'))
    expect(pending.list().at(-1)?.error?.message).toContain('newer version: reload')
    const count = newer.transaction('ops').objectStore('ops').count()
    await until(() => count.readyState === 'done')
    expect(count.result).toBe(1)
    newer.close()
    // older code that is started now leaves it alone as well
    const again = browser.tab()
    await until(() => again.engine.status().storage === 'newer')
  })

  it('keeps the user’s documents encrypted, tells the other tab, and restores them after a reload', async () => {
    const browser = new Browser()
    const heard = (tab: { engine: ReturnType<typeof createEngine> }) => {
      const told: unknown[] = []
      tab.engine.documents.listen((change) => told.push(change))
      return told
    }
    const one = browser.tab()
    const two = heard(browser.tab())
    await until(() => two.length > 0)
    const place = { scope: 'mine', kind: 'view', platform: 'paxum' } as const
    const view = { ...place, id: 'a', base: null, edit: { value: { title: 'Muster' } } } as const
    await one.engine.documents.change({ put: [view, { ...view, id: 'b' }], gone: [] })
    await one.engine.documents.change({ put: [], gone: ['mine|view|paxum|b'] })
    await until(() => two.length === 3)
    expect(two[1]).toEqual(expect.objectContaining({ put: [view, { ...view, id: 'b' }] }))
    expect(JSON.stringify(await dump(browser.indexedDB))).not.toContain('Muster')
    one.engine.stop()
    const three = heard(browser.tab())
    await until(() => three.length > 0)
    expect(three).toEqual([expect.objectContaining({ put: [view] })])
    const other = heard(browser.tab('u2'))
    await until(() => other.length > 0)
    expect(other).toEqual([expect.objectContaining({ put: [] })])
  })

  it('stores answers encrypted and returns them', async () => {
    const browser = new Browser()
    const { engine } = browser.tab()
    await engine.snapshots.put('cases', 'paxum', { items: ['Muster'] }, browser.clock.now())
    expect([await engine.snapshots.get('cases'), await engine.snapshots.get('other')]).toEqual([
      { value: { items: ['Muster'] }, at: browser.clock.now() },
      null,
    ])
    expect(JSON.stringify(await dump(browser.indexedDB))).not.toContain('Muster')
    await engine.snapshots.drop('cases')
    expect(await engine.snapshots.get('cases')).toBeNull()
  })
})

function opened(request: IDBOpenDBRequest, upgrade: (db: IDBDatabase) => unknown): Promise<IDBDatabase> {
  request.addEventListener('upgradeneeded', () => upgrade(request.result))
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
  })
}

/** Every byte of every record as text, as somebody reads it who has the files. */
async function dump(factory: IDBFactory): Promise<unknown[]> {
  const all: unknown[] = []
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
  for (const { name } of await factory.databases()) {
    const db = await done(factory.open(name ?? ''))
    for (const store of db.objectStoreNames) {
      const rows: unknown[] = await done(db.transaction(store).objectStore(store).getAll())
      all.push(
        rows,
        rows.map((row) => Object.values(row as object).map(asText)),
      )
    }
    db.close()
  }
  return all
}

const asText = (value: unknown) =>
  value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value)
