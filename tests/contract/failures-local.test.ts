// The failure matrix where the fault is on the device: what is on disk when it says saved, and keys that meet the sender.
import fc from 'fast-check'
import { IDBDatabase as FakeDatabase } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { Device, on, states } from '#tests/support/device.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld()

/** Printed with every failure, so that it can be run again. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

test('4: "saved" follows a strict transaction, and every write of the outbox is one', async () => {
  const log: string[] = []
  const make = FakeDatabase.prototype.transaction
  const spy = vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    const transaction = make.apply(this, given)
    const [, mode, options] = given
    if (mode === 'readwrite' && this.name.endsWith('-outbox')) {
      transaction.addEventListener('complete', () => log.push(`over ${JSON.stringify(options)}`))
    }
    return transaction
  })
  const device = new Device(server)
  const tab = await device.leading()
  const one = await world.addCase()
  log.length = 0
  await device.take(tab, [on(one, 'case.await', {}, { status: 'new' })], { group: 'g', holdMs: 10_000 })
  log.push('saved')
  expect(log).toEqual(['over {"durability":"strict"}', 'saved'])
  await tab.outbox.cancel('g')
  await device.take(tab, [on(one, 'case.note', { note: 'Asked.' })])
  await device.drain(tab)
  spy.mockRestore()
  expect(new Set(log)).toEqual(new Set(['over {"durability":"strict"}', 'saved']))
  // the power fails: what a new browser finds
  const next = await device.leading()
  expect(await states(next)).toEqual(['acked'])
  await device.check(next)
})

test(`46: an undo that races the sender is either in time or refused (seed ${seed})`, { timeout: 60_000 }, async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const cases = await Promise.all(Array.from({ length: 4 }, () => world.addCase({ alerts: [] })))
  const met = { undone: 0, sent: 0 }
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat({ max: 25 }), fc.constantFrom(1, 2), async (s, turns, n) => {
      run += 1
      const group = `run ${run}`
      const ids = await device.take(
        tab,
        cases.slice(0, n).map((one) => on(one, 'case.note', { note: group })),
        { group },
      )
      device.server.fetch = s.scheduleFunction(device.faults.fetch)
      const passing = tab.flusher.pass()
      const undoing = s.schedule(pause(turns)).then(() => tab.outbox.cancel(group))
      await s.waitFor(Promise.all([passing, undoing]))
      const { undone, sent } = await undoing
      device.server.fetch = device.faults.fetch
      await device.drain(tab)
      const done = await server.db.selectFrom('audit').select('n').where('idempotency_key', 'in', ids).execute()
      expect([undone + sent, done.length]).toEqual([n, sent])
      met.undone += undone
      met.sent += sent
    }),
    { numRuns: 60, seed },
  )
  // both happen, or this has shown nothing
  expect(Math.min(met.undone, met.sent)).toBeGreaterThan(0)
  await device.check(tab)
})

test('47: an operation submitted twice under one id is accepted once', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const one = await world.addCase()
  const ops = device.newOps([on(one, 'case.note', { note: 'Once.' })])
  // which of them is sealed first is the processor's affair: an engine hands over one after the other
  const handed = await Promise.allSettled([tab.outbox.enqueue(ops), tab.outbox.enqueue(ops)])
  expect(handed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await device.drain(tab)
  const notes = await server.db.selectFrom('note').select('text').where('case_id', '=', one.id).execute()
  expect([await states(tab), notes]).toEqual([['acked'], [{ text: 'Once.' }]])
  await device.check(tab)
})

test.each(['sent again', 'given up'] as const)(
  '48: an operation that depends on a refused one waits until that is %s',
  async (answer) => {
    const device = new Device(server)
    const tab = await device.leading()
    const [one, other] = [await world.addCase({ alerts: [] }), await world.addCase({ alerts: [] })]
    // it was a colleague's when it was decided, and is nobody's now
    const mine = on(one, 'case.assign', { manager: { id: 'analyst', name: 'Mara Lindqvist' } }, { manager: 'analyst2' })
    const [parent = ''] = await device.take(tab, [mine])
    const [child = ''] = await device.take(tab, [on(other, 'case.note', { note: 'Because of it.' })], {
      deps: [parent],
    })
    for (let i = 0; i < 3; i += 1) await tab.flusher.pass()
    const [, waiting] = await tab.outbox.entries()
    expect([await states(tab), waiting?.deps]).toEqual([['conflict status-412', 'held'], [parent]])
    await device.check(tab)
    if (answer === 'given up') {
      await tab.outbox.discard(parent, 'No longer needed')
      await device.drain(tab)
      expect(await states(tab)).toEqual(['dead orphaned'])
      await tab.outbox.discard(child, 'No longer needed')
    } else {
      await tab.outbox.resend(parent, { holdMs: 0 })
      await device.drain(tab)
      expect(await states(tab)).toEqual(['acked', 'acked'])
    }
    await device.check(tab)
  },
)

/** So many turns of the event loop, in which databases go on. */
async function pause(turns: number): Promise<void> {
  for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setImmediate(resolve))
}
