import { describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'
import { KEEP_ACKED_MS } from './sender.ts'
import { noteRestored } from './server-restore.ts'

const note = (caseId: string) => draft('case.note', caseId, { note: 'seen' })
const wait = (caseId: string) => draft('case.await', caseId)
const renew = (caseId: string) => draft('case.renew', caseId)

async function leading(world: World): Promise<Tab> {
  const tab = await world.tab()
  await tab.flusher.begin()
  return tab
}

/** State and error code of everything in the outbox, oldest first. */
async function states({ databases }: Tab): Promise<string[]> {
  const rows = await databases.outbox.ops.orderBy('seq').toArray()
  return rows.map((row) => (row.err && row.state !== 'acked' ? `${row.state} ${row.err.code}` : row.state))
}

describe('sending', () => {
  it('sends nothing while nobody is signed in', async () => {
    const world = new World()
    world.isSignedIn = false
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([note('PX1')]))
    await tab.flusher.pass()
    expect(world.server.requests).toEqual([])
  })

  it('does not send what depends on an operation that a restored server has lost', async () => {
    const world = new World()
    const tab = await leading(world)
    const copy = world.server.backup()
    const [first, second] = world.newOps([wait('PX1'), wait('PX2')])
    await tab.outbox.enqueue([first!, { ...second!, deps: [first!.op.opId] }])
    await tab.flusher.pass()
    world.server.restore(copy)
    await noteRestored(tab.databases.outbox)
    for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
    expect([await states(tab), world.server.ledger]).toEqual([['dead restored', 'held'], []])
    await tab.outbox.resend(first!.op.opId, { holdMs: 0 })
    for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
    expect(world.server.ledger.map(({ opId }) => opId)).toEqual([first!.op.opId, second!.op.opId])
  })

  it('pauses on 401, loses nothing, and goes on after signing in', async () => {
    const world = new World()
    const tab = await leading(world)
    world.server.isSignedIn = false
    await tab.outbox.enqueue(world.newOps([wait('PX1'), note('PX2')]))
    await tab.flusher.pass()
    expect({ states: await states(tab), signedOut: world.signedOut }).toEqual({
      states: ['auth signed-out', 'auth signed-out'],
      signedOut: 1,
    })
    world.isSignedIn = true
    world.server.isSignedIn = true
    await tab.flusher.signedIn()
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['acked', 'acked'])
  })

  it('sets aside what is refused for good, and holds what depends on it', async () => {
    const world = new World()
    const tab = await leading(world)
    const ops = world.newOps([wait('PX1'), renew('PX1'), note('PX1'), wait('PX2')])
    world.server.refusals.set(ops[0]?.op.opId ?? '', { status: 404 })
    await tab.outbox.enqueue(ops)
    await tab.flusher.pass()
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['dead missing', 'ready behind', 'acked', 'acked'])
  })

  it('asks the user on a conflict, and accepts an identical change as done', async () => {
    const world = new World()
    const tab = await leading(world)
    const ops = world.newOps([wait('PX1'), wait('PX2'), note('PX3')])
    const problem = (current: unknown) => ({ status: 409, title: 'x', message: 'x', current })
    const ids = ops.map(({ op }) => op.opId)
    world.server.refusals.set(ids[0] ?? '', { status: 409, problem: problem({ status: 'complete' }) })
    world.server.refusals.set(ids[1] ?? '', { status: 412, problem: problem({ status: 'await' }) })
    world.server.refusals.set(ids[2] ?? '', { status: 409, problem: problem(null) })
    await tab.outbox.enqueue(ops)
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['conflict status-409', 'acked', 'dead status-409'])
  })

  it('stops an expired operation and sends it only when told to', async () => {
    const world = new World()
    const tab = await leading(world)
    world.server.isOnline = false
    await tab.outbox.enqueue(world.newOps([wait('PX1')]))
    world.clock.advance(25 * 3_600_000)
    world.server.isOnline = true
    await tab.flusher.pass()
    expect({ states: await states(tab), sent: world.server.ledger }).toEqual({ states: ['dead expired'], sent: [] })
    const [entry] = await tab.outbox.entries()
    expect(await tab.outbox.resend(entry?.op.opId ?? '', { holdMs: 0 })).toBe(true)
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['acked'])
  })

  it('has one effect where the server committed without an answer', async () => {
    for (const fault of [{ type: 'lost-after' }, { type: 'garbled' }] as const) {
      const world = new World()
      const tab = await leading(world)
      world.server.faults.push(fault)
      await tab.outbox.enqueue(world.newOps([wait('PX1')]))
      const pause = await tab.flusher.pass()
      expect(await states(tab)).toEqual(['ready no-answer'])
      expect(await tab.outbox.cancel('g')).toEqual({ undone: 0, sent: 1 })
      world.clock.advance(pause)
      await tab.flusher.pass()
      expect({ states: await states(tab), effects: world.server.ledger.length }).toEqual({
        states: ['acked'],
        effects: 1,
      })
    }
  })

  it('checks before it retries after a network failure', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([wait('PX1')]))
    world.server.isOnline = false
    const pause = await tab.flusher.pass()
    // nothing left this device, so it can still be undone
    expect({ pause, undo: await tab.outbox.cancel('g') }).toEqual({ pause: 1000, undo: { undone: 1, sent: 0 } })
  })

  it('waits as long as Retry-After says, in either form and whatever the local clock says', async () => {
    const date = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:40 GMT' }
    for (const [headers, expected] of [
      [{ 'retry-after': '7' }, 7000],
      [date, 40_000],
    ] as const) {
      const world = new World()
      const tab = await leading(world)
      world.server.faults.push({ type: 'status', status: 429, headers })
      await tab.outbox.enqueue(world.newOps([wait('PX1')]))
      expect(await tab.flusher.pass()).toBe(expected)
      // neither a network that is back nor somebody in a hurry shortens it, for whatever was decided meanwhile either
      await tab.outbox.enqueue(world.newOps([wait('PX2')]))
      tab.flusher.poke(true)
      expect(await tab.flusher.pass()).toBe(expected)
      world.clock.advance(expected)
      await tab.flusher.pass()
      expect(await states(tab)).toEqual(['acked', 'acked'])
    }
  })

  it('probes a failing server with one operation at a time, with growing delays', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps(Array.from({ length: 500 }, (_, i) => note(`PX${i}`))))
    world.server.faults.push(...Array.from({ length: 1000 }, () => ({ type: 'status', status: 503 }) as const))
    const end = world.clock.now() + 10 * 60_000
    while (world.clock.now() < end) world.clock.advance((await tab.flusher.pass()) || 1)
    const posts = world.server.requests.filter((line) => line.startsWith('POST')).length
    expect(posts).toBeLessThanOrEqual(12)
    world.server.faults = []
    world.clock.advance(MAX_WAIT_MS)
    for (let i = 0; i < 8; i += 1) await tab.flusher.pass()
    expect(world.server.ledger).toHaveLength(500)
  })

  it('keeps the order of a lane, and sends up to 200 operations of one platform at a time', async () => {
    const world = new World()
    const tab = await leading(world)
    const many = Array.from({ length: 150 }, () => [wait('PX1'), renew('PX1')]).flat()
    await tab.outbox.enqueue(
      world.newOps([{ ...note('PD1'), target: { platform: 'paydek', customerId: '1', caseId: 'PD1' } }, ...many]),
    )
    while ((await tab.flusher.pass()) === 0);
    const posts = world.server.requests.filter((line) => line.startsWith('POST')).length
    const numbers = world.server.ledger.map(({ devSeq }) => devSeq)
    expect({ posts, sorted: numbers.toSorted((a, b) => a - b) }).toEqual({ posts: 3, sorted: numbers })
    expect(numbers).toHaveLength(301)
  })

  it('sends a note before what was decided after it on the same case', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([note('PX1')], 'note', 10_000))
    await tab.outbox.enqueue(world.newOps([wait('PX1'), note('PX1'), wait('PX2')], 'now'))
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['held', 'held', 'held', 'acked'])
    world.clock.advance(10_000)
    await tab.flusher.pass()
    expect(world.server.ledger.map(({ devSeq }) => devSeq)).toEqual([4, 1, 2, 3])
  })

  it('resends a note before the decision that follows it, but not where the note waits for the user', async () => {
    const world = new World()
    const tab = await leading(world)
    const ops = world.newOps([note('PX1'), wait('PX1')])
    const opId = ops[0]?.op.opId ?? ''
    world.server.refusals.set(opId, { status: 500 })
    await tab.outbox.enqueue(ops)
    for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
    expect(world.server.ledger).toEqual([])
    world.server.refusals.set(opId, { status: 400 })
    world.clock.advance(60_000)
    await tab.flusher.pass()
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['dead invalid', 'acked'])
  })

  it('sends everything at once when the network is back, however long the delay had become', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([note('PX1'), wait('PX1'), note('PX2')]))
    await tab.flusher.pass()
    await tab.outbox.enqueue(world.newOps([wait('PX2'), note('PX1')]))
    world.server.faults.push(...Array.from({ length: 8 }, () => ({ type: 'lost-before' }) as const))
    for (let i = 0; i < 8; i += 1) world.clock.advance(await tab.flusher.pass())
    await tab.outbox.enqueue(world.newOps([wait('PX3')]))
    world.server.faults.push({ type: 'lost-before' })
    await tab.flusher.pass()
    tab.flusher.poke(true)
    for (let i = 0; i < 4; i += 1) await tab.flusher.pass()
    expect(new Set(await states(tab))).toEqual(new Set(['acked']))
  })

  it('does not send a held operation before its time, unless told to', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([wait('PX1')], 'g', 10_000))
    expect(await tab.flusher.pass()).toBe(10_000)
    await tab.outbox.enqueue(world.newOps([wait('PX2')], 'h', 10_000))
    await tab.outbox.sendNow('h')
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['held', 'acked'])
    world.clock.advance(10_000)
    await tab.flusher.pass()
    expect(await states(tab)).toEqual(['acked', 'acked'])
  })

  it('undoes a held operation, and never one that is being sent', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([wait('PX1'), note('PX1')], 'held', 10_000))
    expect(await tab.outbox.cancel('held')).toEqual({ undone: 2, sent: 0 })
    await tab.outbox.enqueue(world.newOps([wait('PX2')], 'sent'))
    world.server.faults.push({ type: 'hangs' })
    const passing = tab.flusher.pass()
    while (world.server.holdsBack.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(await tab.outbox.cancel('sent')).toEqual({ undone: 0, sent: 1 })
    world.server.holdsBack.forEach((answer) => answer())
    await passing
    expect({ states: await states(tab), effects: world.server.ledger.map(({ kind }) => kind) }).toEqual({
      states: ['acked'],
      effects: ['case.await'],
    })
  })

  it('takes over what a dead leader left unfinished, and ignores that leader’s writes', async () => {
    const world = new World()
    const first = await leading(world)
    await first.outbox.enqueue(world.newOps([wait('PX1')]))
    world.server.faults.push({ type: 'hangs' })
    const frozen = first.flusher.pass()
    while (world.server.holdsBack.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const second = await leading(world)
    expect(await states(second)).toEqual(['ready'])
    await second.flusher.pass()
    expect({ states: await states(second), effects: world.server.ledger.length }).toEqual({
      states: ['acked'],
      effects: 1,
    })
    world.server.holdsBack.forEach((answer) => answer())
    await expect(frozen).rejects.toMatchObject({ name: 'Fenced' })
  })

  it('sets aside a row that cannot be decrypted, and sends the rest', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([note('PX1'), note('PX2')]))
    const again = await world.tab()
    await again.databases.outbox.ops
      .where('seq')
      .equals(1)
      .modify({ ct: new ArrayBuffer(32) })
    await again.flusher.begin()
    await again.flusher.pass()
    expect(await states(again)).toEqual(['dead unreadable', 'acked'])
  })

  it('keeps an answered operation as long as an older read may be shown, then leaves a receipt', async () => {
    const world = new World()
    const tab = await leading(world)
    await tab.outbox.enqueue(world.newOps([note('PX1')]))
    await tab.flusher.pass()
    await tab.flusher.begin()
    expect(await states(tab)).toEqual(['acked'])
    world.clock.advance(KEEP_ACKED_MS)
    await tab.flusher.begin()
    expect(await states(tab)).toEqual([])
    expect(await tab.databases.outbox.receipts.toArray()).toMatchObject([{ end: 'done', devSeq: 1, kind: 'case.note' }])
  })
})
