import { expect, it } from 'vitest'
import { draft, World } from '#tests/support/engine-world.ts'

/** A back office that speaks the catalogue alone: no keys, so that a repeated call would happen twice. */
class PlainOffice {
  status = 'new'
  readonly calls: string[] = []
  /** What becomes of the next write. */
  next: 'ok' | 'lost-before' | 'lost-after' | 'portal' | 'refused' = 'ok'

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url === '/api/capabilities') return Response.json({ message: 'no such call' }, { status: 404 })
    this.calls.push(`${init.method} ${url.replace('/api/management/', '')}`)
    if (init.method === 'GET') return Response.json({ status: this.status, notes: [] })
    const { next } = this
    this.next = 'ok'
    if (next === 'lost-before') throw new TypeError('connection reset')
    if (next === 'refused') return Response.json({ message: 'Closed already' }, { status: 409 })
    if (next === 'portal') return new Response('<html>', { headers: { 'content-type': 'text/html' } })
    this.status = 'await'
    if (next === 'lost-after') throw new TypeError('connection reset')
    return Response.json({ message: 'ok' })
  }
}

const WRITE = 'PATCH case/awaitCustomer/uuid-PX1'
const READ = 'GET case/PX1'

it.each([
  ['refused', [WRITE], 'conflict'],
  ['lost-before', [WRITE, READ, WRITE], 'acked'],
  ['lost-after', [WRITE, READ], 'acked'],
  ['portal', [WRITE, READ, WRITE], 'acked'],
  ['ok', [WRITE], 'acked'],
] as const)('reads back before it sends anything again: %s', async (next, calls, state) => {
  const world = new World()
  const office = new PlainOffice()
  office.next = next
  world.server.fetch = office.fetch
  const { outbox, flusher, databases } = await world.tab()
  await flusher.begin()
  await outbox.enqueue(world.newOps([draft('case.await', 'PX1')]))
  for (let i = 0; i < 6; i += 1) world.clock.advance(await flusher.pass())
  const rows = await databases.outbox.ops.toArray()
  expect({ calls: office.calls, states: rows.map((row) => row.state) }).toEqual({ calls, states: [state] })
})

it('does not send again what a dead tab may have sent', async () => {
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
