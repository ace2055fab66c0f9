// A closing with outstanding procedure steps gives the reason, which is sealed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { facts as calls } from '#contract/calls/cases/facts.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { factsOf, outstandingSteps, sealOf } from '#contract/model/facts/seen-facts.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { auditOf, makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'
import { syncOp, targetOf } from '#tests/support/sync-op.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  // read just before it is decided
  server = await testServer({ now: () => NOON, env: { UNREAD_FACTS: 'refuse' } })
  world = await makeWorld(server.db)
})
afterAll(() => server.close())

/** Its rule's procedure asks to call the customer. */
const made = () => world.addCase({ alerts: [{ rule: 'velocity' }] })
const alertOf = ({ alertIds: [id = ''] }: MadeCase) => id
const sheetOf = ({ id }: MadeCase) => server.call(calls.ofCase, { params: { caseId: id } })

async function close(
  one: MadeCase,
  body: object,
  kind: 'alert.resolve' | 'alert.reject' = 'alert.resolve',
  offline = false,
) {
  const written = { note: 'Seen.', facts: sealOf(await sheetOf(one), alertOf(one)), ...body }
  const op = syncOp(kind, { ...targetOf(one), alertId: alertOf(one) }, written, { offline })
  const { results } = await server.call(sync.ops, { body: { device: 'desk', incarnation: 'one', ops: [op] } })
  return results[0]
}
const statusOf = async (one: MadeCase) => (await server.call(alerts.view, { params: { alertId: alertOf(one) } })).status
const sealIn = async (one: MadeCase) => {
  const last = (await auditOf(server.db, 'alert', alertOf(one))).at(-1)
  return (last?.after as { facts?: Seal } | undefined)?.facts
}
const message =
  'Procedure steps are outstanding: Call the customer. Take them, or give the reason for closing without them.'

test.each([
  ['no reason', {}],
  ['an empty one', { stepsPassed: '  ' }],
  ['words on other facts', { explained: 'A known payer.' }],
])('%s is refused with a code of its own, with a connection and without', async (_, body) => {
  const one = await made()
  for (const offline of [false, true]) {
    expect(await close(one, body, 'alert.resolve', offline)).toMatchObject({
      status: 422,
      problem: { code: 'steps-passed-over', message },
    })
  }
  expect(await statusOf(one)).toBe('new')
})

test('the reason is sealed with the steps', async () => {
  const one = await made()
  expect(await close(one, { stepsPassed: 'The line is dead.' })).toMatchObject({ status: 200 })
  expect(await sealIn(one)).toMatchObject({
    stepsPassed: { steps: ['Call the customer'], reason: 'The line is dead.' },
  })
})

test('steps are not requested once they are taken, of a rejection, of a suspicion, and of a rule without a procedure', async () => {
  const taken = await made()
  expect(outstandingSteps(factsOf(await sheetOf(taken), alertOf(taken)))).toEqual(['Call the customer'])
  const params = { alertId: alertOf(taken), procedureId: 'call' }
  await server.call(rules.markProcedure, { params, body: { done: true } })
  expect(await close(taken, {})).toMatchObject({ status: 200 })
  expect((await sealIn(taken))?.stepsPassed).toBeUndefined()
  expect(await close(await made(), {}, 'alert.reject')).toMatchObject({ status: 200 })
  expect(await close(await made(), { reason: 'STR_PROCEED' })).toMatchObject({ status: 200 })
  expect(await close(await world.addCase({ alerts: [{ rule: 'limit' }] }), {})).toMatchObject({ status: 200 })
})
