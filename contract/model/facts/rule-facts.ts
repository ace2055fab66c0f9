/** The facts that the closing of an alert has to address, by the type of its rule. */
import { CONDITIONS_TYPE, type RuleType } from '#contract/model/values.ts'
import type { Claim } from './claims.ts'
import type { FactId } from './facts.ts'

const ACTIVITY = ['activity.incomingRatio', 'activity.outgoingRatio'] as const
const ORIGIN = ['ipCountry.earlier', 'ip.earlier'] as const

/**
 * `rule.measured` is what was found itself, such as the matched keyword: no figure shows that it is harmless, so that a
 * person writes it.
 */
export const RULE_FACTS: Readonly<Record<RuleType | typeof CONDITIONS_TYPE, readonly FactId[]>> = {
  limit_transaction: ['amount.percentile'],
  permission_transaction: ['rule.measured'],
  significant_deposit: ['amount.percentile', 'activity.incomingRatio'],
  account_velocity: ACTIVITY,
  prohibited_keyword: ['rule.measured'],
  bank_identification: ['counterparty.earlier'],
  transit_transaction: ACTIVITY,
  ip_prohibited_country: ['counterpartyCountry.earlier', 'ipCountry.earlier'],
  ip_different_from_account: ORIGIN,
  high_risk_transactionality: ['counterpartyCountry.earlier', 'ipCountry.earlier'],
  summary_amount_transaction: ACTIVITY,
  high_disputes: ['rule.measured'],
  multi_parties_address: ['rule.measured'],
  multiple_senders: ['activity.incomingRatio', 'counterparty.earlier'],
  repeated_transaction: ['counterparty.earlier', ...ACTIVITY],
  substantial_increase: ACTIVITY,
  threshold_breakdown: ACTIVITY,
  infolaft_sanction: ['sanctions.open', 'sanctions.confirmed'],
  CrossCountryAtmUsage: ['ipCountry.earlier'],
  CardActivationIpMismatch: ORIGIN,
  [CONDITIONS_TYPE]: ['rule.measured'],
}

/** The facts that a closing speaks to on an alert of this type; none of an unknown type. */
export const factsOfRule = (ruleType: string | undefined): readonly FactId[] =>
  Object.hasOwn(RULE_FACTS, ruleType ?? '') ? RULE_FACTS[ruleType as RuleType] : []

/** Claims on these facts are about the alert itself, whatever its rule. */
const ABOUT_ANY_RULE: ReadonlySet<FactId> = new Set(['duplicate.shared', 'allowlist.covering'])

/** The facts of its rule that the claims of a closing pass over: a person has to write of them. */
export function gapsOf(claims: readonly Pick<Claim, 'fact'>[], ruleType: string | undefined): readonly FactId[] {
  const cited = new Set(claims.map(({ fact }) => fact))
  if ([...cited].some((fact) => ABOUT_ANY_RULE.has(fact))) return []
  return factsOfRule(ruleType).filter((fact) => !cited.has(fact))
}

/** Facts that have to be read before any alert is closed without a report. */
const ALWAYS: readonly FactId[] = ['sanctions.open', 'sanctions.confirmed', 'customer.strs']

/** The facts that a closing without a report rests on: those of its rule, and of screening and reports. */
export const closingFacts = (ruleType: string | undefined): readonly FactId[] => [
  ...new Set([...ALWAYS, ...factsOfRule(ruleType)]),
]
