// Which payments a rule looks at, and how far back: what is refused is told at its place.
import { expect, test } from 'vitest'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { Refused } from '#tests/support/server.ts'
import { startServer } from '#tests/support/start-world.ts'

const manager = { as: 'manager' }
const server = await startServer()

const bodyOf = (criterion: RuleBody['criteria'][string], options: RuleBody['options'] = {}): RuleBody => ({
  name: 'Velocity',
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { account_velocity: { maxTransactions: 5, ...criterion } },
  options: { action: 'alert', trigger_event: 'transaction', ...options },
})
const paid = (field: string, operator: string, value: unknown) => ({
  transaction_filters: { where: { combinator: 'and' as const, rules: [{ field, operator, value }] } },
})
const placesOf = async (body: RuleBody) => {
  const answer = await server.call(rules.create, { body }, manager).catch((error: unknown) => error)
  if (!(answer instanceof Refused)) throw new Error('it was saved', { cause: answer })
  const { faults } = answer.problem.current as { faults: { place: string }[] }
  return [answer.status, ...faults.map(({ place }) => place)]
}

const WHERE = 'options.transaction_filters.where'
test.each<[string, RuleBody['options']]>([
  [`${WHERE}.rules.0.field`, paid('industry', 'equal', 'mining')],
  [`${WHERE}.rules.0.field`, paid('merchantName', 'equal', 'Bakery')],
  [`${WHERE}.rules.0.operator`, paid('transactionCurrency', 'less', 'EUR')],
  [`${WHERE}.rules.0.value`, paid('merchantCode', 'contains', '79')],
  [WHERE, paid('merchantCode', 'equal', 'ёж')],
  ['options.transaction_filters', { transaction_filters: { where: { combinator: 'and', rules: [] } } }],
])('a filter of payments is refused at %s (%#)', async (place, options) => {
  expect(await placesOf(bodyOf({ period: 1 }, options))).toEqual([400, place])
})

test('a rule that looks at changes of customers has no filter of payments', async () => {
  const options = { ...paid('merchantCode', 'equal', '7995'), trigger_event: 'customer_update' as const }
  expect(await placesOf(bodyOf({ period: 1 }, options))).toContain('options.transaction_filters')
})

test.each(['PT0M', 'PT', 'PT5', '5H', 'P1D', 'PT5S', 'PT-5M', 'PT99999999H', '', -1, 3651])(
  'a period of %j is refused',
  async (period) => {
    expect(await placesOf(bodyOf({ period }))).toEqual([400, 'criteria.account_velocity.period'])
  },
)

test('both are saved and told as they were sent', async () => {
  const options = paid('transactionCurrency', 'in', ['EUR', 'USD'])
  for (const period of ['PT90M', 'PT6H', 2]) {
    const { criteria, options: kept } = await server.call(rules.create, { body: bodyOf({ period }, options) }, manager)
    expect(criteria).toEqual({ account_velocity: { maxTransactions: 5, period } })
    expect(kept.transaction_filters).toEqual(options.transaction_filters)
  }
})
