// A server that is put back to an earlier state, before a device that remembers what it was told.
import { expect, test } from 'vitest'
import { KEEP_ACKED_MS } from '#engine/sender/sender.ts'
import { noteRestored } from '#engine/sender/server-restore.ts'
import { Device, on, states } from '#tests/support/device.ts'
import type { Tab } from '#tests/support/engine-world.ts'
import type { MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld()

const await_ = (one: MadeCase) => on(one, 'case.await', {}, { status: 'new' })
const note = (one: MadeCase) => on(one, 'case.note', { note: 'Asked.' })

/** As if these had never arrived. */
async function putBack(cases: readonly MadeCase[], opIds: readonly string[]): Promise<void> {
  const ids = cases.map(({ id }) => id)
  await server.db.deleteFrom('idempotency').where('key', 'in', opIds).execute()
  await server.db.deleteFrom('note').where('case_id', 'in', ids).execute()
  await server.db.updateTable('monitoring_case').set({ status: 'new', version: 1 }).where('id', 'in', ids).execute()
  // the audit lets nothing go by itself
  await server.store.pool.query('alter table audit disable trigger audit_append_only')
  await server.db.deleteFrom('audit').where('idempotency_key', 'in', opIds).execute()
  await server.store.pool.query('alter table audit enable trigger audit_append_only')
}

/** The device's reaction to a feed of another history. */
async function hear(tab: Tab): Promise<void> {
  await noteRestored(tab.databases.outbox)
  await tab.flusher.pass()
}

test('a device asks and changes nothing if the server was not restored from backup', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  await device.take(tab, [note(await world.addCase())])
  await device.drain(tab)
  await tab.flusher.pass()
  expect(device.faults.met.some(({ path }) => path === '/api/sync/receipts')).toBe(false)
  await hear(tab)
  await tab.flusher.pass()
  expect(device.faults.met.filter(({ path }) => path === '/api/sync/receipts')).toHaveLength(1)
  expect([await states(tab), device.missing]).toEqual([['acked'], []])
  await device.check(tab)
})

test('a missing operation is shown to the user, and sent again under its own id', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const [kept, lost] = [await world.addCase(), await world.addCase()]
  await device.take(tab, [await_(kept)])
  const gone = await device.take(tab, [await_(lost), note(lost)])
  await device.drain(tab)
  await putBack([lost], gone)
  // it cannot be asked at first
  device.faults.next.push({ type: 'drop', on: ({ url }) => url.endsWith('/sync/receipts') })
  await noteRestored(tab.databases.outbox)
  device.clock.advance(await tab.flusher.pass())
  expect(device.missing).toEqual([])
  await tab.flusher.pass()
  expect([await states(tab), device.missing]).toEqual([['acked', 'dead restored', 'dead restored'], [2]])
  await device.check(tab)
  for (const opId of gone) expect(await tab.outbox.resend(opId, { holdMs: 0 })).toBe(true)
  await device.drain(tab)
  expect([await states(tab), await device.replays(gone[0] ?? '')]).toEqual([['acked', 'acked', 'acked'], 0])
  const find = server.db.selectFrom('monitoring_case').select('status').where('id', '=', lost.id)
  expect(await find.execute()).toEqual([{ status: 'await' }])
  await device.check(tab)
})

test('an operation known only by its receipt is named, and its number accounted for', async () => {
  const device = new Device(server)
  const tab = await device.leading()
  const one = await world.addCase()
  const gone = await device.take(tab, [note(one)])
  await device.take(tab, [note(await world.addCase())])
  await device.drain(tab)
  device.clock.advance(KEEP_ACKED_MS)
  await tab.flusher.begin()
  expect(await states(tab)).toEqual([])
  await putBack([one], gone)
  await hear(tab)
  expect(device.missing).toEqual([1])
  const ends = (await tab.outbox.receipts()).map(({ opId, end, reason }) => [opId === gone[0], end, reason])
  expect(ends.toSorted()).toEqual([
    [false, 'done', undefined],
    [true, 'lost', 'The server was restored from a backup and no longer has it'],
  ])
  await device.check(tab)
  device.clock.advance(60_000)
  await tab.flusher.pass()
  const buried = server.db.selectFrom('tombstone').select(['dev_seq', 'fate']).where('device_id', '=', device.device)
  expect(await buried.execute()).toEqual([{ dev_seq: '1', fate: 'lost' }])
  await device.check(tab)
})
