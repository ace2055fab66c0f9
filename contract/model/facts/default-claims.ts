/** Claims of the built-in templates, known to both sides, so that the window need not send them. */
import type { Claim } from './claims.ts'
import type { FactId } from './facts.ts'
import { factsOfRule } from './rule-facts.ts'

const noMatch: readonly Claim[] = [
  { sentence: 'No sanctions match is confirmed', fact: 'sanctions.confirmed', is: 'eq', value: 0 },
  { sentence: 'No sanctions match waits for review', fact: 'sanctions.open', is: 'eq', value: 0 },
]
const declared: readonly Claim[] = [
  {
    sentence: 'What came in during the month is within what the customer declared',
    fact: 'activity.incomingRatio',
    is: 'lte',
    value: 1,
  },
  {
    sentence: 'What went out during the month is within what the customer declared',
    fact: 'activity.outgoingRatio',
    is: 'lte',
    value: 1,
  },
]
const fits: readonly Claim[] = [
  ...declared,
  {
    sentence: 'The amount is within the usual range of the customer’s own payments',
    fact: 'amount.percentile',
    is: 'lte',
    value: 95,
  },
  { sentence: 'The amount is no outlier among them', fact: 'amount.zScore', is: 'lt', value: 3 },
  ...noMatch,
]
const duplicate: readonly Claim[] = [
  {
    sentence: 'An earlier alert on the same triggering transactions was decided',
    fact: 'duplicate.shared',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  { sentence: 'It led to no STR', fact: 'duplicate.strs', is: 'eq', value: 0 },
  { sentence: 'The customer has no STR or SAR', fact: 'customer.strs', is: 'eq', value: 0 },
  ...noMatch,
]
const documents: readonly Claim[] = [
  {
    sentence: 'Documents of the customer are on file',
    fact: 'documents.onFile',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  ...noMatch,
]
const reviewed: readonly Claim[] = [
  {
    sentence: 'Alerts of this rule on this customer were closed without an STR',
    fact: 'precedent.customerCleared',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  { sentence: 'None of them led to an STR', fact: 'precedent.customerStrs', is: 'eq', value: 0 },
  ...noMatch,
]
const broad: readonly Claim[] = [
  {
    sentence: 'Alerts of this rule with a similar amount and risk were closed without an STR',
    fact: 'precedent.alikeCleared',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  { sentence: 'None of them led to an STR', fact: 'precedent.alikeStrs', is: 'eq', value: 0 },
  ...noMatch,
]
const allowlisted: readonly Claim[] = [
  {
    sentence: 'An allowlist covers the alert',
    fact: 'allowlist.covering',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  ...noMatch,
]

/** By template id; templates that are absent make no claims. */
export const BUILT_IN_CLAIMS: Readonly<Record<string, readonly Claim[]>> = {
  'fits-profile': fits,
  duplicate,
  documents,
  reviewed,
  'data-error': noMatch,
  'rule-too-broad': broad,
  allowlisted,
  monitor: noMatch,
  'account-expected': [...declared, ...noMatch],
  'account-duplicate': duplicate,
  'account-documents': documents,
  'account-reviewed': reviewed,
  'account-data': noMatch,
  'account-rule': broad,
  'account-monitor': noMatch,
}

/** The claims of “fits the profile” on the facts of a rule, in addition to those on every alert. */
const USUAL: Readonly<Partial<Record<FactId, Claim>>> = {
  'counterparty.earlier': {
    sentence: 'The customer has dealt with the counterparty before',
    fact: 'counterparty.earlier',
    is: 'gte',
    value: 1,
  },
  'counterpartyCountry.earlier': {
    sentence: 'The customer has dealt with the counterparty country before',
    fact: 'counterpartyCountry.earlier',
    is: 'gte',
    value: 1,
  },
  'ipCountry.earlier': {
    sentence: 'The customer has paid from the IP country before',
    fact: 'ipCountry.earlier',
    is: 'gte',
    value: 1,
  },
  'ip.earlier': {
    sentence: 'The customer has paid from the IP address before',
    fact: 'ip.earlier',
    is: 'gte',
    value: 1,
  },
  'amount.percentile': fits[2]!,
}
const SAYS_USUAL: ReadonlySet<string> = new Set(['fits-profile', 'account-expected'])

/**
 * The claims of a template on an alert of this type of rule. “Fits the profile” speaks to the facts of the rule too; a
 * claim on a fact of the rule is required evidence.
 */
export function claimsFor(id: string, claims: readonly Claim[], ruleType: string | undefined): readonly Claim[] {
  const wanted = new Set(factsOfRule(ruleType))
  const cited = new Set(claims.map(({ fact }) => fact))
  const further = SAYS_USUAL.has(id) ? [...wanted].flatMap((fact) => (cited.has(fact) ? [] : (USUAL[fact] ?? []))) : []
  return [...claims, ...further].map((one) => (wanted.has(one.fact) ? { ...one, isRequired: true } : one))
}
