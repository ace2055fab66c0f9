/** The facts of an alert in order: those of its rule come first. Pure. */
import { FACTS, type FactId } from '#contract/model/facts/facts.ts'

export const GROUPS = {
  payments: { title: 'Triggering transactions', facts: ['rule.transactions'] },
  rule: { title: 'What the rule found', facts: ['rule.measured', 'alert.steps'] },
  amount: {
    title: 'Amount vs the customer’s payments',
    facts: ['amount.percentile', 'amount.zScore', 'amount.sample'],
  },
  activity: {
    title: 'Declared and actual, 12 months, USD',
    facts: [
      'activity.incomingActual',
      'activity.incomingDeclared',
      'activity.incomingRatio',
      'activity.incomingMonthsOver',
      'activity.outgoingActual',
      'activity.outgoingDeclared',
      'activity.outgoingRatio',
      'activity.outgoingMonthsOver',
    ],
  },
  origin: {
    title: 'Counterparty and origin',
    facts: [
      'counterparty.earlier',
      'counterparty.country',
      'counterpartyCountry.earlier',
      'ipCountry.earlier',
      'ip.earlier',
      'device.earlier',
      'transaction.purpose',
    ],
  },
  customer: {
    title: 'Customer',
    facts: [
      'customer.occupation',
      'customer.country',
      'customer.relationship',
      'kyc.status',
      'kyc.age',
      'customer.risk',
      'documents.onFile',
    ],
  },
  screening: {
    title: 'Screening',
    facts: ['alert.match', 'sanctions.open', 'sanctions.confirmed', 'sanctions.screened', 'customer.pep'],
  },
  precedent: {
    title: 'Precedents',
    facts: ['duplicate.shared', 'duplicate.strs', 'precedent.customer', 'precedent.alike'],
  },
  work: {
    title: 'Other alerts, cases and reports',
    facts: ['customer.openAlerts', 'customer.openCases', 'customer.strs'],
  },
} as const satisfies Record<string, { title: string; facts: readonly FactId[] }>
export type Group = keyof typeof GROUPS

/** Short labels below a group's title; the full label is the tooltip. */
const SHORT: Partial<Record<FactId, string>> = {
  'amount.percentile': 'Percentile',
  'amount.zScore': 'z-score',
  'amount.sample': 'Payments compared',
  'activity.incomingDeclared': 'Incoming declared',
  'activity.incomingRatio': 'Incoming to declared',
  'activity.incomingMonthsOver': 'Months above, incoming',
  'activity.outgoingDeclared': 'Outgoing declared',
  'activity.outgoingRatio': 'Outgoing to declared',
  'activity.outgoingMonthsOver': 'Months above, outgoing',
  'alert.steps': 'Steps outstanding',
  'duplicate.shared': 'Same transactions, decided',
  'duplicate.strs': 'Same transactions, with STR',
  'counterparty.earlier': 'Prior payments with counterparty',
  'counterparty.country': 'Counterparty country',
  'counterpartyCountry.earlier': 'Prior payments with country',
  'ipCountry.earlier': 'Prior from IP country',
  'ip.earlier': 'Prior from IP address',
  'device.earlier': 'Prior from device',
  'customer.occupation': 'Occupation',
  'customer.country': 'Country',
  'customer.relationship': 'Relationship',
  'documents.onFile': 'Documents',
  'alert.match': 'Rests on an open match',
  'sanctions.open': 'Potential matches',
  'sanctions.confirmed': 'Confirmed matches',
  'customer.pep': 'PEP',
  'precedent.customer': 'Same rule and customer',
  'precedent.alike': 'Same rule, similar amount',
  'customer.openAlerts': 'Other open alerts',
  'customer.openCases': 'Other open cases',
  'customer.strs': 'STRs and SARs',
}

export function shortLabel(id: FactId): string {
  return SHORT[id] ?? FACTS[id].label
}

const AMOUNT: readonly Group[] = [
  'payments',
  'amount',
  'activity',
  'origin',
  'customer',
  'precedent',
  'work',
  'screening',
  'rule',
]
const PATTERN: readonly Group[] = [
  'payments',
  'activity',
  'amount',
  'origin',
  'customer',
  'precedent',
  'work',
  'screening',
  'rule',
]
const GEOGRAPHY: readonly Group[] = [
  'origin',
  'payments',
  'screening',
  'customer',
  'activity',
  'amount',
  'precedent',
  'work',
  'rule',
]
const NAME: readonly Group[] = [
  'screening',
  'customer',
  'origin',
  'precedent',
  'work',
  'payments',
  'activity',
  'amount',
  'rule',
]
const TEXT: readonly Group[] = [
  'rule',
  'origin',
  'payments',
  'amount',
  'customer',
  'activity',
  'precedent',
  'work',
  'screening',
]
const CONDUCT: readonly Group[] = [
  'customer',
  'activity',
  'payments',
  'precedent',
  'work',
  'origin',
  'amount',
  'screening',
  'rule',
]

const ORDERS: Readonly<Record<string, readonly Group[]>> = {
  account_velocity: PATTERN,
  repeated_transaction: PATTERN,
  transit_transaction: PATTERN,
  multiple_senders: PATTERN,
  substantial_increase: PATTERN,
  ip_prohibited_country: GEOGRAPHY,
  ip_different_from_account: GEOGRAPHY,
  high_risk_transactionality: GEOGRAPHY,
  CrossCountryAtmUsage: GEOGRAPHY,
  CardActivationIpMismatch: GEOGRAPHY,
  infolaft_sanction: NAME,
  prohibited_keyword: TEXT,
  bank_identification: TEXT,
  permission_transaction: CONDUCT,
  multi_parties_address: CONDUCT,
  high_disputes: CONDUCT,
}

/** The groups of a rule's type, the most telling first; those about amounts where the type is not known. */
export function groupsOf(ruleType: string | undefined): readonly Group[] {
  return ORDERS[ruleType ?? ''] ?? AMOUNT
}
