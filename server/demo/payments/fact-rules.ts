/** Rules of the demo world over facts, each a pattern that no single rule type can express. They run in shadow. */
import type { Aggregate, ConditionNode } from '#contract/model/rules/conditions/conditions.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import { RULE_DEFAULTS } from '#contract/model/rules/rule.ts'

const amount = (is: 'gte' | 'lt', value: number): ConditionNode => ({
  left: { field: 'transactionUsdAmount' },
  is,
  right: { value },
})
const isIncoming: ConditionNode = { left: { field: 'transactionDirection' }, is: 'eq', right: { value: 'incoming' } }

const nearThreshold: Aggregate = {
  measure: 'count',
  direction: 'both',
  within: 5,
  by: ['customer'],
  amount: { min: 8000, max: 9999.99 },
  including: true,
}
const newSenders: Aggregate = {
  measure: 'distinct',
  of: 'counterparty',
  direction: 'in',
  within: 7,
  by: ['customer'],
  including: true,
  newOnly: true,
}
const sentThere: Aggregate = { measure: 'max', direction: 'out', within: 10, by: ['customer', 'counterparty'] }
const customersOf = (key: 'device' | 'ip'): ConditionNode => ({
  left: {
    aggregate: { measure: 'distinct', of: 'customer', direction: 'both', within: 7, by: [key], including: true },
  },
  is: 'gte',
  right: { value: 3 },
})

function rule(name: string, description: string, conditions: ConditionNode): Omit<RuleBody, 'platform'> {
  const { type, action, trigger_event } = RULE_DEFAULTS
  return { name, description, type, criteria: {}, options: { action, trigger_event, conditions } }
}

export const FACT_RULES = {
  justBelow: rule(
    'Just below the threshold, in five days',
    'Three payments or more of 8,000 to 9,999.99 within five days: the reporting threshold is 10,000.',
    {
      all: [
        amount('gte', 8000),
        amount('lt', 10_000),
        { left: { aggregate: nearThreshold }, is: 'gte', right: { value: 3 } },
      ],
    },
  ),
  passedOn: rule('Most of it passed on', 'Of 5,000 or more that came in, 80 % left within 48 hours after it came.', {
    type: 'transit_transaction',
    criterion: { amount: '5000', percentTransactions: 80, period: 2 },
  }),
  dormant: rule(
    'Dormant, then large',
    'A payment of 5,000 or more after 180 days without any, from a customer of at least as long.',
    {
      all: [
        amount('gte', 5000),
        { left: { aggregate: { measure: 'count', direction: 'both', within: 180, by: ['customer'] } }, is: 'isNew' },
        { left: { fact: 'customer.relationship' }, is: 'gte', right: { value: 180 } },
      ],
    },
  ),
  fanIn: rule('Many new senders', 'Four senders or more within a week who had sent nothing in the year before.', {
    all: [isIncoming, { left: { aggregate: newSenders }, is: 'gte', right: { value: 4 } }],
  }),
  roundTrip: rule(
    'Round trip',
    'Of 2,000 or more, 90 to 100 % of a payment was returned by the same counterparty within ten days.',
    {
      all: [
        isIncoming,
        amount('gte', 2000),
        { left: { field: 'transactionUsdAmount' }, is: 'gte', right: { aggregate: sentThere, times: 0.9 } },
        { left: { field: 'transactionUsdAmount' }, is: 'lte', right: { aggregate: sentThere } },
      ],
    },
  ),
  riskyCountry: rule(
    'Country at risk, large or new',
    'To or from a country at risk: 3,000 or more (1,000 at high risk), or a counterparty without an earlier payment.',
    {
      all: [
        { left: { field: 'counterPartyCountry' }, is: 'in', right: ['AF', 'IR', 'KP', 'MM', 'SY', 'YE'] },
        {
          any: [
            { left: { field: 'transactionUsdAmount' }, is: 'gte', right: { byRisk: { high: 1000, else: 3000 } } },
            { left: { fact: 'counterparty.earlier' }, is: 'isNew' },
          ],
        },
      ],
    },
  ),
  sharedOrigin: rule(
    'One device or address, several customers',
    'Three customers or more from one device or IP address within a week.',
    { any: [customersOf('device'), customersOf('ip')] },
  ),
  aboveDeclared: rule(
    'Three times what was declared',
    'More than 300 % of the declared monthly amount came in, or went out, by a payment of 500 or more.',
    {
      all: [
        amount('gte', 500),
        {
          any: [
            { all: [isIncoming, { left: { fact: 'activity.incomingRatio' }, is: 'gt', right: { value: 3 } }] },
            {
              all: [
                { all: [isIncoming], not: true },
                { left: { fact: 'activity.outgoingRatio' }, is: 'gt', right: { value: 3 } },
              ],
            },
          ],
        },
      ],
    },
  ),
} as const satisfies Record<string, Omit<RuleBody, 'platform'>>
