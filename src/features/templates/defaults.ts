/** The templates and macros everybody starts with. Keys stay where they are: a hand learns them. */
import type { MacroKey, TemplateUse, TemplateValue } from '#contract/model/template.ts'
import type { Reason } from '#contract/model/values.ts'

/** A template by the name that macros and sent notes know it by. */
export interface Template extends TemplateValue {
  id: string
}

/** One key of the strip: what happens to the alert, why, and which template says so. */
export interface Macro {
  key: MacroKey
  title: string
  act: 'resolve' | 'reject'
  reason: Reason | undefined
  templateId: string
}

const seen =
  '{{alert.ruleName}} fired on {{case.id}}: {{service}} {{direction}} of {{amount}} on {{date}}, {{customer.name}} and {{counterparty.name}}. Seen: {{alert.facts}}.'
const signed = 'Reviewed by {{me.initials}} on {{today}}.'

const template = (id: string, title: string, words: string, use: TemplateUse, reason?: Reason): Template => ({
  id,
  revision: 1,
  title,
  gist: words,
  body: `${seen} ${words} ${signed}`,
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

export const DEFAULT_MACROS: readonly Macro[] = [
  { key: '1', title: 'Fits profile', act: 'resolve', reason: 'FP_EXPECTED', templateId: 'fits-profile' },
  { key: '2', title: 'Duplicate', act: 'resolve', reason: 'FP_DUPLICATE', templateId: 'duplicate' },
  { key: '3', title: 'Documents', act: 'resolve', reason: 'EXPLAINED_DOCS', templateId: 'documents' },
  { key: '4', title: 'Reviewed before', act: 'resolve', reason: 'PREV_REVIEWED', templateId: 'reviewed' },
  { key: '5', title: 'Data error', act: 'resolve', reason: 'FP_DATA', templateId: 'data-error' },
  { key: '6', title: 'Rule too broad', act: 'resolve', reason: 'FP_RULE', templateId: 'rule-too-broad' },
  { key: '7', title: 'Allowlisted', act: 'resolve', reason: 'FP_ALLOWLISTED', templateId: 'allowlisted' },
  { key: '8', title: 'Monitor', act: 'resolve', reason: 'MONITOR', templateId: 'monitor' },
  { key: '9', title: 'Reject', act: 'reject', reason: 'REJECT_TXN', templateId: 'reject' },
]
