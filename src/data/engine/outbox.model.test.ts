import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draft, World, type Fault, type Tab } from '#tests/support/engine-world.ts'
import { MAX_WAIT_MS } from './backoff.ts'
import type { Change } from './types.ts'

/** Printed with every failure, so that it can be run again; replaced by `SEED` for another walk. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const RUNS = Number(process.env.RUNS ?? 100)

type Act =
  | { type: 'enqueue'; tab: number; cases: number[]; kinds: number[]; hold: boolean }
  | { type: 'undo' | 'send now'; tab: number; nth: number }
  | { type: 'pass' | 'crash'; tab: number }
  | { type: 'fault'; fault: Fault }
  | { type: 'wait'; ms: number }
  | { type: 'network' | 'session'; on: boolean }

const tab = fc.nat({ max: 1 })
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ type: 'lost-before' }, { type: 'lost-after' }, { type: 'garbled' }),
  fc.constantFrom(500, 503, 429, 408).map((status): Fault => ({ type: 'status', status })),
)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('enqueue' as const),
      tab,
      cases: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
      kinds: fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 4 }),
      hold: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('undo', 'send now'), tab, nth: fc.nat({ max: 5 }) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constantFrom('pass', 'crash'), tab }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('fault' as const), fault }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(1, 1000, 10_000, MAX_WAIT_MS) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('network', 'session'), on: fc.boolean() }) },
)

const KINDS = ['case.await', 'case.renew', 'case.note'] as const
const next = () => new Promise((resolve) => setImmediate(resolve))

/** One profile with two tabs, one of which leads; what was accepted, undone and answered, by what tabs were told. */
class Run {
  readonly world = new World()
  readonly accepted: string[] = []
  readonly undone = new Set<string>()
  readonly groups = new Map<string, string[]>()
  tabs: Tab[] = []
  leader = 0

  async open(): Promise<void> {
    this.tabs = [await this.world.tab(), await this.world.tab()]
    await this.tabs[0]?.flusher.begin()
  }

  async act(one: Act): Promise<void> {
    const { world } = this
    const here = 'tab' in one ? this.tabs[one.tab] : undefined
    switch (one.type) {
      case 'enqueue': {
        const group = `g${this.groups.size}`
        const drafts = one.cases.map((n, i) => draft(KINDS[one.kinds[i] ?? 0] ?? 'case.note', `PX${n}`, { note: 'x' }))
        const ops = world.newOps(drafts, group, one.hold ? 10_000 : 0)
        await here?.outbox.enqueue(ops)
        const ids = ops.map(({ op }) => op.opId)
        this.accepted.push(...ids)
        this.groups.set(group, ids)
        return
      }
      case 'undo':
        return this.undo(here, `g${one.nth}`)
      case 'send now':
        return here?.outbox.sendNow(`g${one.nth}`)
      case 'pass':
        await this.tabs[this.leader]?.flusher.pass()
        return
      case 'crash':
        return this.crash()
      case 'fault':
        world.server.faults.push(one.fault)
        return
      case 'wait':
        world.clock.advance(one.ms)
        return
      case 'network':
        world.server.isOnline = one.on
        return
      case 'session':
        world.server.isSignedIn = one.on
        if (one.on) await this.signIn()
    }
  }

  async signIn(): Promise<void> {
    this.world.isSignedIn = true
    await this.tabs[this.leader]?.flusher.signedIn()
  }

  async undo(here: Tab | undefined, group: string): Promise<void> {
    const before = this.world.changes.length
    await here?.outbox.cancel(group)
    const told: Change[] = this.world.changes.slice(before)
    for (const { gone } of told) for (const opId of gone) this.undone.add(opId)
  }

  /** The leader dies while the server is answering; the other tab takes over, and another one is opened. */
  async crash(): Promise<void> {
    const { server } = this.world
    server.faults.unshift({ type: 'hangs' })
    const waiting = server.holdsBack.length
    let isOver = false
    const dying = this.tabs[this.leader]?.flusher.pass().finally(() => (isOver = true))
    while (!isOver && server.holdsBack.length === waiting) await next()
    server.faults = server.faults.filter(({ type }) => type !== 'hangs')
    // what it left hanging is answered much later, when nobody listens to it any more
    dying?.catch((error: unknown) => expect(error).toMatchObject({ name: 'Fenced' }))
    this.tabs[this.leader] = await this.world.tab()
    this.leader = 1 - this.leader
    await this.tabs[this.leader]?.flusher.begin()
  }

  /** Everything works again and there is time. */
  async quiesce(): Promise<void> {
    const { server, clock } = this.world
    server.faults = []
    server.isOnline = true
    server.isSignedIn = true
    for (const answer of server.holdsBack) answer()
    await this.signIn()
    for (let i = 0; i < 60; i += 1) {
      await this.tabs[this.leader]?.flusher.pass()
      clock.advance(MAX_WAIT_MS / 10)
    }
  }
}

it(
  `loses nothing, doubles nothing and keeps order, whatever happens (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const run = new Run()
        await run.open()
        for (const one of acts) await run.act(one)
        await run.quiesce()
        const rows = (await run.tabs[run.leader]?.databases.outbox.ops.toArray()) ?? []
        const { ledger } = run.world.server
        const effects = ledger.map(({ opId }) => opId)
        const ordered = ledger.filter(({ kind }) => kind !== 'case.note')
        const earlierOf = (at: number) => ordered.slice(0, at).findLast(({ lane }) => lane === ordered[at]?.lane)
        expect({
          lost: run.accepted.filter((opId) => !effects.includes(opId) && !run.undone.has(opId)),
          doubled: effects.filter((opId, i) => effects.indexOf(opId) !== i),
          undoneButDone: effects.filter((opId) => run.undone.has(opId)),
          inversions: ordered.filter(({ devSeq }, at) => devSeq < (earlierOf(at)?.devSeq ?? 0)),
          unsettled: rows.filter(({ state }) => state !== 'acked').map(({ state, err }) => `${state} ${err?.code}`),
        }).toEqual({ lost: [], doubled: [], undoneButDone: [], inversions: [], unsettled: [] })
        for (const { databases } of run.tabs) databases.close()
      }),
      { numRuns: RUNS, seed },
    )
  },
)
