/** What conditions of rules can name beside fields: facts, and the keys by which payments are summed up. */
import type { FactId } from '#contract/model/facts/facts.ts'

/** Facts that a rule can compare, and whether they need a payment or a customer alone. */
export const CONDITION_FACTS = {
  'amount.usd': 'transaction',
  'amount.percentile': 'transaction',
  'amount.zScore': 'transaction',
  'amount.sample': 'transaction',
  'activity.incomingActual': 'customer',
  'activity.incomingDeclared': 'customer',
  'activity.incomingRatio': 'customer',
  'activity.incomingMonthsOver': 'customer',
  'activity.outgoingActual': 'customer',
  'activity.outgoingDeclared': 'customer',
  'activity.outgoingRatio': 'customer',
  'activity.outgoingMonthsOver': 'customer',
  'counterparty.earlier': 'transaction',
  'counterparty.country': 'transaction',
  'counterpartyCountry.earlier': 'transaction',
  'device.earlier': 'transaction',
  'ip.earlier': 'transaction',
  'ipCountry.earlier': 'transaction',
  'customer.openAlerts': 'customer',
  'customer.openCases': 'customer',
  'customer.strs': 'customer',
  'customer.risk': 'customer',
  'customer.pep': 'customer',
  'customer.occupation': 'customer',
  'customer.country': 'customer',
  'customer.relationship': 'customer',
  'sanctions.open': 'customer',
  'sanctions.confirmed': 'customer',
  'sanctions.screened': 'customer',
  'kyc.status': 'customer',
  'kyc.age': 'customer',
  'documents.onFile': 'customer',
} as const satisfies Partial<Record<FactId, 'transaction' | 'customer'>>

export type ConditionFactId = keyof typeof CONDITION_FACTS
export const CONDITION_FACT_IDS = Object.keys(CONDITION_FACTS) as [ConditionFactId, ...ConditionFactId[]]

export const AGGREGATE_KEYS = [
  'customer',
  'counterparty',
  'counterpartyCountry',
  'country',
  'ip',
  'device',
  'card',
  'service',
] as const
export type AggregateKey = (typeof AGGREGATE_KEYS)[number]

/** Without `customer`, one of these: payments of the whole platform are found by them. */
export const KEYS_ACROSS: readonly AggregateKey[] = ['counterparty', 'ip', 'device', 'card']
