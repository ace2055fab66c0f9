// Clocks that are wrong, and are put right.
import { describe, expect, it } from 'vitest'
import { Transport } from '#engine/sender/transport.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'

const PORTS = { base: '/api', token: () => 'token', device: 'd', incarnation: 'i' }
const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const wait = (caseId: string) => draft('case.await', caseId)

async function leading(world: World): Promise<Tab> {
  const tab = await world.tab()
  await tab.flusher.begin()
  return tab
}

async function states({ outbox }: Tab): Promise<string[]> {
  const entries = await outbox.entries()
  return entries.map(({ state, error }) => (state === 'dead' ? `dead ${error?.code}` : state))
}

/** Sends until nothing is left that goes by itself. */
async function passes(world: World, { flusher }: Tab): Promise<void> {
  for (let i = 0; i < 4; i += 1) world.clock.advance(await flusher.pass())
}

describe('a response that is not from our API', () => {
  it('is not used to set the clock: a later decision does not expire by it', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([wait('PX1')]))
    world.server.faults.push({ type: 'foreign', body: { serverTime: '2020-01-01T00:00:00Z', results: [] } })
    await tab.flusher.pass()
    // goes out only after the server itself has told the time
    await tab.outbox.enqueue(world.newOps([wait('PX2')], 'g', 60_000))
    world.clock.advance(await tab.flusher.pass())
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['acked', 'held'])
    world.clock.advance(60_000)
    await passes(world, tab)
    expect(await states(tab)).toEqual(['acked', 'acked'])
  })

  it('is not used on a catalogue-only server either, where it is the page of a captive portal', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([wait('PX1')]))
    const headers = { date: 'Wed, 01 Jan 2020 00:00:00 GMT' }
    const transport = new Transport({
      ...PORTS,
      clock: world.clock,
      fetch: async () => new Response('<html>', { headers }),
    })
    const rows = await tab.databases.outbox.ops.toArray()
    const opened = await Promise.all(rows.map(async (row) => ({ row, body: await tab.outbox.body(row) })))
    expect(await transport.send(opened, null)).toMatchObject({ serverTime: null })
  })
})

describe('an operation that expired by a wrong clock', () => {
  it('is sent on retry once the clock is right', async () => {
    const world = new World()
    const tab = await leading(world)
    // a year ahead, and the server has said so
    world.clock.time += YEAR
    await tab.databases.outbox.meta.bulkPut([
      { k: 'skew', v: YEAR },
      { k: 'heard', v: world.clock.now() },
    ])
    tab.outbox.skewMs = YEAR
    world.server.isOnline = false
    await tab.outbox.enqueue(world.newOps([wait('PX1')]))
    world.clock.advance(25 * HOUR)
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['dead expired'])
    world.clock.time -= YEAR
    world.server.isOnline = true
    await tab.databases.outbox.meta.put({ k: 'skew', v: 0 })
    for (const { op } of await tab.outbox.entries()) await tab.outbox.resend(op.opId, { holdMs: 0 })
    await passes(world, tab)
    expect(await states(tab)).toEqual(['acked'])
  })
})
