// The server records decisions that a device can no longer send. Numbers are those of the failure matrix.
import { expect, test } from 'vitest'
import { sync } from '#contract/calls/sync.ts'
import { gapsOf } from '#server/sync/device-gaps.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const { server, world } = await startWorld()

const records = async (device: string) => {
  const rows = await server.db
    .selectFrom('audit')
    .select(['actor', 'action', 'after'])
    .where('object_kind', '=', 'device')
    .where('object_id', '=', device)
    .orderBy('n')
    .execute()
  return rows.map(({ actor, action, after }) => [actor, action, after])
}

/** Notes with these numbers of a device arrive. */
async function arrive(device: string, ...numbers: number[]): Promise<void> {
  const one = await world.addCase()
  const ops = numbers.map((devSeq) => syncOp('case.note', targetOf(one), { note: 'seen' }, { devSeq, skewMs: null }))
  await server.call(sync.ops, { body: { device, incarnation: device, ops } })
}

test.each([
  ['no device', { device: '', lastSeq: 1, pending: 1 }],
  ['a number that is none', { device: 'x', lastSeq: 1.5, pending: 1 }],
  ['a number below nothing', { device: 'x', lastSeq: -1, pending: 1 }],
  ['a count below nothing', { device: 'x', lastSeq: 1, pending: -1 }],
])('a reset with %s is refused', async (_, body) => {
  expect((await server.send(sync.storageReset, { body })).status).toBe(400)
  expect(await records('x')).toEqual([])
})

test('a reset without a session is refused', async () => {
  const body = { device: 'x', lastSeq: 1, pending: 1 }
  expect((await server.send(sync.storageReset, { body }, { as: null })).status).toBe(401)
})

test('34: after storage is deleted the missing operations are recorded once, and received ones are not called lost', async () => {
  await arrive('reset', 1, 3)
  await server.call(sync.tombstones, { body: { device: 'reset', items: [{ devSeq: 4, fate: 'undone' }] } })
  const body = { device: 'reset', lastSeq: 6, pending: 2 }
  expect((await server.call(sync.storageReset, { body })).lost).toEqual([2, 5, 6])
  expect((await server.call(sync.storageReset, { body })).lost).toEqual([])
  expect(await gapsOf(server, 'analyst', 'reset')).toEqual([])
  expect(await records('reset')).toEqual([
    ['analyst', 'reset storage', { pending: 2, lastSeq: 6, numbers: [2, 5, 6] }],
    ['analyst', 'reset storage', { pending: 2, lastSeq: 6, numbers: [] }],
  ])
})

test('34: the numbers of a device are those of the asking account alone', async () => {
  await arrive('mine', 1, 3)
  const body = { device: 'mine', lastSeq: 3, pending: 1 }
  await server.call(sync.storageReset, { body }, { as: 'analyst2' })
  expect(await gapsOf(server, 'analyst', 'mine')).toEqual([2])
})

test('34: an implausible number counts for the last ten thousand at most', async () => {
  const body = { device: 'far', lastSeq: Number.MAX_SAFE_INTEGER, pending: 1 }
  expect((await server.call(sync.storageReset, { body })).lost).toHaveLength(10_000)
})

test('40: a removed row is recorded by its number, reported once or twice', async () => {
  await arrive('gap', 1, 4)
  const items = [
    { devSeq: 2, fate: 'lost' as const },
    { devSeq: 3, fate: 'undone' as const },
  ]
  await server.call(sync.tombstones, { body: { device: 'gap', items } })
  await server.call(sync.tombstones, { body: { device: 'gap', items } })
  expect(await gapsOf(server, 'analyst', 'gap')).toEqual([])
  expect(await records('gap')).toEqual([['analyst', 'lose operations', { numbers: [2] }]])
})
