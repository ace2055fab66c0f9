/** Facts behind decisions on alerts: computed by the server, shown, asserted by macros, sealed in the audit. */
import * as z from 'zod/mini'
import { stamp } from '#contract/model/common.ts'

/** The label and unit of each fact. */
export const FACTS = {
  'alert.level': { label: 'Alert level', unit: 'text' },
  'alert.match': { label: 'Rests on an open sanctions match', unit: 'flag' },
  'alert.steps': { label: 'Outstanding procedure steps', unit: 'count' },
  'rule.measured': { label: 'What triggered the rule', unit: 'text' },
  'rule.transactions': { label: 'Triggering transactions', unit: 'count' },
  'duplicate.shared': { label: 'Earlier decided alerts on the same triggering transactions', unit: 'count' },
  'duplicate.strs': { label: 'Earlier alerts on the same triggering transactions, with STR', unit: 'count' },
  'amount.usd': { label: 'Amount', unit: 'usd' },
  'amount.percentile': { label: 'Amount, percentile of own payments', unit: 'percent' },
  'amount.zScore': { label: 'Amount, z-score', unit: 'number' },
  'amount.sample': { label: 'Own payments in the same direction, 12 months', unit: 'count' },
  'activity.incomingActual': { label: 'Incoming in the month', unit: 'usd' },
  'activity.incomingDeclared': { label: 'Incoming declared per month', unit: 'usd' },
  'activity.incomingRatio': { label: 'Incoming, actual to declared', unit: 'ratio' },
  'activity.incomingMonthsOver': { label: 'Prior months with more incoming than declared', unit: 'count' },
  'activity.outgoingActual': { label: 'Outgoing in the month', unit: 'usd' },
  'activity.outgoingDeclared': { label: 'Outgoing declared per month', unit: 'usd' },
  'activity.outgoingRatio': { label: 'Outgoing, actual to declared', unit: 'ratio' },
  'activity.outgoingMonthsOver': { label: 'Prior months with more outgoing than declared', unit: 'count' },
  'counterparty.earlier': { label: 'Earlier payments with the counterparty', unit: 'count' },
  'counterparty.country': { label: 'Counterparty country', unit: 'country' },
  'counterpartyCountry.earlier': { label: 'Earlier payments with the counterparty country', unit: 'count' },
  'device.earlier': { label: 'Earlier payments from the device', unit: 'count' },
  'ip.earlier': { label: 'Earlier payments from the IP address', unit: 'count' },
  'ipCountry.earlier': { label: 'Earlier payments from the IP country', unit: 'count' },
  'transaction.purpose': { label: 'Purpose', unit: 'text' },
  'case.openAlerts': { label: 'Open alerts on this case', unit: 'count' },
  'customer.openAlerts': { label: 'Other open alerts of the customer', unit: 'count' },
  'customer.openCases': { label: 'Other open cases of the customer', unit: 'count' },
  'customer.strs': { label: 'STRs and SARs of the customer', unit: 'count' },
  'customer.risk': { label: 'Risk score', unit: 'number' },
  'customer.pep': { label: 'Politically exposed person', unit: 'flag' },
  'sanctions.open': { label: 'Potential sanctions matches to review', unit: 'count' },
  'sanctions.confirmed': { label: 'Confirmed sanctions matches', unit: 'count' },
  'sanctions.screened': { label: 'Last screened', unit: 'date' },
  'kyc.status': { label: 'KYC status', unit: 'text' },
  'kyc.age': { label: 'KYC age', unit: 'days' },
  'customer.occupation': { label: 'Occupation or business', unit: 'text' },
  'customer.country': { label: 'Country of residence or registration', unit: 'country' },
  'customer.relationship': { label: 'Length of relationship', unit: 'days' },
  'documents.onFile': { label: 'Documents on file', unit: 'count' },
  'allowlist.covering': { label: 'Allowlists that cover the alert', unit: 'count' },
  'precedent.customer': { label: 'Prior alerts, same rule and customer', unit: 'count' },
  'precedent.customerCleared': { label: 'Prior alerts, same rule and customer, closed without STR', unit: 'count' },
  'precedent.customerRejected': { label: 'Prior alerts, same rule and customer, rejected', unit: 'count' },
  'precedent.customerStrs': { label: 'Prior alerts, same rule and customer, with STR', unit: 'count' },
  'precedent.alike': { label: 'Prior alerts, same rule, similar amount and risk', unit: 'count' },
  'precedent.alikeCleared': {
    label: 'Prior alerts, same rule, similar amount and risk, closed without STR',
    unit: 'count',
  },
  'precedent.alikeRejected': { label: 'Prior alerts, same rule, similar amount and risk, rejected', unit: 'count' },
  'precedent.alikeStrs': { label: 'Prior alerts, same rule, similar amount and risk, with STR', unit: 'count' },
} as const satisfies Record<string, { label: string; unit: string }>

