// The failure matrix where the browser adds nothing: a device in process before the real server, and what a network,
// a proxy or a tired server does in between. The numbers are the matrix's.
import { describe, expect, test, vi } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import { Device, on, states } from '#tests/support/device.ts'
import { isBatch, type Fault } from '#tests/support/faults.ts'
import type { MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const MINUTE = 60_000
/** Hundreds of operations, on a machine that may be busy. */
const LONG = { timeout: 120_000 }

const { server, world } = await startWorld()

const some = (n: number): Promise<MadeCase[]> => Promise.all(Array.from({ length: n }, () => world.addCase()))
const note = (one: MadeCase, text = 'Asked.') => on(one, 'case.note', { note: text })
const resolve = (one: MadeCase, text = 'Known payer.') => on(one, 'alert.resolve', { note: text }, { status: 'new' })
const actions = async (one: MadeCase) => {
  const rows = await server.db
    .selectFrom('audit')
    .select('action')
    .where('object_id', 'in', [one.id, ...one.alertIds])
    .orderBy('n')
    .execute()
  return rows.map(({ action }) => action)
}

/** The device's numbers of what was done on a case, as it was done. */
const numbersOn = async ({ id }: MadeCase) => {
  const rows = await server.db.selectFrom('audit').select('dev_seq').where('object_id', '=', id).orderBy('n').execute()
  return rows.map(({ dev_seq }) => Number(dev_seq))
}

describe('one failing answer', () => {
  test.each<[string, Fault]>([
    ['5: the answer is lost after the commit', { type: 'drop', after: true }],
    ['7: the answer is cut short', { type: 'truncated' }],
    ['7: a page stands where the answer should', { type: 'html', after: true }],
    ['5: a proxy gives up on a server that did it', { type: 'status', status: 504, after: true }],
    ['7: a proxy knows of no server behind it', { type: 'html', status: 404, after: true }],
    ['7: a firewall lets nothing through', { type: 'html', status: 403, after: true }],
    ['7: a proxy calls it too large', { type: 'html', status: 413, after: true }],
  ])('%s: the same key is sent again, with one effect, and no undo meanwhile', async (_, fault) => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    const [id = ''] = await device.take(tab, [resolve(one)], { group: 'g' })
    device.faults.next.push(fault)
    device.clock.advance(await tab.flusher.pass())
    expect(await actions(one)).toEqual(['resolve alert'])
    expect(await tab.outbox.cancel('g')).toEqual({ undone: 0, sent: 1 })
    await device.drain(tab)
    expect({ states: await states(tab), replays: await device.replays(id), actions: await actions(one) }).toEqual({
      states: ['acked'],
      replays: 1,
      actions: ['resolve alert'],
    })
    await device.check(tab)
  })

  test('5: the answer arrives after the client’s timeout: one effect, and no undo meanwhile', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    const [id = ''] = await device.take(tab, [resolve(one)], { group: 'g' })
    device.faults.next.push({ type: 'late', ms: 1 })
    device.clock.advance(await tab.flusher.pass())
    expect(await tab.outbox.cancel('g')).toEqual({ undone: 0, sent: 1 })
    await device.faults.landed()
    await device.drain(tab)
    expect([await states(tab), await device.replays(id), await actions(one)]).toEqual([['acked'], 1, ['resolve alert']])
    await device.check(tab)
  })

  test.each([true, false])('5: an intermediary repeats the request (at once: %s): one effect', async (isAtOnce) => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    await device.take(tab, [note(one), resolve(one), note(one)])
    device.faults.next.push({ type: 'twice', isAtOnce })
    device.clock.advance(await tab.flusher.pass())
    await device.faults.landed()
    await device.drain(tab)
    expect(await actions(one)).toEqual(['add note', 'resolve alert', 'add note'])
    await device.check(tab)
  })

  test('6: the request is lost before the commit: it is sent again', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    const [id = ''] = await device.take(tab, [resolve(one)])
    device.faults.next.push({ type: 'drop' })
    device.clock.advance(await tab.flusher.pass())
    expect([await states(tab), await actions(one)]).toEqual([['ready no-answer'], []])
    await device.drain(tab)
    expect([await states(tab), await device.replays(id), await actions(one)]).toEqual([['acked'], 0, ['resolve alert']])
    await device.check(tab)
  })
})

