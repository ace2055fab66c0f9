import { expect, test } from 'vitest'
import type { Turn } from '#engine/base/call.ts'
import { CallQueue } from './call-queue.ts'

test('each call runs in its turn: reads at once, snapshots beside decisions, comparisons after everything', async () => {
  const queue = new CallQueue()
  const ran: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, turn: Turn) =>
    queue.add(turn, () => {
      ran.push(name)
      return new Promise((resolve) => ends.push(resolve))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  ask('decide', 'inOrder')
  ask('undo', 'inOrder')
  ask('keep', 'beside')
  ask('compare', 'afterAll')
  ask('keep again', 'beside')
  ask('page', 'read')
  ask('unlock', 'now')
  ask('first rows', 'look')
  let hasLooked = false
  void queue.looked().then(() => (hasLooked = true))
  await settled()
  expect([ran.splice(0), hasLooked]).toEqual([['page', 'unlock', 'first rows', 'decide', 'keep'], false])
  for (const end of ends.splice(0)) end()
  await settled()
  expect([ran.splice(0), hasLooked]).toEqual([['undo'], true])
  const turn = queue.inTurn(async () => void ran.push('purge'))
  for (const end of ends.splice(0)) end()
  await turn
  await settled()
  expect(ran.splice(0)).toEqual(['purge', 'compare'])
  for (const end of ends.splice(0)) end()
  await settled()
  expect(ran).toEqual(['keep again'])
})