export type FactId = keyof typeof FACTS
export type FactUnit = (typeof FACTS)[FactId]['unit']
export const FACT_IDS = Object.keys(FACTS) as [FactId, ...FactId[]]

/** The source of a fact, which the window links. */
export const factSource = z.object({
  kind: z.enum(['customer', 'transaction', 'case', 'alert', 'rule', 'allowlist', 'form', 'screening']),
  id: z.string(),
})
export type FactSource = z.infer<typeof factSource>

/** A record behind a fact: a month, a transaction, an alert, a document. Amounts are decimal text in USD. */
export const factItem = z.object({
  source: z.nullable(factSource),
  label: z.string(),
  /** `YYYY-MM-DD`, or `YYYY-MM` for a month. */
  on: z.optional(z.string()),
  status: z.optional(z.string()),
  usd: z.optional(z.string()),
  incoming: z.optional(z.string()),
  outgoing: z.optional(z.string()),
})
export type FactItem = z.infer<typeof factItem>

const common = {
  id: z.enum(FACT_IDS),
  /** The alert it is about; null for what every alert on the account of the case shares. */
  alertId: z.nullable(z.string()),
  source: factSource,
  asOf: stamp,
  /** Changes exactly when state, value, since, sample or items do. */
  version: z.string(),
}

export const fact = z.discriminatedUnion('state', [
  z.object({
    ...common,
    state: z.literal('known'),
    /** Amounts in USD and ratios are numbers here; text, dates (`YYYY-MM-DD`) and country codes are strings. */
    value: z.union([z.number(), z.string(), z.boolean()]),
    /** The first occurrence of the counted value, `YYYY-MM-DD`. */
    since: z.optional(z.string()),
    /** The sample of a statistic: "23 outgoing payments in 12 months". */
    sample: z.optional(z.string()),
    items: z.optional(z.array(factItem)),
  }),
  z.object({ ...common, state: z.literal('unknown'), reason: z.string() }),
])
export type Fact = z.infer<typeof fact>
export type KnownFact = Extract<Fact, { state: 'known' }>

/** The account that facts are about. */
export const factAccount = z.object({ id: z.string(), name: z.string() })
export type FactAccount = z.infer<typeof factAccount>

/** The facts of a case with all its alerts, or of one account alert. */
export const factSheet = z.object({
  subject: z.object({ kind: z.enum(['case', 'alert']), id: z.string() }),
  asOf: stamp,
  /** A digest over the ids and versions of all facts, with which a decision is sealed. */
  version: z.string(),
  /** The revision of its rule under which each alert was raised. */
  ruleRevisions: z.record(z.string(), z.string()),
  /** The account of the case, or of the account alert. */
  account: factAccount,
  /** By alert, the account that it is on, where it is not the one of the case: its facts are about that one. */
  otherAccounts: z.record(z.string(), factAccount),
  facts: z.array(fact),
  /** How old facts may be at a decision, in minutes, with a connection and without one. No part of the version. */
  limits: z.optional(z.object({ minutes: z.number(), offlineMinutes: z.number() })),
  /** From which precedents on a decision that differs is asked about; null where the policy is off. No part of the version. */
  guard: z.optional(z.nullable(z.object({ share: z.number(), least: z.number() }))),
})
export type FactSheet = z.infer<typeof factSheet>

export function findFact(facts: readonly Fact[], id: FactId): Fact | undefined {
  return facts.find((one) => one.id === id)
}