describe('one batch with several answers', () => {
  test('16: operations without a conflict are done; the others ask the user, one by one', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const cases = await some(5)
    await device.take(
      tab,
      cases.flatMap((one) => [resolve(one), note(one)]),
      { group: 'bulk' },
    )
    const [first, second] = cases.map(({ alertIds }) => String(alertIds[0]))
    for (const alertId of [first, second] as string[]) {
      await server.call(alerts.reject, { params: { alertId }, body: { note: 'No.' } }, { as: 'analyst2' })
    }
    await device.drain(tab)
    const entries = await tab.outbox.entries()
    expect(device.batches()).toHaveLength(2)
    const statesOf = (kind: string) => entries.filter(({ op }) => op.kind === kind).map(({ state }) => state)
    expect(statesOf('alert.resolve')).toEqual(['conflict', 'conflict', 'acked', 'acked', 'acked'])
    expect(new Set(statesOf('case.note'))).toEqual(new Set(['acked']))
    const stuck = entries.filter(({ state }) => state === 'conflict')
    expect(stuck.map(({ current }) => current)).toMatchObject([
      { status: 'rejected', changedBy: { id: 'analyst2' } },
      { status: 'rejected', changedBy: { id: 'analyst2' } },
    ])
    await device.check(tab)
    const [theirs, words] = stuck.map(({ op }) => op.opId) as [string, string]
    expect(await tab.outbox.discard(theirs, 'Kept theirs')).toBe(true)
    expect(await tab.outbox.resend(words, { isNoteOnly: true, holdMs: 0 })).toBe(true)
    await device.drain(tab)
    expect(new Set(await states(tab))).toEqual(new Set(['acked']))
    await device.check(tab)
  })

  test('15: the same decision of another person on an account alert counts as done, with its number', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const [set, given] = [await world.addAccountAlert(), await world.addAccountAlert()]
    const about = ({ id, customerId }: typeof set, kind: string, body: unknown, expected: Record<string, unknown>) => ({
      ...on({ id: '', uuid: '', platform: 'paxum', transactionId: '', customerId, alertIds: [] }, kind, body, expected),
      target: { platform: 'paxum', customerId, alertId: id },
    })
    const manager = { id: 'analyst', name: 'Mara Lindqvist' }
    await device.take(tab, [
      about(set, 'accountAlert.status', { status: 'await', sar: 0 }, { status: 'new' }),
      about(given, 'accountAlert.assign', { manager }, { manager: null }),
      note(await world.addCase()),
    ])
    const theirs = { status: 'await', manager_id: 'analyst' } as const
    await server.db.updateTable('alert').set(theirs).where('id', 'in', [set.id, given.id]).execute()
    await device.drain(tab)
    expect(await states(tab)).toEqual(['acked', 'acked', 'acked'])
    await device.check(tab)
  })

  test('22: an operation on a forbidden object is set aside, the others continue', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const [mine, theirs, other] = (await some(3)) as [MadeCase, MadeCase, MadeCase]
    const toColleague = { manager: { id: 'analyst2', name: 'Tomás Herrera' } }
    const [, refused = ''] = await device.take(tab, [
      note(mine),
      on(theirs, 'case.assign', toColleague, { manager: null }),
      note(theirs),
      resolve(other),
    ])
    await device.drain(tab)
    expect(await states(tab)).toEqual(['acked', 'dead forbidden', 'acked', 'acked'])
    await device.check(tab)
    // nothing is kept under its key: with other rights it is the same operation
    expect(await device.replays(refused)).toBeUndefined()
    expect(await tab.outbox.discard(refused, 'Not mine to give')).toBe(true)
    await device.check(tab)
  })
})

