import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const manager = { as: 'manager' }
const reason = 'Too many false positives.'
let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({ database })
})
afterAll(() => server.close())

const bodyOf = (name: string): RuleBody => ({
  name,
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { limit_transaction: { limit: '10000' } },
  options: { action: 'alert', trigger_event: 'transaction' },
})

async function refusal(call: Call, input: object) {
  const response = await server.send(call, input as never, manager)
  return { status: response.status, ...((await response.json()) as { message?: string }) }
}

test('a change without a reason, and with an unknown backtest', async () => {
  const rule = await server.call(rules.create, { body: bodyOf('Large') }, manager)
  const params = { ruleId: rule.id }
  const changed = bodyOf('Renamed')
  expect(await refusal(rules.change, { params, body: { rule: changed } })).toMatchObject({
    status: 400,
    message: 'rule.reason: say why the rule is changed',
  })
  expect(await refusal(rules.setStage, { params, body: { stage: 'shadow' } })).toMatchObject({
    status: 400,
    message: 'reason: say why the rule is changed',
  })
  const backtest = '00000000-0000-4000-8000-000000000404'
  expect(await refusal(rules.change, { params, body: { rule: { ...changed, reason, backtest } } })).toMatchObject({
    status: 400,
    message: 'rule.backtest: there is no finished backtest of this rule',
  })
  expect(await server.call(rules.view, { params })).toEqual(rule)
})

test('a blank reason is none, and a change that waits for a second person has one, too', async () => {
  const rule = await server.call(rules.create, { body: bodyOf('Kept') }, manager)
  const params = { ruleId: rule.id }
  const four = await testServer({ env: { FOUR_EYES: 'rules' }, database: { ...database, close: async () => {} } })
  try {
    for (const one of [server, four]) {
      for (const given of [{}, { reason: '' }, { reason: ' \n' }]) {
        const response = await one.send(
          rules.change,
          { params, body: { rule: { ...bodyOf('Other'), ...given } } },
          manager,
        )
        expect([response.status, (await response.text()).includes('rule.reason')]).toEqual([400, true])
        expect((await one.send(rules.setStage, { params, body: { stage: 'shadow', ...given } }, manager)).status).toBe(
          400,
        )
      }
      expect(await one.call(rules.view, { params })).toEqual(rule)
    }
  } finally {
    await four.close()
  }
})

test('a server of the catalogue alone takes a change as the catalogue gives it, and records that nobody said why', async () => {
  const plain = await testServer({ env: { CATALOGUE_ONLY: '1' } })
  try {
    const { id } = await plain.call(rules.create, { body: bodyOf('Large') }, manager)
    const params = { ruleId: id }
    expect(await plain.call(rules.change, { params, body: { rule: bodyOf('Renamed') } }, manager)).toMatchObject({
      name: 'Renamed',
    })
    const { items } = await plain.call(rules.revisions, { params })
    expect(items.map(({ reason: why }) => why)).toEqual([null, null])
  } finally {
    await plain.close()
  }
})

test('operators list the types of fields they fit, and their operands', async () => {
  const { items } = await server.call(rules.comparisons, {})
  expect(items.find(({ name }) => name === 'contains')).toEqual({
    name: 'contains',
    label: 'contains',
    types: ['text'],
    operand: 'term',
  })
})

test('a page above the maximum for rules', async () => {
  expect(await refusal(rules.list, { query: { pageSize: 2001 } })).toMatchObject({ status: 400 })
})
