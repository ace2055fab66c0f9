// Sending without a window. The numbers are those of the failure matrix.
import { expect, it } from 'vitest'
import { packBackgroundKeys } from '#engine/vault/background-keys.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'
import { testRing } from '#tests/support/ring.ts'
import { Background } from './background.ts'

/** Lets everything else come in between. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
const note = (caseId: string) => draft('case.note', caseId, { note: 'seen' })
const elsewhere = { ...note('PD1'), target: { platform: 'paydek', customerId: '1', caseId: 'PD1' } }

class Desk extends World {
  windows = 0
  isProven = false
  readonly heard: unknown[] = []
  readonly background = new Background({
    idb: this.idb,
    locks: this.locks,
    clock: this.clock,
    fetch: (url, init) => this.server.fetch(url, init),
    channel: () => ({ postMessage: (message: unknown) => void this.heard.push(message), close: () => undefined }),
    random: () => 0.5,
    hasWindow: async () => this.windows > 0,
  })

  async handOver(tab: Tab, platforms = ['paxum']): Promise<void> {
    const ring = await testRing(tab.databases.vault, this.clock)
    const head = {
      stem: 'test',
      uid: 'u1',
      base: '/api',
      appV: '1',
      isProven: this.isProven,
      token: 'token',
      device: this.device,
    }
    this.background.take(await packBackgroundKeys(ring, head, platforms))
  }

  /** A window that decides something and is gone. */
  async decide(drafts: ReturnType<typeof note>[], holdMs = 0, platforms?: string[]): Promise<Tab> {
    const tab = await this.tab()
    await tab.outbox.enqueue(this.newOps(drafts, 'g', holdMs))
    await this.handOver(tab, platforms)
    return tab
  }

  get sent(): number[] {
    return this.server.ledger.map(({ devSeq }) => devSeq)
  }

  /** Waits for a promise while time goes on. */
  async over<T>(promise: Promise<T>, step = 500): Promise<T> {
    let isOver = false
    promise.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    while (!isOver) {
      if (this.clock.waiting > 0) this.clock.advance(step)
      await turn()
    }
    return promise
  }
}

const states = async ({ databases }: Tab) => (await databases.outbox.ops.toArray()).map(({ state }) => state)

it('sends nothing without keys, with revoked keys, or with expired ones', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')])
  desk.background.takeBack('another')
  desk.background.takeBack('test')
  expect(await desk.background.send()).toBeNull()
  await desk.handOver(tab)
  desk.background.takeBack(null)
  expect(await desk.background.send()).toBeNull()
  await desk.handOver(tab)
  desk.clock.advance(10 * 60_000)
  expect(await desk.background.send()).toBeNull()
  expect(desk.server.requests).toEqual([])
})

it('ignores rows it has no key for, without calling them unreadable', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1'), elsewhere])
  expect(await desk.background.send()).toBe(0)
  expect({ sent: desk.sent, states: await states(tab) }).toEqual({ sent: [1], states: ['acked', 'held'] })
})

it('waits for the hold, sends, notifies the windows, and drops the keys', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')], 10_000)
  await desk.over(desk.background.keep())
  expect({ sent: desk.sent, states: await states(tab) }).toEqual({ sent: [1], states: ['acked'] })
  expect(desk.heard.at(-1)).toMatchObject({ type: 'change', put: [{ state: 'acked' }] })
  expect(await desk.background.send()).toBeNull()
})

it('stays active only while it holds keys, so that a newer worker may replace it', async () => {
  const desk = new Desk()
  await desk.decide([note('PX1')], 10_000)
  desk.windows = 1
  const staying = desk.background.keep()
  desk.background.takeBack('another')
  expect(desk.clock.waiting).toBe(1)
  desk.background.takeBack(null)
  // time stands still
  await staying
  expect({ waiting: desk.clock.waiting, sent: desk.sent }).toEqual({ waiting: 0, sent: [] })
})

