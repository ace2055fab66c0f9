// The ledger that evaluates every failure sees faults itself: each fault is planted once, and named.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sync } from '#contract/calls/sync.ts'
import { checkLedger, findings, type Books } from '#tests/support/ledger.ts'
import type { MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

const { server, world } = await startWorld()

/** A device that has sent what `kinds` say on one case, in this order of numbers, and has it all answered. */
async function settled(device: string, kinds: readonly [devSeq: number, kind: string][]) {
  const one = await world.addCase({ alerts: [] })
  const ops = kinds.map(([devSeq, kind]) => opOn(one, devSeq, kind))
  for (const op of ops) await server.call(sync.ops, { body: { device, incarnation: device, ops: [op] } })
  const books: Books = {
    account: 'analyst',
    device,
    accepted: ops.map(({ opId }) => opId),
    ops: ops.map(({ opId, devSeq: seq }) => ({ opId, seq, state: 'acked', deps: [] })),
    receipts: [],
    untold: [],
  }
  return { one, ops, ids: ops.map(({ opId }) => opId), books }
}

const opOn = (one: MadeCase, devSeq: number, kind: string) =>
  syncOp(kind, targetOf(one), kind === 'case.note' ? { note: 'Asked.' } : {}, {
    devSeq,
    clientTime: new Date().toISOString(),
    offline: false,
  })

const wrong = async (books: Books) =>
  Object.fromEntries(Object.entries(await findings(server.db, books)).filter(([, found]) => found.length > 0))

test('a consistent ledger passes, with waiting, ended and unreported operations', async () => {
  const { books } = await settled('agrees', [
    [1, 'case.await'],
    [3, 'case.note'],
    [2, 'case.renew'],
    [7, 'case.await'],
  ])
  const [waiting, undone, discarded] = [randomUUID(), randomUUID(), randomUUID()]
  await checkLedger(server, {
    ...books,
    accepted: [...books.accepted, waiting, undone, discarded],
    ops: [...books.ops, { opId: waiting, seq: 4, state: 'conflict', deps: [] }],
    receipts: [
      { opId: undone, devSeq: 5, end: 'undone' },
      { opId: discarded, devSeq: 6, end: 'discarded' },
    ],
    untold: [5, 6],
  })
})

test('a lost operation is detected, and one reported done without an effect', async () => {
  const { books } = await settled('loses', [[1, 'case.note']])
  const [gone, early, done] = [randomUUID(), randomUUID(), randomUUID()]
  const ops: Books['ops'] = [...books.ops, { opId: early, seq: 2, state: 'acked', deps: [] }]
  const receipts: Books['receipts'] = [{ opId: done, devSeq: 3, end: 'done' }]
  const accepted = [...books.accepted, gone]
  expect((await findings(server.db, { ...books, accepted, ops, receipts })).lost.toSorted()).toEqual(
    [gone, early, done].toSorted(),
  )
  await expect(checkLedger(server, { ...books, accepted })).rejects.toThrow(gone)
})

test('a second effect is detected, under its own id and under another', async () => {
  const { one, ids, books } = await settled('doubles', [[1, 'case.note']])
  await server.db.deleteFrom('idempotency').where('key', '=', String(ids[0])).execute()
  await server.db.deleteFrom('note').where('id', '=', String(ids[0])).execute()
  const again = { ...opOn(one, 1, 'case.note'), opId: String(ids[0]) }
  const other = opOn(one, 1, 'case.note')
  await server.call(sync.ops, { body: { device: 'doubles', incarnation: 'x', ops: [again, other] } })
  expect(await wrong(books)).toEqual({ doubled: [`${ids[0]} add note case ${one.id}`], unaccepted: [other.opId] })
})

test('order is checked where it matters, and dependent operations come later', async () => {
  const { ids, books } = await settled('turns', [
    [3, 'case.await'],
    [2, 'case.renew'],
    [1, 'case.note'],
  ])
  expect(await wrong(books)).toEqual({ inversions: [ids[1], ids[2]] })
  // a note waits for nobody who has been asked about it, nor do the others for one that fails again and again
  const refused = { code: 'invalid', message: 'x', status: 400, at: 1 }
  const sick = { code: 'status-500', message: 'x', status: 500, at: 1 }
  for (const tries of [[refused], [sick, sick, sick, sick, sick]]) {
    const ops = books.ops.map((row) => (row.seq === 1 ? { ...row, tries } : row))
    expect(await wrong({ ...books, ops })).toEqual({ inversions: [ids[1]] })
  }
  const [first, second, third] = books.ops as [Books['ops'][0], Books['ops'][0], Books['ops'][0]]
  const dependent = { ...first, deps: [third.opId] }
  expect(await wrong({ ...books, ops: [dependent, { ...second, deps: [first.opId] }, third] })).toEqual({
    inversions: [ids[1], ids[2]],
    early: [first.opId],
  })
})

test('an undone operation must have no effect, and no number may be missing', async () => {
  const { ids, books } = await settled('withdraws', [
    [1, 'case.await'],
    [4, 'case.note'],
  ])
  const receipts: Books['receipts'] = [{ opId: String(ids[1]), devSeq: 4, end: 'undone' }]
  expect(await wrong({ ...books, receipts, untold: [2] })).toEqual({ undone: [ids[1]], gaps: [3] })
})
