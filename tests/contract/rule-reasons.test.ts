import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const manager = { as: 'manager' }
const reason = 'Too many false positives.'
let server: TestServer
beforeAll(async () => {
  server = await testServer()
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