it('stays idle while a window is open, and yields to one that opens', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')], 10_000)
  desk.windows = 1
  await desk.over(desk.background.keep())
  expect(desk.server.requests).toEqual([])
  desk.windows = 0
  await tab.outbox.cancel('g')
  await desk.decide([note('PX2')], 10_000)
  const sending = desk.background.send()
  while (desk.clock.waiting === 0) await turn()
  desk.windows = 1
  expect(await desk.over(sending)).toBe(0)
  expect({ sent: desk.sent, states: await states(tab) }).toEqual({ sent: [], states: ['held'] })
})

it('9: service worker and page never send at once: one holds the lock, the other waits or yields', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')])
  desk.server.faults.push({ type: 'hangs' })
  const stopper = new AbortController()
  const running = tab.flusher.run(stopper.signal)
  running.catch(() => undefined)
  while (desk.server.holdsBack.length === 0) await turn()
  desk.windows = 1
  expect(await desk.background.send()).toBe(0)
  // the window closes in the middle: the worker goes on as soon as the lock is free
  desk.windows = 0
  await desk.handOver(tab)
  const sending = desk.background.send()
  stopper.abort()
  desk.server.holdsBack.forEach((answer) => answer())
  expect(await desk.over(sending)).toBe(0)
  expect(desk.sent).toEqual([1])
})

it('10: a worker killed while sending releases the lock, and the effect happens once', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1'), note('PX2')])
  // killed: whatever it would do after its request never happens
  await tab.flusher.begin()
  desk.server.faults.push({ type: 'hangs' })
  const dying = tab.flusher.pass()
  dying.catch(() => undefined)
  while (desk.server.holdsBack.length === 0) await turn()
  expect(await states(tab)).toEqual(['sending', 'sending'])
  expect(await desk.over(desk.background.send())).toBe(0)
  expect({ sent: desk.sent, states: await states(tab) }).toEqual({ sent: [1, 2], states: ['acked', 'acked'] })
})

it('11: it ends before the browser ends it, reports how much is left, and continues the next time', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1'), note('PX2')])
  const { fetch } = desk.server
  // each answer takes a minute and a half
  desk.server.fetch = async (url, init) => {
    desk.clock.time += 90_000
    return fetch(url, init)
  }
  const begun = desk.clock.now()
  desk.server.faults.push({ type: 'status', status: 503 })
  expect(await desk.over(desk.background.send(), 1)).toBe(2)
  expect(desk.clock.now() - begun).toBeLessThan(4 * 60_000)
  desk.server.fetch = fetch
  await desk.handOver(tab)
  desk.clock.advance(60_000)
  expect(await desk.over(desk.background.send())).toBe(0)
  expect(desk.sent).toEqual([1, 2])
})

it('12: what cannot be sent stays, is counted, and is sent by the next window', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')])
  desk.server.isOnline = false
  expect(await desk.over(desk.background.send())).toBe(1)
  desk.server.isOnline = true
  await tab.flusher.begin()
  await tab.flusher.pass()
  expect({ sent: desk.sent, states: await states(tab) }).toEqual({ sent: [1], states: ['acked'] })
})

it('drops a session that the server refuses', async () => {
  const desk = new Desk()
  const tab = await desk.decide([note('PX1')])
  desk.server.isSignedIn = false
  expect(await desk.background.send()).toBe(0)
  expect({ states: await states(tab), again: await desk.background.send() }).toEqual({ states: ['auth'], again: null })
})

it('takes no answer of a portal for that of the server, once that has proven itself', async () => {
  const desk = new Desk()
  desk.isProven = true
  const tab = await desk.decide([note('PX1')])
  // the server's answer is lost, and the portal answers in its place
  expect(await desk.over(desk.background.send())).toBe(1)
  expect(await states(tab)).not.toContain('acked')
  expect((await tab.databases.outbox.ops.toArray()).length).toBe(1)
})
