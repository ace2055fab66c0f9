/** The rule types, by name: what each takes, where it applies, and its detector. */
import type { RuleField, RuleInfo } from '#contract/model/rules/rule.ts'
import { RULE_AREAS, RULE_TYPES, type RuleArea } from '#contract/model/values.ts'
import { rangeOf, type Field, type RuleSubject, type RuleTypeDefinition } from '#server/monitoring/rule-type.ts'
import { accountVelocity } from './account-velocity.ts'
import { bankIdentification } from './bank-identification.ts'
import { cardActivationIpMismatch } from './card-activation-ip-mismatch.ts'
import { crossCountryAtmUsage } from './cross-country-atm-usage.ts'
import { highDisputes } from './high-disputes.ts'
import { highRiskTransactionality } from './high-risk-transactionality.ts'
import { infolaftSanction } from './infolaft-sanction.ts'
import { ipDifferentFromAccount } from './ip-different-from-account.ts'
import { ipProhibitedCountry } from './ip-prohibited-country.ts'
import { limitTransaction } from './limit-transaction.ts'
import { multiPartiesAddress } from './multi-parties-address.ts'
import { multipleSenders } from './multiple-senders.ts'
import { permissionTransaction } from './permission-transaction.ts'
import { prohibitedKeyword } from './prohibited-keyword.ts'
import { repeatedTransaction } from './repeated-transaction.ts'
import { significantDeposit } from './significant-deposit.ts'
import { substantialIncrease } from './substantial-increase.ts'
import { summaryAmountTransaction } from './summary-amount-transaction.ts'
import { thresholdBreakdown } from './threshold-breakdown.ts'
import { transitTransaction } from './transit-transaction.ts'

const types: readonly RuleTypeDefinition[] = [
  limitTransaction,
  permissionTransaction,
  significantDeposit,
  accountVelocity,
  prohibitedKeyword,
  bankIdentification,
  transitTransaction,
  ipProhibitedCountry,
  ipDifferentFromAccount,
  highRiskTransactionality,
  summaryAmountTransaction,
  highDisputes,
  multiPartiesAddress,
  multipleSenders,
  repeatedTransaction,
  substantialIncrease,
  thresholdBreakdown,
  infolaftSanction,
  crossCountryAtmUsage,
  cardActivationIpMismatch,
]

/** Every rule type, by its name on the wire. */
export const RULE_TYPE_DEFINITIONS: ReadonlyMap<string, RuleTypeDefinition> = new Map(types.map((t) => [t.type, t]))

/** The areas of a type, by its subject: a schedule uses periods, a customer change the customer. */
const AREAS: Record<RuleSubject, readonly RuleArea[]> = {
  transaction: ['transaction'],
  period: ['transaction', 'schedule'],
  customer: RULE_AREAS,
}

/** The rule areas of a type. */
export function areasOf(type: string): readonly RuleArea[] {
  return AREAS[RULE_TYPE_DEFINITIONS.get(type)?.appliesTo ?? 'transaction']
}

const OPTIONS: Record<RuleArea, readonly string[]> = {
  transaction: [
    'action',
    'trigger_event',
    'transaction_direction',
    'transaction_services',
    'transaction_filters',
    'auto_reject',
    'auto_reject_note',
  ],
  account: ['trigger_event'],
  schedule: ['schedule', 'transaction_direction', 'transaction_services', 'transaction_filters'],
}
const OPTIONS_OF_ALL = [
  'account_type',
  'random_percent',
  'customer_filters',
  'configSets',
  'zohoTemplates',
  'procedures',
  'triggerInfo',
]

/** The editor's data of an area's types or of one type; undefined for an unknown name. */
export function ruleInfosOf(name: string): RuleInfo[] | undefined {
  const isArea = (RULE_AREAS as readonly string[]).includes(name)
  if (!isArea && !RULE_TYPE_DEFINITIONS.has(name)) return undefined
  return RULE_TYPES.filter((type) => (isArea ? areasOf(type).includes(name as RuleArea) : type === name))
    .flatMap((type) => RULE_TYPE_DEFINITIONS.get(type) ?? [])
    .map((one) => toRuleInfo(one, isArea ? [name as RuleArea] : areasOf(one.type)))
}

function toRuleInfo({ type, label, description, fields }: RuleTypeDefinition, areas: readonly RuleArea[]): RuleInfo {
  const options = [...new Set(areas.flatMap((area) => OPTIONS[area])), ...OPTIONS_OF_ALL]
  return { type, label, description, fields: fields.map(toRuleField), options }
}

function toRuleField(field: Field): RuleField {
  const { name, label, kind, choices, default: initial } = field
  return {
    name,
    label,
    kind: kind === 'count' ? 'number' : kind,
    required: true,
    ...(kind === 'count' && { whole: true }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice })) }),
    ...rangeOf(field),
    default: typeof initial === 'object' ? [...initial] : initial,
  }
}
