import { expect, it } from 'vitest'
import type { OpDraft } from '#contract/ops/op.ts'
import { BY, draft, START, World } from '#tests/support/engine-world.ts'
import { evaluateReadBack, type Verdict } from './read-back.ts'

/** A back office that speaks the catalogue alone: no keys, so that a repeated call would happen twice. */
class PlainOffice {
  status = 'new'
  readonly calls: string[] = []
  /** The keys of its writes: to it a header like any other. */
  readonly keys: (string | null)[] = []
  /** The outcome of the next write. */
  next: 'ok' | 'lost-before' | 'lost-after' | 'portal' | 'cut' | 'refused' = 'ok'
  /** Another person's change of the case right after it. */
  meanwhile: string | null = null

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url === '/api/capabilities') return Response.json({ message: 'no such call' }, { status: 404 })
    this.calls.push(`${init.method} ${url.replace('/api/management/', '')}`)
    if (init.method === 'GET') return Response.json({ status: this.status, notes: [] })
    this.keys.push(new Headers(init.headers).get('idempotency-key'))
    const { next } = this
    this.next = 'ok'
    if (next === 'lost-before') throw new TypeError('connection reset')
    if (this.meanwhile !== null) {
      this.status = this.meanwhile
      throw new TypeError('connection reset')
    }
    if (next === 'refused') return Response.json({ message: 'Closed already' }, { status: 409 })
    if (next === 'portal') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    this.status = 'await'
    if (next === 'lost-after') throw new TypeError('connection reset')
    if (next === 'cut') return new Response('{"mess', { headers: { 'content-type': 'application/json' } })
    return Response.json({ message: 'ok' })
  }
}

const WRITE = 'PATCH case/awaitCustomer/uuid-PX1'
const READ = 'GET case/PX1'
const awaiting = { ...draft('case.await', 'PX1'), expect: { status: 'new' } }

it.each([
  ['refused', [WRITE], 'conflict'],
  ['lost-before', [WRITE, READ, WRITE], 'acked'],
  ['lost-after', [WRITE, READ], 'acked'],
  ['portal', [WRITE, READ, WRITE], 'acked'],
  ['cut', [WRITE, READ], 'acked'],
  ['ok', [WRITE], 'acked'],
] as const)('reads back before it retries: %s', async (next, calls, state) => {
  const world = new World()
  const office = new PlainOffice()
  office.next = next
  world.server.fetch = office.fetch
  const { outbox, flusher, databases } = await world.tab()
  await flusher.begin()
  await outbox.enqueue(world.newOps([awaiting]))
  for (let i = 0; i < 6; i += 1) world.clock.advance(await flusher.pass())
  const rows = await databases.outbox.ops.toArray()
  expect({ calls: office.calls, states: rows.map((row) => row.state) }).toEqual({ calls, states: [state] })
  // the answer may come from a server with keys behind a portal
  expect(new Set(office.keys)).toEqual(new Set(rows.map(({ opId }) => opId)))
})

it('asks the user where reading back is inconclusive, and retries when told to', async () => {
  const world = new World()
  const office = new PlainOffice()
  office.meanwhile = 'complete'
  world.server.fetch = office.fetch
  const { outbox, flusher } = await world.tab()
  await flusher.begin()
  const [one] = world.newOps([awaiting])
  await outbox.enqueue(one ? [one] : [])
  for (let i = 0; i < 6; i += 1) world.clock.advance(await flusher.pass())
  const [entry] = await outbox.entries()
  expect(office.calls).toEqual([WRITE, READ])
  expect(entry).toMatchObject({
    state: 'conflict',
    reached: true,
    current: { status: 'complete' },
    error: { code: 'unclear' },
  })
  office.meanwhile = null
  expect(await outbox.cancel('g')).toEqual({ undone: 0, sent: 1 })
  expect(await outbox.resend(one?.op.opId ?? '', { holdMs: 0 })).toBe(true)
  await flusher.pass()
  expect(office.calls).toEqual([WRITE, READ, WRITE])
  expect((await outbox.entries()).map(({ state }) => state)).toEqual(['acked'])
})

it.each<[string, OpDraft, unknown, Verdict]>([
  ['as it was', awaiting, { status: 'new' }, 'not done'],
  ['as it was meant to be', awaiting, { status: 'await' }, 'done'],
  ['as somebody else made it', awaiting, { status: 'complete' }, 'unclear'],
  ['not said', awaiting, { manager: null }, 'unclear'],
  ['not an answer', awaiting, null, 'unclear'],
  ['nothing was taken for granted', draft('case.await', 'PX1'), { status: 'new' }, 'unclear'],
  ['a note is not there', draft('case.note', 'PX1', { note: 'x' }), { notes: [] }, 'not done'],
  ['notes are not told', draft('case.note', 'PX1', { note: 'x' }), {}, 'unclear'],
  [
    'still nobody’s',
    { ...draft('case.assign', 'PX1', { manager: BY }), expect: { manager: null } },
    { manager: null },
    'not done',
  ],
  [
    'another’s meanwhile',
    { ...draft('case.assign', 'PX1', { manager: BY }), expect: { manager: null } },
    { manager: { id: 'u9', name: 'Eva' } },
    'unclear',
  ],
])('reads the outcome from the state: %s', (_, one, current, verdict) => {
  expect(evaluateReadBack({ ...one, opId: 'o', at: START, by: BY }, current)).toBe(verdict)
})

it('does not resend what a closed tab may have sent', async () => {
  const world = new World()
  const office = new PlainOffice()
  world.server.fetch = office.fetch
  const { outbox, flusher, databases } = await world.tab()
  await flusher.begin()
  await outbox.enqueue(world.newOps([draft('case.note', 'PX1', { note: 'seen' }), draft('case.await', 'PX1')]))
  await flusher.pass()
  // the browser dies in the middle of the second call, after the office has taken it
  await databases.outbox.ops.where('seq').equals(2).modify({ state: 'sending', epoch: 1 })
  office.status = 'await'
  const next = await world.tab()
  await next.flusher.begin()
  for (let i = 0; i < 3; i += 1) await next.flusher.pass()
  expect(office.calls.filter((call) => call === WRITE)).toEqual([])
  expect((await next.databases.outbox.ops.toArray()).map((row) => row.state)).toEqual(['acked', 'acked'])
})
