/**
 * A value that only just meets its rule meets the threshold that is shown beside it: "≥" if the limit itself is enough.
 */
import { expect, test } from 'vitest'
import { thresholdText } from '#contract/model/rules/threshold.ts'
import type { RuleTypeDefinition, Saw } from '#server/monitoring/rule-type.ts'
import { accountVelocity } from './account-velocity.ts'
import { limitTransaction } from './limit-transaction.ts'
import { multipleSenders } from './multiple-senders.ts'
import { significantDeposit } from './significant-deposit.ts'
import { substantialIncrease } from './substantial-increase.ts'
import { summaryAmountTransaction } from './summary-amount-transaction.ts'
import { thresholdBreakdown } from './threshold-breakdown.ts'
import { transitTransaction } from './transit-transaction.ts'

test.each<[RuleTypeDefinition, object, Saw]>([
  [limitTransaction, { limit: '10000' }, { cents: 1_000_000 }],
  [summaryAmountTransaction, { total: '25000', period: 1 }, { cents: 2_500_000, count: 2 }],
  [thresholdBreakdown, { limit: '10000', repeatedCount: 2, period: 1 }, { cents: 1_000_000, count: 2 }],
  [significantDeposit, { amount: '3000', ratio: 5, period: 90 }, { cents: 300_000, average: 60_000 }],
  [substantialIncrease, { amount: '3000', ratio: 5, period: 30 }, { cents: 300_000, average: 60_000 }],
  [transitTransaction, { amount: '3000', percentTransactions: 90, period: 1 }, { in: 300_000, out: 270_000 }],
  [accountVelocity, { maxTransactions: 10, period: 1 }, { count: 11 }],
  [multipleSenders, { maxSenders: 5, period: 1 }, { count: 6, cents: 100_000 }],
])('$type', (type, criterion, saw) => {
  expect(type.meets(criterion, saw)).toBe(true)
  const compared = type
    .compile(criterion)
    .explain(saw)
    .facts.flatMap(({ saw: value, allows }) => {
      const [, operator, limit] = /^threshold ([≥>]) ([\d.]+)$/.exec(allows === null ? '' : thresholdText(allows)) ?? []
      return operator ? [{ value: Number(value), operator, limit: Number(limit) }] : []
    })
  expect(compared).not.toEqual([])
  for (const { value, operator, limit } of compared)
    expect(operator === '≥' ? value >= limit : value > limit, `${value} ${operator} ${limit}`).toBe(true)
})
