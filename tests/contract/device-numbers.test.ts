// The outbox of a device against the real server: every number of its series has an effect or a fate.
import { expect, test } from 'vitest'
import type { OpDraft } from '#contract/ops/op.ts'
import { MAX_WAIT_MS } from '#engine/base/backoff.ts'
import { LONGEST_HOLD_MS } from '#engine/outbox/pick.ts'
import { tombstonesOf } from '#engine/outbox/rows.ts'
import { gapsOf } from '#server/sync/device-gaps.ts'
import { Device } from '#tests/support/device.ts'
import { draft, World as Desk } from '#tests/support/engine-world.ts'
import type { Fault } from '#tests/support/faults.ts'
import { booksOf, checkLedger } from '#tests/support/ledger.ts'
import type { MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld()

const on = (one: MadeCase, kind: string, body: unknown = {}): OpDraft => ({
  ...draft(kind, one.id, body),
  target: { platform: one.platform, customerId: one.customerId, caseId: one.id, caseUuid: one.uuid },
})

test('undone, discarded, expired and superseded numbers are no gap once the device reported them', async () => {
  const desk = new Desk()
  const token = await server.token('analyst')
  desk.server.fetch = (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('auth-token', token)
    return server.fetch(url, { ...init, headers })
  }
  const tab = await desk.tab()
  await tab.flusher.begin()
  const one = await world.addCase()
  const take = async (drafts: readonly OpDraft[], group: string, holdMs = 0) => {
    const ops = desk.newOps(drafts, group, holdMs)
    await tab.outbox.enqueue(ops)
    return ops.map(({ op }) => op.opId)
  }
  const gone = { ...one, id: 'PX999999999', uuid: '00000000-0000-4000-8000-000000000000' }

  await take([on(one, 'case.note', { note: 'undone' })], 'undone', 10_000)
  await tab.outbox.cancel('undone')
  const [late = ''] = await take([on(gone, 'case.await')], 'late', 10_000)
  desk.clock.advance(25 * 3_600_000)
  const [missing = ''] = await take([on(gone, 'case.note', { note: 'nowhere' })], 'missing')
  const decided = { ...on(one, 'case.recommendStr', { note: 'odd', action: 'proceed' }), expect: { status: 'await' } }
  const [clash = ''] = await take([decided], 'clash')
  await tab.flusher.pass()
  await tab.flusher.pass()
  expect((await tab.outbox.entries()).map(({ state, error }) => [state, error?.code])).toEqual([
    ['dead', 'expired'],
    ['dead', 'missing'],
    ['conflict', 'status-412'],
  ])
  await tab.outbox.discard(late, 'No longer needed')
  await tab.outbox.discard(missing, 'The case or the alert no longer exists')
  expect(await tab.outbox.resend(clash, { isNoteOnly: true, holdMs: 0 })).toBe(true)
  await tab.flusher.pass()
  // the first was undone a day ago and is told of; what was just given up can still be brought back
  expect(await gapsOf(server, 'analyst', 'd')).toEqual([2, 3])

  desk.clock.advance(LONGEST_HOLD_MS)
  await tab.flusher.pass()
  expect(await gapsOf(server, 'analyst', 'd')).toEqual([])
  const fates = await server.db
    .selectFrom('tombstone')
    .select(['fate', 'reason'])
    .where('device_id', '=', 'd')
    .orderBy('dev_seq')
    .execute()
  expect(fates).toEqual([
    { fate: 'undone', reason: null },
    { fate: 'expired', reason: 'No longer needed' },
    { fate: 'discarded', reason: 'The case or the alert no longer exists' },
  ])
  const [kept] = await server.db.selectFrom('audit').select('after').where('dev_seq', '=', '4').execute()
  expect(kept?.after).toEqual({ supersedes: clash })
  await checkLedger(server, await booksOf(tab.databases.outbox, { account: 'analyst', device: 'd' }))
})

test.each<[string, Fault]>([
  ['a portal answers with its page', { type: 'html' }],
  ['the answer is cut short', { type: 'truncated' }],
  ['the server fails', { type: 'status', status: 500 }],
])('where %s, a number is reported again', async (_, fault) => {
  const device = new Device(server)
  const tab = await device.leading()
  const note = on(await world.addCase(), 'case.note', { note: 'a note' })
  await device.take(tab, [note], { group: 'undone', holdMs: LONGEST_HOLD_MS })
  await tab.outbox.cancel('undone')
  await device.take(tab, [note])
  await device.drain(tab)
  device.clock.advance(LONGEST_HOLD_MS)
  device.faults.next = [fault]
  await tab.flusher.pass()
  expect(await tombstonesOf(tab.databases.outbox)).toHaveLength(1)
  device.clock.advance(MAX_WAIT_MS)
  await tab.flusher.pass()
  expect(await tombstonesOf(tab.databases.outbox)).toEqual([])
  await device.check(tab)
})
