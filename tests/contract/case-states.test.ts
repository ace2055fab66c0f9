// How a case ends from every state, and what its end makes of the transaction and of its alerts.
import { expect, test } from 'vitest'
import { cases } from '#contract/calls/cases/cases.ts'
import { NOON, type MadeCase } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const { server, world } = await startWorld({ now: () => new Date(NOON.getTime() + 3_600_000) })

const rowOf = ({ id }: MadeCase) =>
  server.db.selectFrom('monitoring_case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an attempted transaction can be reported, and an error case can end without an STR', async () => {
  for (const status of ['reject', 'error', 'process'] as const) {
    for (const action of ['proceed', 'reject'] as const) {
      const one = await world.addCase({ status, alerts: [{ status: 'rejected' }] })
      const body = { note: 'The hard stop rejected it; the attempt stands.', action }
      await server.call(cases.recommendStr, { params: { caseId: one.id }, body })
      const statusCases = action === 'proceed' ? 'str' : 'complete'
      expect(await server.call(cases.view, { params: { caseId: one.id } }), status).toMatchObject({ statusCases })
    }
  }
})

test('an error case can await the customer, and returns to new', async () => {
  const one = await world.addCase({ status: 'error' })
  await server.call(cases.await, { params: { caseUuid: one.uuid } })
  await server.call(cases.renew, { params: { caseUuid: one.uuid } })
  expect(await rowOf(one)).toMatchObject({ status: 'new' })
})

test.each([
  ['new', 'proceed', [{ status: 'resolved' }, { rule: 'country', status: 'rejected' }], 'str', [1, 0]],
  ['new', 'reject', [{ status: 'resolved' }], 'resolve', [0]],
  ['new', 'reject', [], 'complete', []],
  ['error', 'reject', [{ status: 'resolved' }], 'error', [0]],
  ['error', 'proceed', [{ status: 'resolved' }], 'str', [1]],
] as const)('closing changes a transaction that is %s: %s', async (before, action, alerts, after, sar) => {
  const one = await world.addCase({ alerts })
  await server.db.updateTable('monitoring_case').set({ transaction_status: before }).where('id', '=', one.id).execute()
  await server.call(cases.recommendStr, { params: { caseId: one.id }, body: { note: 'Why.', action } })
  const alertRows = await server.db
    .selectFrom('alert')
    .select('sar')
    .where('case_id', '=', one.id)
    .orderBy('id')
    .execute()
  const { status } = await server.db
    .selectFrom('transaction')
    .select('status')
    .where('platform', '=', one.platform)
    .where('id', '=', one.transactionId)
    .executeTakeFirstOrThrow()
  expect((await rowOf(one)).transaction_status).toBe(after)
  expect([status, alertRows.map((row) => row.sar)]).toEqual([after, sar])
})
