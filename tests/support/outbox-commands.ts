/**
 * Events of an outbox, as commands of a model test (docs/design/offline.md#tests): keys, tabs that open, close, crash and
 * freeze, the network, the session, the clock, the server, other people. The model is what was accepted.
 */
import fc from 'fast-check'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import { Unreadable } from '#engine/base/sealer.ts'
import { PLATFORMS, type Desk } from './vault-desk.ts'
import { draft } from './engine-world.ts'
import type { Fault } from './fault-server.ts'

/** The operations that the outbox has accepted, and those it was asked to undo. */
export interface Model {
  accepted: { opId: string; kind: string; deps: readonly string[]; uid: string }[]
  /** Undone, or discarded at sign-out: they must never have an effect. */
  undone: Set<string>
  /** Operations that were lost with the databases of this device. */
  forgotten: Set<string>
  /** The users whose databases the browser deleted, until they are created again. */
  evicted: Set<string>
  /** Operations that the server has lost since: their order is that in which they were sent again. */
  lostThere: Set<string>
  /** Groups of operations, one for each command of the user. */
  groups: { name: string; uid: string }[]
  tabs: number
  uid: string
  /** True if a user works: neither locked nor signed out. */
  isOpen: boolean
  /** The users from whom the second platform is withdrawn. */
  withdrawn: Set<string>
  /** True if rows on the disk are of a newer version than the code. */
  isRolledBack: boolean
  days: number
  isOnline: boolean
  isSignedIn: boolean
}

export const newModel = (): Model => ({
  accepted: [],
  undone: new Set(),
  forgotten: new Set(),
  evicted: new Set(),
  lostThere: new Set(),
  groups: [],
  tabs: 2,
  uid: 'u1',
  isOpen: true,
  withdrawn: new Set(),
  isRolledBack: false,
  days: 0,
  isOnline: true,
  isSignedIn: true,
})

const KINDS = ['case.await', 'case.renew', 'case.note', 'case.recommendStr'] as const
const MOST_TABS = 4
/** The maximum number of days of a run: fewer than receipts are kept, since the checks need them. */
const MOST_DAYS = 5

export type Command = fc.AsyncCommand<Model, Desk>
type Run = (model: Model, desk: Desk) => Promise<unknown>

/** The acts of a user who works. */
export const command = (name: string, run: Run, check: (model: Model) => boolean = () => true): Command =>
  event(name, run, (model) => model.isOpen && check(model))

/** The events with and without a user at work. */
export const event = (name: string, run: Run, check: (model: Model) => boolean = () => true): Command => ({
  check,
  run: async (model, desk) => void (await run(model, desk)),
  toString: () => name,
})

const tab = fc.nat({ max: MOST_TABS - 1 })
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ type: 'lost-before' }, { type: 'lost-after' }, { type: 'garbled' }),
  fc.constantFrom(500, 503, 429, 408).map((status): Fault => ({ type: 'status', status })),
)
/** Case 3 belongs to the platform that may be withdrawn. */
const platformOf = (nth: number) => (nth === 3 ? PLATFORMS[1] : PLATFORMS[0])

const enqueue = fc
  .record({
    tab,
    cases: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
    kinds: fc.array(fc.nat({ max: KINDS.length - 1 }), { minLength: 4, maxLength: 4 }),
    isHeld: fc.boolean(),
    /** True if each depends on the one before it. */
    isChain: fc.boolean(),
  })
  .map((given) =>
    command(`enqueue(${JSON.stringify(given)})`, async (model, desk) => {
      const group = `g${model.groups.length}`
      const { outbox, ring } = desk.at(given.tab)
      const drafts = given.cases.map((n, i) => {
        const kind = KINDS[given.kinds[i] ?? 0] ?? 'case.note'
        const one = draft(kind, `PX${n}`, { note: 'x' })
        return { ...one, target: { ...one.target, platform: platformOf(n) }, expect: { status: 'new' } }
      })
      const made = desk.newOps(drafts, group, given.isHeld ? 10_000 : 0)
      const ops = made.map((one, i) => ({ ...one, deps: given.isChain && i > 0 ? [made[i - 1]?.op.opId ?? ''] : [] }))
      const isTaken = await outbox.enqueue(ops).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Unreadable)) throw error
          return false
        },
      )
      // all or nothing, and nothing for a platform without a key
      const isKept = given.cases.every((n) => ring.platforms?.has(platformOf(n)))
      if (isTaken !== isKept) desk.seen.push(`${isTaken ? 'taken' : 'refused'} with${isKept ? '' : 'out'} keys`)
      if (!isTaken) return
      const { uid } = desk.user
      model.groups.push({ name: group, uid })
      model.accepted.push(...ops.map(({ op, deps }) => ({ opId: op.opId, kind: op.kind, deps, uid })))
    }),
  )

