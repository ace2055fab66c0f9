/** The rule types that are built, by name. */
import type { RuleTypeDefinition } from '#server/monitoring/rule-type.ts'
import { accountVelocity } from './account-velocity.ts'
import { ipProhibitedCountry } from './ip-prohibited-country.ts'
import { limitTransaction } from './limit-transaction.ts'
import { multipleSenders } from './multiple-senders.ts'
import { prohibitedKeyword } from './prohibited-keyword.ts'
import { repeatedTransaction } from './repeated-transaction.ts'
import { significantDeposit } from './significant-deposit.ts'
import { substantialIncrease } from './substantial-increase.ts'
import { summaryAmountTransaction } from './summary-amount-transaction.ts'
import { thresholdBreakdown } from './threshold-breakdown.ts'
import { transitTransaction } from './transit-transaction.ts'

const types = [
  limitTransaction,
  significantDeposit,
  accountVelocity,
  prohibitedKeyword,
  transitTransaction,
  ipProhibitedCountry,
  summaryAmountTransaction,
  multipleSenders,
  repeatedTransaction,
  substantialIncrease,
  thresholdBreakdown,
]

/** Every rule type that can be compiled, by its name on the wire. */
export const RULE_TYPE_DEFINITIONS: ReadonlyMap<string, RuleTypeDefinition> = new Map(types.map((t) => [t.type, t]))
