import { expect, it } from 'vitest'
import { randomBytes, toBase64 } from '#engine/vault/slots.ts'
import { draft } from '#tests/support/engine-world.ts'
import { Desk, PLATFORMS, throwUnlessGone } from '#tests/support/vault-desk.ts'

const [, PLATFORM] = PLATFORMS

it('an operation that was being sent when its platform was withdrawn is told to the user, also if access comes back', async () => {
  const desk = new Desk()
  await desk.open()
  const note = draft('case.note', 'PX3', { note: 'x' })
  await desk.at(0).outbox.enqueue(desk.newOps([{ ...note, target: { ...note.target, platform: PLATFORM } }], 'g', 0))
  const going = await desk.sending()
  await desk.shut()
  going.answer()
  await going.pass.catch(throwUnlessGone)

  delete desk.user.shares[PLATFORM]
  await desk.open(undefined, 1)
  desk.user.shares[PLATFORM] = toBase64(randomBytes(32))
  await desk.leader.flusher.pass()

  const [row] = await desk.leader.databases.outbox.ops.toArray()
  expect(row).toMatchObject({ state: 'dead', err: { code: 'no-platform' }, reached: true })
  expect(row?.ct.byteLength).toBe(0)
  expect(desk.seen).toEqual([])
})
