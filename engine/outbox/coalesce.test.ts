// Rules of unsent operations among themselves: one stands for another, two come to nothing.
import { expect, it } from 'vitest'
import { draft, World, type Tab } from '#tests/support/engine-world.ts'

const assign = (id: string, from: string | null, version?: number) => ({
  ...draft('case.assign', 'PX1', { manager: { id, name: id } }),
  expect: { manager: from, ...(version !== undefined && { version }) },
})
const status = (kind: 'case.await' | 'case.renew', from: string) => ({
  ...draft(kind, 'PX1'),
  expect: { status: from },
})

async function offline(...drafts: ReturnType<typeof draft>[]) {
  const world = new World()
  const tab = await world.tab()
  await tab.flusher.begin()
  world.server.isOnline = false
  for (const [i, one] of drafts.entries()) await tab.outbox.enqueue(world.newOps([one], `g${i}`))
  await tab.flusher.pass()
  return { world, tab, ends: () => endsOf(tab), back: () => backOn(world, tab) }
}

async function backOn(world: World, tab: Tab) {
  world.server.isOnline = true
  world.clock.advance(5 * 60_000)
  for (let i = 0; i < 4; i += 1) await tab.flusher.pass()
}

async function endsOf({ databases }: Tab) {
  const receipts = await databases.outbox.receipts.toArray()
  return receipts.toSorted((a, b) => a.devSeq - b.devSeq).map(({ devSeq, end, reason }) => [devSeq, end, reason])
}

it('of two unsent assignments of one case the later is sent, with the expectation of the earlier', async () => {
  const { world, back, ends } = await offline(assign('u2', 'u1', 4), assign('u3', 'u2', 4))
  expect(await ends()).toEqual([])
  await back()
  expect(world.server.ops).toMatchObject([
    { devSeq: 2, body: { manager: { id: 'u3' } }, expect: { manager: 'u1', version: 4 } },
  ])
  expect(await ends()).toEqual([[1, 'undone', 'Somebody else was chosen after it']])
})

it('each can be undone separately until it can be sent', async () => {
  const { world, tab, back } = await offline(assign('u2', 'u1'), assign('u3', 'u2'))
  expect(await tab.outbox.cancel('g1')).toEqual({ undone: 1, sent: 0 })
  await back()
  expect(world.server.ops).toMatchObject([{ devSeq: 1, body: { manager: { id: 'u2' } } }])
})

it('awaiting the customer and back, both unsent, cancel each other', async () => {
  const { world, back, ends } = await offline(status('case.await', 'new'), status('case.renew', 'await'))
  await back()
  expect(world.server.ledger).toEqual([])
  const why = 'Undone by another operation before it was sent'
  expect(await ends()).toEqual([
    [1, 'undone', why],
    [2, 'undone', why],
  ])
})

it('an operation in between prevents merging', async () => {
  const close = draft('alert.resolve', 'PX1', { note: 'x' })
  const { world, back } = await offline(
    status('case.await', 'new'),
    { ...close, target: { ...close.target, alertId: '1' } },
    status('case.renew', 'await'),
  )
  await back()
  expect(world.server.ledger.map(({ devSeq }) => devSeq)).toEqual([1, 2, 3])
})
