/**
 * What can happen to a profile, as commands of a model test (offline design, 4.2): keys, tabs that open, close, crash and
 * stand still, the network, the session, the clock, the server, other people. The model is what was accepted.
 */
import fc from 'fast-check'
import { MAX_WAIT_MS } from '#src/data/engine/backoff.ts'
import type { Change } from '#src/data/engine/types.ts'
import { draft, World, type Fault, type Tab } from './engine-world.ts'

/** What the outbox has promised, and what it was asked to take back. */
export interface Model {
  accepted: { opId: string; kind: string; deps: readonly string[] }[]
  /** Taken back by undo: must never have an effect. */
  undone: Set<string>
  /** Groups of operations, one for each command of the user. */
  groups: string[]
  tabs: number
  isOnline: boolean
  isSignedIn: boolean
}

export const newModel = (): Model => ({
  accepted: [],
  undone: new Set(),
  groups: [],
  tabs: 2,
  isOnline: true,
  isSignedIn: true,
})

const KINDS = ['case.await', 'case.renew', 'case.note', 'case.recommendStr'] as const
const MOST_TABS = 4
const next = () => new Promise((resolve) => setImmediate(resolve))

/** One profile with its tabs, one of which leads. */
export class Profile {
  readonly world = new World()
  tabs: Tab[] = []

  async open(): Promise<void> {
    this.tabs = [await this.world.tab(), await this.world.tab()]
    await this.leader.flusher.begin()
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

  /** What tabs were told while something was done. */
  async told(run: () => Promise<unknown>): Promise<Change[]> {
    const before = this.world.changes.length
    await run()
    return this.world.changes.slice(before)
  }

  /** The leader is sending, and the server, which has done it, does not answer yet; resolves to how it can. */
  async sending(): Promise<{ answer: () => void; pass: Promise<unknown> }> {
    const { server } = this.world
    server.faults.unshift({ type: 'hangs' })
    const waiting = server.holdsBack.length
    const going = { isOver: false }
    const pass = this.leader.flusher.pass().finally(() => (going.isOver = true))
    // fenced where another one leads by the time of the answer
    pass.catch((error: unknown) => {
      if ((error as Error).name !== 'Fenced') throw error
    })
    while (!going.isOver && server.holdsBack.length === waiting) await next()
    server.faults = server.faults.filter(({ type }) => type !== 'hangs')
    return { answer: () => server.holdsBack.splice(waiting).forEach((go) => go()), pass }
  }

  /** Answers everything that is stuck; how many there were. */
  async answerStuck(how: 'resend' | 'note' | 'discard'): Promise<number> {
    const { outbox } = this.leader
    const stuck = (await outbox.entries()).filter(({ state }) => state === 'conflict' || state === 'dead')
    for (const { op } of stuck) {
      const isSent = how !== 'discard' && (await outbox.resend(op.opId, { isNoteOnly: how === 'note', holdMs: 0 }))
      if (!isSent) await outbox.discard(op.opId, 'No longer needed')
    }
    return stuck.length
  }

  close(): void {
    for (const { databases } of this.tabs) databases.close()
  }
}

type Command = fc.AsyncCommand<Model, Profile>
type Run = (model: Model, profile: Profile) => Promise<unknown>

const command = (name: string, run: Run, check: (model: Model) => boolean = () => true): Command => ({
  check,
  run: async (model, profile) => void (await run(model, profile)),
  toString: () => name,
})

const tab = fc.nat({ max: MOST_TABS - 1 })
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ type: 'lost-before' }, { type: 'lost-after' }, { type: 'garbled' }),
  fc.constantFrom(500, 503, 429, 408).map((status): Fault => ({ type: 'status', status })),
)

const enqueue = fc
  .record({
    tab,
    cases: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
    kinds: fc.array(fc.nat({ max: KINDS.length - 1 }), { minLength: 4, maxLength: 4 }),
    isHeld: fc.boolean(),
    /** Each needs the one before it. */
    isChain: fc.boolean(),
  })
  .map((given) =>
    command(`enqueue(${JSON.stringify(given)})`, async (model, profile) => {
      const group = `g${model.groups.length}`
      const drafts = given.cases.map((n, i) => {
        const kind = KINDS[given.kinds[i] ?? 0] ?? 'case.note'
        return { ...draft(kind, `PX${n}`, { note: 'x' }), expect: { status: 'new' } }
      })
      const made = profile.world.newOps(drafts, group, given.isHeld ? 10_000 : 0)
      const ops = made.map((one, i) => ({ ...one, deps: given.isChain && i > 0 ? [made[i - 1]?.op.opId ?? ''] : [] }))
      await profile.at(given.tab).outbox.enqueue(ops)
      model.groups.push(group)
      model.accepted.push(...ops.map(({ op, deps }) => ({ opId: op.opId, kind: op.kind, deps })))
    }),
  )

