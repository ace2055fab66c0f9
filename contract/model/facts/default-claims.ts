/** Claims of the built-in templates, known to both sides, so that the window need not send them. */
import type { Claim } from './claims.ts'

const noMatch: readonly Claim[] = [
  { sentence: 'No sanctions match is confirmed', fact: 'sanctions.confirmed', is: 'eq', value: 0 },
  { sentence: 'No sanctions match waits for review', fact: 'sanctions.open', is: 'eq', value: 0 },
]
const declared: Claim = {
  sentence: 'The activity of the month is within what the customer declared',
  fact: 'activity.ratio',
  is: 'lte',
  value: 1,
}
const fits: readonly Claim[] = [
  declared,
  {
    sentence: 'The amount is within the usual range of the customer’s own payments',
    fact: 'amount.percentile',
    is: 'lte',
    value: 95,
  },
  { sentence: 'The amount is no outlier among them', fact: 'amount.zScore', is: 'lt', value: 3 },
  ...noMatch,
]
const duplicate: Claim = {
  sentence: 'An earlier alert of this rule on this customer was decided',
  fact: 'precedent.customer',
  is: 'gte',
  value: 1,
  isRequired: true,
}
const documents: Claim = {
  sentence: 'Documents of the customer are on file',
  fact: 'documents.onFile',
  is: 'gte',
  value: 1,
  isRequired: true,
}
const reviewed: Claim = {
  sentence: 'Alerts of this rule on this customer were closed without an STR',
  fact: 'precedent.customerCleared',
  is: 'gte',
  value: 1,
  isRequired: true,
}
const broad: readonly Claim[] = [
  {
    sentence: 'Alerts of this rule with a similar amount and risk were closed without an STR',
    fact: 'precedent.alikeCleared',
    is: 'gte',
    value: 1,
    isRequired: true,
  },
  { sentence: 'None of them led to an STR', fact: 'precedent.alikeStrs', is: 'eq', value: 0 },
]
const allowlisted: Claim = {
  sentence: 'An allowlist covers the alert',
  fact: 'allowlist.covering',
  is: 'gte',
  value: 1,
  isRequired: true,
}

/** By template id; templates that are absent make no claims. */
export const BUILT_IN_CLAIMS: Readonly<Record<string, readonly Claim[]>> = {
  'fits-profile': fits,
  duplicate: [duplicate],
  documents: [documents],
  reviewed: [reviewed],
  'rule-too-broad': broad,
  allowlisted: [allowlisted],
  monitor: noMatch,
  'account-expected': [declared, ...noMatch],
  'account-duplicate': [duplicate],
  'account-documents': [documents],
  'account-reviewed': [reviewed],
  'account-rule': broad,
  'account-monitor': noMatch,
}
