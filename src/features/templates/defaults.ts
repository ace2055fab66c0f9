/** The templates and macros everybody starts with. Keys stay where they are: a hand learns them. */
import type { AlertKind, ClosingUse, MacroKey, TemplateUse, TemplateValue } from '#contract/model/template.ts'
import type { Reason } from '#contract/model/values.ts'

/** A template by the name that macros and sent notes know it by. */
export interface Template extends TemplateValue {
  id: string
}

/** One key of the strip: what happens to the alert, why, and which template says so. */
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

const template = (id: string, title: string, words: string, use: TemplateUse, reason?: Reason): Template => ({
  id,
  revision: 1,
  title,
  gist: words,
  body: `${use.startsWith('account') ? seenOnAccount : seen} ${words} ${signed}`,
  use,
  ...(reason && { reason }),
  ruleTypes: [],
  evidence: [],
})

export const DEFAULT_TEMPLATES: readonly Template[] = [
  template(
    'fits-profile',
    'False positive: fits profile',
    'Amount, service and counterparty fit the declared activity and the last twelve months; no other indicator. Closed as a false positive.',
    'resolve',
    'FP_EXPECTED',
  ),
  template(
    'duplicate',
    'False positive: duplicate',
    'The same activity is already under review in an earlier alert; nothing new here. Closed as a duplicate.',
    'resolve',
    'FP_DUPLICATE',
  ),
  template(
    'documents',
    'Explained by documents',
    'Documents on file explain the purpose and the source of the funds. No suspicion remains. Closed.',
    'resolve',
    'EXPLAINED_DOCS',
  ),
  template(
    'reviewed',
    'Previously reviewed',
    'The pattern was reviewed before for this customer and has not changed since. Closed on the earlier finding.',
    'resolve',
    'PREV_REVIEWED',
  ),
  template(
    'data-error',
    'False positive: data',
    'The fields the rule relied on are wrong or incomplete, and corrected they do not meet it. Closed as a data error.',
    'resolve',
    'FP_DATA',
  ),
  template(
    'rule-too-broad',
    'False positive: rule too broad',
    'The activity is ordinary for this kind of customer and the rule does not tell it apart. Closed; rule owner to be told.',
    'resolve',
    'FP_RULE',
  ),
  template(
    'allowlisted',
    'False positive: allowlisted',
    'The counterparty is on the allowlist for this rule and the terms are met. Closed.',
    'resolve',
    'FP_ALLOWLISTED',
  ),
  template(
    'monitor',
    'Monitor',
    'Unusual but explainable on what is known now; no grounds to suspect. Closed, customer kept under watch.',
    'resolve',
    'MONITOR',
  ),
  template(
    'reject',
    'Reject',
    'The transaction does not meet policy and is not to go ahead. Alert rejected.',
    'reject',
    'REJECT_TXN',
  ),
  template(
    'account-expected',
    'Account: fits what is known',
    'The change fits what the customer told us and what is on file; the risk rating stands. Closed as a false positive.',
    'account',
    'FP_EXPECTED',
  ),
  template(
    'account-duplicate',
    'Account: duplicate',
    'The same change is under review in another alert on this customer; nothing new here. Closed as a duplicate.',
    'account',
    'FP_DUPLICATE',
  ),
  template(
    'account-documents',
    'Account: explained by documents',
    'Identity, address and ownership documents on file explain the change. No suspicion remains. Closed.',
    'account',
    'EXPLAINED_DOCS',
  ),
  template(
    'account-reviewed',
    'Account: reviewed before',
    'The same was reviewed before for this customer, and the profile has not changed since. Closed on the earlier finding.',
    'account',
    'PREV_REVIEWED',
  ),
  template(
    'account-data',
    'Account: data',
    'The profile data the rule relied on are wrong or incomplete, and corrected they do not meet it. Closed as a data error.',
    'account',
    'FP_DATA',
  ),
  template(
    'account-rule',
    'Account: rule too broad',
    'The change is ordinary for this kind of customer and the rule does not tell it apart. Closed; rule owner to be told.',
    'account',
    'FP_RULE',
  ),
  template(
    'account-monitor',
    'Account: monitor',
    'Unusual but explainable on what is known now; no grounds to suspect. Closed, customer kept under watch.',
    'account',
    'MONITOR',
  ),
  template(
    'account-sar',
    'Account: SAR',
    'Neither the profile nor the documents explain the change: reasonable grounds to suspect. Closed with a SAR.',
    'account-sar',
    'STR_PROCEED',
  ),
  // grounds for a recommendation on a whole case
  template(
    'str-grounds',
    'Grounds to suspect',
    'Activity does not fit what is known of the customer, and neither documents nor history explain it: reasonable grounds to suspect. Recommended for filing.',
    'proceed',
  ),
  template(
    'no-grounds',
    'No grounds to suspect',
    'All alerts are explained; profile, counterparties and history give no grounds to suspect. No report recommended.',
    'no-str',
  ),
]

const macro = (key: MacroKey, templateId: string, title: string): Macro => {
  const { use, reason } = DEFAULT_TEMPLATES.find(({ id }) => id === templateId)!
  return { key, title, act: use as ClosingUse, reason, templateId }
}

/** What the digits of triage do, by the kind of alert in front. */
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
    macro('7', 'account-monitor', 'Monitor'),
    macro('9', 'account-sar', 'SAR'),
  ],
}