const onGroup = fc
  .record({ act: fc.constantFrom('undo', 'send now'), tab, nth: fc.nat({ max: 9 }) })
  .map(({ act, tab: at, nth }) =>
    command(
      `${act}(${at}, ${nth})`,
      async (model, profile) => {
        const group = model.groups.at(-1 - (nth % model.groups.length)) ?? ''
        const { outbox } = profile.at(at)
        if (act === 'send now') return outbox.sendNow(group)
        for (const { gone } of await profile.told(() => outbox.cancel(group))) {
          for (const opId of gone) model.undone.add(opId)
        }
        return undefined
      },
      ({ groups }) => groups.length > 0,
    ),
  )

const pass = fc.constant(command('pass', (_, profile) => profile.leader.flusher.pass()))

const openTab = fc.constant(
  command(
    'open a tab',
    async (model, profile) => {
      profile.tabs.push(await profile.world.tab())
      model.tabs += 1
    },
    ({ tabs }) => tabs < MOST_TABS,
  ),
)

/** Closing is kind: nothing was on its way. */
const closeTab = tab.map((nth) =>
  command(
    `close tab ${nth}`,
    async (model, profile) => {
      const at = nth % profile.tabs.length
      const [gone] = profile.tabs.splice(at, 1)
      gone?.databases.close()
      model.tabs -= 1
      if (at === 0) await profile.leader.flusher.begin()
    },
    ({ tabs }) => tabs > 1,
  ),
)

/** The leader dies while the server is answering; another tab takes over, and another one is opened. */
const crash = fc.constant(
  command(
    'crash while sending',
    async (_, profile) => {
      await profile.sending()
      profile.tabs.shift()
      profile.tabs.push(await profile.world.tab())
      await profile.leader.flusher.begin()
    },
    ({ tabs }) => tabs > 1,
  ),
)

/** The leader stands still while the server answers, another one leads, and then it goes on where it was. */
const freeze = fc.constant(
  command(
    'freeze while sending',
    async (_, profile) => {
      const { answer, pass: going } = await profile.sending()
      const [frozen] = profile.tabs.splice(0, 1)
      if (frozen) profile.tabs.push(frozen)
      await profile.leader.flusher.begin()
      await profile.leader.flusher.pass()
      answer()
      await going.catch(() => 'fenced')
    },
    ({ tabs }) => tabs > 1,
  ),
)

const failing = fault.map((one) =>
  command(`fault(${JSON.stringify(one)})`, async (_, { world }) => void world.server.faults.push(one)),
)

/** Somebody else was there first, or the case has gone: refused for one operation, once. */
const refuse = fc
  .record({ nth: fc.nat({ max: 19 }), status: fc.constantFrom(412, 409, 404, 403, 422) })
  .map(({ nth, status }) =>
    command(
      `refuse(${nth}, ${status})`,
      async ({ accepted }, { world }) => {
        const one = accepted[nth % accepted.length]
        if (one) world.server.refusals.set(one.opId, { status, problem: { status, title: 'No', message: 'no' } })
      },
      ({ accepted }) => accepted.length > 0,
    ),
  )

const answer = fc
  .constantFrom('resend', 'note', 'discard')
  .map((how) => command(`answer(${how})`, (_, profile) => profile.answerStuck(how)))

const wait = fc
  .constantFrom(1, 1000, 10_000, MAX_WAIT_MS, -1000, -3_600_000)
  .map((ms) => command(`clock(${ms})`, async (_, { world }) => world.clock.advance(ms)))

const network = fc.boolean().map((isOnline) =>
  command(
    isOnline ? 'go online' : 'go offline',
    async (model, { world, leader }) => {
      model.isOnline = isOnline
      world.server.isOnline = isOnline
      leader.flusher.poke(isOnline)
    },
    (model) => model.isOnline !== isOnline,
  ),
)

const session = fc.boolean().map((isSignedIn) =>
  command(
    isSignedIn ? 'sign in' : 'sign out',
    async (model, { world, leader }) => {
      model.isSignedIn = isSignedIn
      world.server.isSignedIn = isSignedIn
      if (!isSignedIn) return
      world.isSignedIn = true
      await leader.flusher.signedIn()
    },
    (model) => model.isSignedIn !== isSignedIn,
  ),
)

/** What can happen; keys and passes more often than the rest. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  enqueue,
  enqueue,
  enqueue,
  onGroup,
  onGroup,
  pass,
  pass,
  pass,
  failing,
  failing,
  wait,
  wait,
  openTab,
  closeTab,
  crash,
  freeze,
  refuse,
  answer,
  network,
  session,
]

/** Everything works again, the user answers what is stuck, and there is time: until nothing moves any more. */
export async function quiesce(profile: Profile): Promise<void> {
  const { world, leader } = profile
  const { server, clock } = world
  server.faults = []
  server.refusals.clear()
  server.isOnline = true
  server.isSignedIn = true
  for (const go of server.holdsBack.splice(0)) go()
  world.isSignedIn = true
  await leader.flusher.signedIn()
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const idle = await leader.flusher.pass()
    if (idle === 0) continue
    const stuck = await profile.answerStuck('discard')
    const open = await leader.databases.outbox.ops.where('state').notEqual('acked').count()
    const untold = await leader.databases.outbox.meta.where('k').startsWith('fate:').count()
    if (stuck + open + untold === 0) return
    clock.advance(Math.max(1000, Math.min(idle, MAX_WAIT_MS)))
  }
}
