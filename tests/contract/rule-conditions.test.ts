// Conditions of rules over the wire: what is refused is told at its place, and what is saved is told as it was sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rules } from '#contract/calls/rules/rules.ts'
import type { ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { Refused, testServer, type TestServer } from '#tests/support/server.ts'

const manager = { as: 'manager' }
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const bodyOf = (conditions: unknown, more: Partial<RuleBody> = {}): RuleBody => ({
  name: 'New and large',
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: {},
  ...more,
  options: {
    ...(more.type === 'account'
      ? { trigger_event: 'customer_update' }
      : { action: 'alert', trigger_event: 'transaction' }),
    ...more.options,
    ...(conditions !== undefined && { conditions: conditions as ConditionNode }),
  },
})
const placesOf = async (body: RuleBody) => {
  const answer = await server.call(rules.create, { body }, manager).catch((error: unknown) => error)
  if (!(answer instanceof Refused)) throw new Error('it was saved', { cause: answer })
  const { faults } = answer.problem.current as { faults: { place: string }[] }
  return [answer.status, ...faults.map(({ place }) => place)]
}

const amount = { left: { field: 'transactionUsdAmount' }, is: 'gte', right: { value: 1000 } }
const limit = (criterion: unknown) => ({ type: 'limit_transaction', criterion })
const AT = 'options.conditions'

test.each<[string, unknown, Partial<RuleBody>?]>([
  ['criteria', undefined],
  [AT, 'amount'],
  [`${AT}.all.1.left.fact`, { all: [amount, { left: { fact: 'shoe' }, is: 'isKnown' }] }],
  [`${AT}.all.1.left.field`, { all: [amount, { left: { field: 'shoe' }, is: 'isKnown' }] }],
  [`${AT}.right.value`, { ...amount, right: { value: 'much' } }],
  [`${AT}.all.0.criterion.limit`, { all: [limit({ limit: '-1' })] }],
  [`${AT}.criterion.most`, limit({ limit: '5', most: 1 })],
  [`${AT}.left.field`, amount, { type: 'account' }],
  [`${AT}.type`, limit({ limit: '5' }), { type: 'account' }],
  [`${AT}.type`, { type: 'account_velocity', criterion: { maxTransactions: 5, period: 1 } }, { type: 'account' }],
  [
    `${AT}.type`,
    { type: 'account_velocity', criterion: { maxTransactions: 5, period: 1 } },
    { type: 'schedule', options: { schedule: '0 2 * * *', action: undefined, trigger_event: undefined } },
  ],
])('conditions are refused at %s (%#)', async (place, conditions, more) => {
  expect(await placesOf(bodyOf(conditions, more))).toEqual([400, place])
})

test('are saved, told as they were sent, and a revision says what changed', async () => {
  const conditions = {
    all: [
      amount,
      {
        any: [{ left: { fact: 'counterparty.earlier' }, is: 'isNew' }, limit({ limit: '9000' }), limit({ limit: '5' })],
      },
    ],
  }
  const saved = await server.call(rules.create, { body: bodyOf(conditions) }, manager)
  expect([saved.criteria, saved.options.conditions]).toEqual([{}, conditions])
  const rule = { ...bodyOf({ ...conditions, not: true }), reason: 'The contrary is meant.' }
  const params = { ruleId: saved.id }
  const changed = await server.call(
    rules.change,
    { params, body: { rule: { ...rule, revisionId: saved.revisionId } } },
    manager,
  )
  expect(changed.options.conditions).toEqual({ ...conditions, not: true })
  const revision = await server.call(rules.revision, { params: { revisionId: saved.revisionId } }, manager)
  expect(revision.options.conditions).toEqual(conditions)
})