describe('a repeated key', () => {
  test('17: in progress for a sender that is gone: the next one gets the same answer', async () => {
    const device = new Device(server)
    const first = await device.leading()
    const one = await world.addCase()
    const [id = ''] = await device.take(first, [resolve(one)])
    // somebody has the case in hand, so that the first attempt waits in the middle of its transaction
    let release = () => {}
    const released = new Promise<void>((resolveIt) => (release = resolveIt))
    let isHeld = () => {}
    const held = new Promise<void>((resolveIt) => (isHeld = resolveIt))
    const inHand = server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('monitoring_case').selectAll().where('id', '=', one.id).forUpdate().execute()
      isHeld()
      await released
    })
    await held
    const gone = expect(first.flusher.pass()).rejects.toMatchObject({ name: 'Fenced' })
    await expect.poll(() => device.batches().length).toBe(1)
    const second = await device.leading()
    const next = second.flusher.pass()
    await expect.poll(() => device.batches().length).toBe(2)
    release()
    await inHand
    await next
    await gone
    await device.drain(second)
    expect({ states: await states(second), actions: await actions(one), replays: await device.replays(id) }).toEqual({
      states: ['acked'],
      actions: ['resolve alert'],
      replays: 1,
    })
    await device.check(second)
  })

  test('17: a server that reports it in progress is asked again after a second', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    await device.take(tab, [resolve(one)])
    device.faults.next.push({ type: 'results', of: () => ({ status: 409, code: 'in-progress' }) })
    expect(await device.drain(tab)).toBe(1000)
    expect([await states(tab), await actions(one)]).toEqual([['acked'], ['resolve alert']])
    await device.check(tab)
  })

  test('18: used for another body: the operation is set aside as a client fault, and logged', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    const [id = ''] = await device.take(tab, [note(one)])
    device.faults.next.push({ type: 'drop', after: true })
    device.clock.advance(await tab.flusher.pass())
    await server.db
      .updateTable('idempotency')
      .set({ fingerprint: Buffer.alloc(32) })
      .where('key', '=', id)
      .execute()
    const logged = vi.spyOn(server.services.log, 'error')
    await device.drain(tab)
    expect([await states(tab), await actions(one)]).toEqual([['dead key-reused'], ['add note']])
    expect(logged).toHaveBeenCalledWith({ err: expect.objectContaining({ status: 422 }) }, expect.any(String))
    logged.mockRestore()
    await device.check(tab)
  })
})

describe('a changed clock', () => {
  const DAY = 24 * 60 * MINUTE

  test.each([
    ['31: set back a day, it turns no order round and parks nothing for longer than five minutes', -DAY],
    ['31: set half a day ahead, the same', DAY / 2],
  ])('%s', async (_, jump) => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    await device.take(tab, [on(one, 'case.await', {}, { status: 'new' })])
    // refused for now: it is put off by the clock as it was
    device.faults.next.push({ type: 'status', status: 503 })
    await tab.flusher.pass()
    device.clock.time += jump
    await device.take(tab, [on(one, 'case.renew', {}, { status: 'await' })])
    expect(await device.drain(tab)).toBeLessThanOrEqual(MAX_WAIT_MS)
    expect(await states(tab)).toEqual(['acked', 'acked'])
    // by number, not by time
    expect(await numbersOn(one)).toEqual([1, 2])
    await device.check(tab)
  })
})

describe('an ending session', () => {
  test('19: from the second of four operations the session is invalid: earlier ones stay done, the rest waits', async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const one = await world.addCase()
    await device.take(
      tab,
      ['a', 'b', 'c', 'd'].map((text) => note(one, text)),
    )
    device.faults.next.push({
      type: 'results',
      on: isBatch,
      of: ({ devSeq }) => (devSeq === 2 ? { status: 401 } : devSeq > 2 ? { status: 424 } : undefined),
    })
    await tab.flusher.pass()
    const [done, ...rest] = await states(tab)
    expect([done, rest.filter((state) => state.startsWith('auth')).length > 0]).toEqual(['acked', true])
    expect(rest).toHaveLength(3)
    expect(await numbersOn(one)).toEqual([1])
    device.isSignedIn = true
    await tab.flusher.signedIn()
    await device.drain(tab)
    expect(await states(tab)).toEqual(['acked', 'acked', 'acked', 'acked'])
    expect(await numbersOn(one)).toEqual([1, 2, 3, 4])
    await device.check(tab)
  })
})