const onGroup = fc
  .record({ act: fc.constantFrom('undo', 'send now'), tab, nth: fc.nat({ max: 9 }) })
  .map(({ act, tab: at, nth }) =>
    command(
      `${act}(${at}, ${nth})`,
      async (model, desk) => {
        const own = model.groups.filter(({ uid }) => uid === model.uid)
        const group = own.at(-1 - (nth % own.length))?.name ?? ''
        const { outbox } = desk.at(at)
        if (act === 'send now') return outbox.sendNow(group)
        for (const { gone } of await desk.told(() => outbox.cancel(group))) {
          for (const opId of gone) model.undone.add(opId)
        }
        return undefined
      },
      ({ groups, uid }) => groups.some((group) => group.uid === uid),
    ),
  )

const pass = fc.constant(command('pass', (_, desk) => desk.leader.flusher.pass()))

const openTab = fc.constant(
  command(
    'open a tab',
    async (model, desk) => {
      desk.tabs.push(await desk.tab())
      model.tabs += 1
    },
    ({ tabs }) => tabs < MOST_TABS,
  ),
)

/** A tab closes while it sends nothing. */
const closeTab = tab.map((nth) =>
  command(
    `close tab ${nth}`,
    async (model, desk) => {
      const at = nth % desk.tabs.length
      const [gone] = desk.tabs.splice(at, 1)
      gone?.databases.close()
      model.tabs -= 1
      if (at === 0) await desk.leader.flusher.begin()
    },
    ({ tabs }) => tabs > 1,
  ),
)

/** The leader dies while the server is answering; another tab takes over, and another one is opened. */
const crash = fc.constant(
  command(
    'crash while sending',
    async (_, desk) => {
      await desk.sending()
      desk.tabs.shift()?.databases.close()
      desk.tabs.push(await desk.tab())
      await desk.leader.flusher.begin()
    },
    ({ tabs }) => tabs > 1,
  ),
)

/** The leader freezes while the server answers, another tab leads, and then the first one resumes. */
const freeze = fc.constant(
  command(
    'freeze while sending',
    async (_, desk) => {
      const { answer, pass: going } = await desk.sending()
      const [frozen] = desk.tabs.splice(0, 1)
      if (frozen) desk.tabs.push(frozen)
      await desk.leader.flusher.begin()
      await desk.leader.flusher.pass()
      answer()
      await going.catch(() => 'fenced')
    },
    ({ tabs }) => tabs > 1,
  ),
)

const failing = fault.map((one) =>
  command(`fault(${JSON.stringify(one)})`, async (_, { server }) => void server.faults.push(one)),
)

/** One operation is refused once: a conflict, or the case is gone. */
const refuse = fc
  .record({ nth: fc.nat({ max: 19 }), status: fc.constantFrom(412, 409, 404, 403, 422) })
  .map(({ nth, status }) =>
    command(
      `refuse(${nth}, ${status})`,
      async ({ accepted }, { server }) => {
        const one = accepted[nth % accepted.length]
        if (one) server.refusals.set(one.opId, { status, problem: { status, title: 'No', message: 'no' } })
      },
      ({ accepted }) => accepted.length > 0,
    ),
  )

const answer = fc
  .constantFrom('resend', 'note', 'discard')
  .map((how) => command(`answer(${how})`, (_, desk) => desk.answerStuck(how)))

const wait = fc
  .constantFrom(1, 1000, 10_000, MAX_WAIT_MS, -1000, -3_600_000)
  .map((ms) => event(`clock(${ms})`, async (_, { clock }) => clock.advance(ms)))

/** Time passes until decisions are expired. */
const day = fc.constant(
  event(
    'a day',
    async (model, { clock }) => {
      model.days += 1
      clock.advance(25 * 3_600_000)
    },
    ({ days }) => days < MOST_DAYS,
  ),
)

const network = fc.boolean().map((isOnline) =>
  event(
    isOnline ? 'go online' : 'go offline',
    async (model, { server, tabs: [leader] }) => {
      model.isOnline = isOnline
      server.isOnline = isOnline
      leader?.flusher.poke(isOnline)
    },
    (model) => model.isOnline !== isOnline,
  ),
)

const session = fc.boolean().map((isSignedIn) =>
  command(
    isSignedIn ? 'sign in' : 'sign out',
    async (model, desk) => {
      model.isSignedIn = isSignedIn
      desk.server.isSignedIn = isSignedIn
      if (!isSignedIn) return
      desk.isSignedIn = true
      await desk.leader.flusher.signedIn()
    },
    (model) => model.isSignedIn !== isSignedIn,
  ),
)

/** Keys and sending are more frequent than the rest. */
export const OUTBOX_COMMANDS: fc.Arbitrary<Command>[] = [
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
  day,
  openTab,
  closeTab,
  crash,
  freeze,
  refuse,
  answer,
  network,
  session,
]
