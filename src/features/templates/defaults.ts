/** The templates and macros everybody starts with. Keys stay where they are: a hand learns them. */
import { BUILT_IN_REVISION } from '#contract/model/templates/template-ref.ts'
import type { AlertKind, ClosingUse, MacroKey, TemplateUse } from '#contract/model/templates/template.ts'
import type { TemplateValue } from '#contract/model/templates/template-value.ts'
import type { Reason } from '#contract/model/values.ts'

/** A template by the name that macros and sent notes know it by. */
export interface Template extends TemplateValue {
  id: string
}

/** A key of the strip: disposition, reason, and template. */
export interface Macro {
  key: MacroKey
  title: string
  act: ClosingUse
  reason: Reason | undefined
  templateId: string
}

const seen =
  '{{alert.ruleName}} fired on {{case.id}}: {{service}} {{direction}} of {{amount}} on {{date}}, {{customer.name}} and {{counterparty.name}}. Seen: {{alert.facts}}.'
const signed = 'Reviewed by {{me.initials}} on {{today}}.'

/** The same of an alert on an account, which has no transaction. */
const seenOnAccount =
  '{{alert.ruleName}} fired on {{customer.name}} ({{customer.id}}) on {{date}}. Seen: {{alert.facts}}.'

/** Its claims are known by its id: `contract/model/facts/default-claims.ts`, which is not in the first load. */
const CLAIMING = '{{claims}}'

interface Wording {
  /** It makes claims: proven facts are shown before the decision. */
  isProven?: boolean
  /** The user's own text, in a separate paragraph. */
  asks?: string
}

/**
 * A built-in text cites the row's values, proven facts and the decision only, and asks for what only a person knows.
 */
const template = (
  id: string,
  title: string,
  words: string,
  use: TemplateUse,
  reason?: Reason,
  { isProven = false, asks }: Wording = {},
): Template => ({
  id,
  revision: BUILT_IN_REVISION,
  title,
  gist: words,
  body: `${use.startsWith('account') ? seenOnAccount : seen} ${isProven ? `${CLAIMING} ` : ''}${words} ${signed}${asks ? `\n\n{{?${asks}}}` : ''}`,
  use,
  ...(reason && { reason }),
  ruleTypes: [],
  evidence: [],
})

/** The template that closes a case without an STR. */
export const NO_GROUNDS = 'no-grounds'

const proven = { isProven: true }
const explained = { isProven: true, asks: 'which document explains it, and how' }
const faulty = { isProven: true, asks: 'what is wrong in the data, and what is right' }
/** A case asks for the day of its review beside it. */
const watched = { isProven: true, asks: 'what is watched, and by whom' }
const watchedUntil = { isProven: true, asks: 'what is watched, by whom, and until when' }
const against = { asks: 'which policy, and what does not meet it' }
const closed = {
  expected: 'Closed as a false positive: expected activity.',
  duplicate: 'Closed as a duplicate of an earlier alert.',
  documents: 'Closed as explained by documents.',
  reviewed: 'Closed as reviewed before.',
  data: 'Closed as a false positive: wrong or incomplete data.',
  rule: 'Closed as a false positive: the rule is too broad.',
  allowlisted: 'Closed as a false positive: allowlisted.',
  monitor: 'Closed; to be watched as said below.',
}

export const DEFAULT_TEMPLATES: readonly Template[] = [
  template('fits-profile', 'False positive: fits profile', closed.expected, 'resolve', 'FP_EXPECTED', proven),
  template('duplicate', 'False positive: duplicate', closed.duplicate, 'resolve', 'FP_DUPLICATE', proven),
  template('documents', 'Explained by documents', closed.documents, 'resolve', 'EXPLAINED_DOCS', explained),
  template('reviewed', 'Previously reviewed', closed.reviewed, 'resolve', 'PREV_REVIEWED', proven),
  template('data-error', 'False positive: data', closed.data, 'resolve', 'FP_DATA', faulty),
  template('rule-too-broad', 'False positive: rule too broad', closed.rule, 'resolve', 'FP_RULE', proven),
  template('allowlisted', 'False positive: allowlisted', closed.allowlisted, 'resolve', 'FP_ALLOWLISTED', proven),
  template('monitor', 'Monitor', closed.monitor, 'resolve', 'MONITOR', watched),
  template(
    'reject',
    'Reject',
    'Alert rejected: the transaction does not meet policy.',
    'reject',
    'REJECT_TXN',
    against,
  ),
  template('account-expected', 'Account: fits what is known', closed.expected, 'account', 'FP_EXPECTED', proven),
  template('account-duplicate', 'Account: duplicate', closed.duplicate, 'account', 'FP_DUPLICATE', proven),
  template(
    'account-documents',
    'Account: explained by documents',
    closed.documents,
    'account',
    'EXPLAINED_DOCS',
    explained,
  ),
  template('account-reviewed', 'Account: reviewed before', closed.reviewed, 'account', 'PREV_REVIEWED', proven),
  template('account-data', 'Account: data', closed.data, 'account', 'FP_DATA', faulty),
  template('account-rule', 'Account: rule too broad', closed.rule, 'account', 'FP_RULE', proven),
  template('account-monitor', 'Account: monitor', closed.monitor, 'account', 'MONITOR', watchedUntil),
  template(
    'account-sar',
    'Account: SAR',
    'Reasonable grounds to suspect. Closed with a SAR.',
    'account-sar',
    'STR_PROCEED',
  ),
  // grounds for a recommendation on a whole case
  template(
    'str-grounds',
    'Suspicious: grounds to suspect',
    'Reasonable grounds to suspect. Recommended for an STR.',
    'proceed',
  ),
  template(
    NO_GROUNDS,
    'No grounds to suspect',
    'No STR is recommended on {{case.id}}. Alerts: {{case.alerts}}.',
    'no-str',
  ),
]

const macro = (key: MacroKey, templateId: string, title: string): Macro => {
  const { use, reason } = DEFAULT_TEMPLATES.find(({ id }) => id === templateId)!
  return { key, title, act: use as ClosingUse, reason, templateId }
}

/**
 * The defaults of triage digits, by kind of alert. A digit has the same meaning on every kind: 7, an allow list, and 9,
 * a rejection, do nothing on an account. Suspicion has a letter.
 */
export const DEFAULT_MACROS: Record<AlertKind, readonly Macro[]> = {
  transaction: [
    macro('1', 'fits-profile', 'Fits profile'),
    macro('2', 'duplicate', 'Duplicate'),
    macro('3', 'documents', 'Documents'),
    macro('4', 'reviewed', 'Reviewed before'),
    macro('5', 'data-error', 'Data error'),
    macro('6', 'rule-too-broad', 'Rule too broad'),
    macro('7', 'allowlisted', 'Allowlisted'),
    macro('8', 'monitor', 'Monitor'),
    macro('9', 'reject', 'Reject'),
  ],
  account: [
    macro('1', 'account-expected', 'Fits profile'),
    macro('2', 'account-duplicate', 'Duplicate'),
    macro('3', 'account-documents', 'Documents'),
    macro('4', 'account-reviewed', 'Reviewed before'),
    macro('5', 'account-data', 'Data error'),
    macro('6', 'account-rule', 'Rule too broad'),
    macro('8', 'account-monitor', 'Monitor'),
  ],
}