describe('a server that asks for a delay', () => {
  test.each<[string, Fault & { type: 'status' }, number]>([
    ['26: in seconds', { type: 'status', status: 429, retryAfter: { seconds: 40 } }, 0],
    ['26: until a moment', { type: 'status', status: 429, retryAfter: { inMs: 40_000 } }, 0],
    ['26: until a moment, with a clock here that is three hours behind', later('inMs'), 3],
    ['26: until a moment, with a clock here that is three hours ahead', later('inMs'), -3],
    ['26: in seconds, with a clock here that is three hours behind', later('seconds'), 3],
  ])('%s', async (_, fault, hours) => {
    const device = new Device(server)
    device.faults.clockOffset = hours * 60 * MINUTE
    const tab = await device.leading()
    await device.take(tab, [note(await world.addCase())])
    device.faults.next.push(fault)
    await device.drain(tab)
    const [refused, taken] = device.batches()
    const waited = (taken?.at ?? 0) - (refused?.at ?? 0)
    expect(device.batches()).toHaveLength(2)
    expect(waited).toBeGreaterThanOrEqual(40_000)
    expect(waited).toBeLessThanOrEqual(44_000)
    await device.check(tab)
  })

  test('27: ten minutes of 500 with operations waiting: few requests, and everything is sent after', LONG, async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const cases = await some(25)
    await device.take(tab, Array.from({ length: 20 }, (__, i) => cases.map((one) => note(one, `Note ${i}`))).flat())
    device.faults.storm = () => ({ type: 'status', status: 503 })
    const end = device.clock.now() + 10 * MINUTE
    while (device.clock.now() < end) device.clock.advance((await tab.flusher.pass()) || 1)
    expect(device.faults.met.length).toBeLessThanOrEqual(15)
    device.faults.storm = null
    expect(await device.drain(tab)).toBeLessThanOrEqual(MAX_WAIT_MS)
    expect(await states(tab)).toEqual(Array.from({ length: 500 }, () => 'acked'))
    await device.check(tab)
  })
})

describe('a network failure', () => {
  test.each<[string, Fault]>([
    ['28: a portal answers everything with its page', { type: 'html' }],
    ['28: a portal leads everything elsewhere', { type: 'redirect' }],
    ['28: a proxy without its server says that nothing is there', { type: 'html', status: 404 }],
    ['29: nothing gets through although the browser is online', { type: 'drop' }],
  ])('%s: is no answer, and is retried with growing delays', async (_, fault) => {
    const device = new Device(server)
    const tab = await device.leading()
    const [one, two] = (await some(2)) as [MadeCase, MadeCase]
    await device.take(tab, [resolve(one)], { group: 'first' })
    await tab.flusher.pass()
    await device.take(tab, [resolve(two), note(two)])
    device.faults.storm = () => fault
    const end = device.clock.now() + 10 * MINUTE
    let shortest = MAX_WAIT_MS
    while (device.clock.now() < end) {
      const wait = await tab.flusher.pass()
      if (wait > 0) shortest = Math.min(shortest, wait)
      // whatever wakes it meanwhile, it keeps waiting
      await tab.flusher.pass()
      device.clock.advance(wait || 1)
    }
    expect(await actions(two)).toEqual([])
    expect(shortest).toBeGreaterThanOrEqual(1000)
    expect(device.faults.met.length).toBeLessThanOrEqual(18)
    // nothing has left this device since the network went: it can still be taken back
    device.faults.storm = null
    await device.drain(tab)
    expect([await states(tab), await actions(two)]).toEqual([
      ['acked', 'acked', 'acked'],
      ['resolve alert', 'add note'],
    ])
    await device.check(tab)
  })

  test('30: the network flaps every second: few requests, and the order is kept', LONG, async () => {
    const device = new Device(server)
    const tab = await device.leading()
    const cases = await some(3)
    const end = device.clock.now() + MINUTE / 2
    let isOnline = true
    device.faults.storm = () => (isOnline ? null : { type: 'drop' })
    while (device.clock.now() < end) {
      isOnline = !isOnline
      // as the window tells the engine
      if (!isOnline) tab.transport.forget()
      tab.flusher.poke(isOnline)
      await device.take(
        tab,
        // the note between keeps the two from coming to nothing before they are sent
        cases.flatMap((one) => [
          isOnline ? on(one, 'case.renew', {}, { status: 'await' }) : on(one, 'case.await', {}, { status: 'new' }),
          note(one),
        ]),
      )
      for (let i = 0; i < 4; i += 1) await tab.flusher.pass()
      device.clock.advance(1000)
    }
    device.faults.storm = null
    await device.drain(tab)
    expect(device.faults.met.length).toBeLessThanOrEqual(4 * 30)
    expect(new Set(await states(tab))).toEqual(new Set(['acked']))
    await device.check(tab)
  })
})

function later(form: 'inMs' | 'seconds'): Fault & { type: 'status' } {
  const retryAfter = form === 'inMs' ? { inMs: 40_000 } : { seconds: 40 }
  return { type: 'status', status: 429, retryAfter }
}
