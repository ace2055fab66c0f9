// The inbox of approvals beside its single kinds: forms in review stand in it, and the count in the shell agrees with it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { approvals } from '#contract/calls/cases/approvals.ts'
import { documentForms } from '#contract/calls/document-forms.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({
  now: () => NOON,
  env: { FOUR_EYES: 'hardstop,bulk', BULK_CLOSE_LIMIT: '3' },
})

const formsFor = async (as: string) => (await server.call(approvals.list, { query: { kind: 'form' } }, { as })).items
const idOf = (uuid: string) => ({ approvalId: `f-${uuid}` })
const body = { note: 'Read as a whole.' }

test('a form in review cannot be approved by its author, without the role, or on another version', async () => {
  const uuid = await world.addForm({ status: 'review', author: 'superadmin' })
  const sent = async (as: string, version = '1') =>
    (await server.send(approvals.approve, { params: idOf(uuid), body: { ...body, version } }, { as })).status
  expect([await sent('superadmin'), await sent('analyst2'), await sent('docadmin', '7')]).toEqual([403, 403, 412])
  const refusals = await Promise.all(
    ['superadmin', 'analyst2', 'docadmin'].map(
      async (as) => (await formsFor(as)).find(({ id }) => id === `f-${uuid}`)?.refusal,
    ),
  )
  expect(refusals).toEqual([
    'A form is approved by somebody who has not edited it.',
    'Only document administrators approve forms.',
    null,
  ])
})

test('only a form in review is returned', async () => {
  const approved = await world.addForm({ status: 'approved' })
  for (const [uuid, status] of [
    [approved, 409],
    [randomUUID(), 404],
  ] as const) {
    expect((await server.send(approvals.return, { params: idOf(uuid), body }, { as: 'docadmin' })).status).toBe(status)
  }
})

test('a form is approved or returned, and the note is among its comments', async () => {
  const approved = await world.addForm({ status: 'review' })
  const returned = await world.addForm({ status: 'review' })
  await server.call(approvals.approve, { params: idOf(approved), body: { ...body, version: '1' } }, { as: 'docadmin' })
  await server.call(approvals.return, { params: idOf(returned), body }, { as: 'docadmin' })
  const statuses = await Promise.all(
    [approved, returned].map(async (uuid) => {
      const params = { platform: 'paxum', uuid }
      const { status } = await server.call(documentForms.view, { params: { uuid } }, { as: 'docadmin' })
      const comments = await server.call(documentForms.comments, { params }, { as: 'docadmin' })
      return [status, comments.items.map(({ comment }) => comment)]
    }),
  )
  expect(statuses).toEqual([
    ['approved', [body.note]],
    ['new', [body.note]],
  ])
})

test('the count equals the list, for every reader', async () => {
  await world.addForm({ status: 'review', author: 'superadmin' })
  for (let n = 0; n < 2; n += 1) {
    const one = await world.addCase({ alerts: [{ rule: 'country', level: 'hardstop' }] })
    await server.call(alerts.resolve, { params: { alertId: one.alertIds[0] ?? '' }, body })
  }
  // above the limit of one person, they wait together
  for (let n = 0; n < 5; n += 1) {
    const one = await world.addCase()
    await server.call(alerts.resolve, { params: { alertId: one.alertIds[0] ?? '' }, body }, { as: 'analyst2' })
  }
  for (const as of ['analyst', 'analyst2', 'manager', 'docadmin', 'superadmin']) {
    const { items } = await server.call(approvals.list, {}, { as })
    const bulk = items.find(({ kind }) => kind === 'bulk')
    expect(bulk?.parts?.length, bulk?.title).toBe(2)
    expect(await server.call(approvals.count, {}, { as }), as).toEqual({
      pending: items.length,
      toApprove: items.filter(({ refusal }) => refusal === null).length,
      asked: items.filter(({ by }) => by.id === as).length,
    })
  }
})
