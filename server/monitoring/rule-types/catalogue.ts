/** The rule types, by name: what each takes, where it applies, and the detector of those that run. */
import type { RuleField, RuleInfo } from '#contract/model/rule.ts'
import { RULE_AREAS, RULE_TYPES, type RuleArea } from '#contract/model/values.ts'
import { rangeOf, type Field, type RuleTypeDefinition, type RuleTypeDescription } from '#server/monitoring/rule-type.ts'
import { accountVelocity } from './account-velocity.ts'
import { DESCRIBED } from './described.ts'
import { ipProhibitedCountry } from './ip-prohibited-country.ts'
import { limitTransaction } from './limit-transaction.ts'
import { multipleSenders } from './multiple-senders.ts'
import { prohibitedKeyword } from './prohibited-keyword.ts'
import { repeatedTransaction } from './repeated-transaction.ts'
import { significantDeposit } from './significant-deposit.ts'
import { substantialIncrease } from './substantial-increase.ts'
import { summaryAmountTransaction } from './summary-amount-transaction.ts'
import { thresholdBreakdown } from './threshold-breakdown.ts'
import { transitTransaction } from './transit-transaction.ts'

const types = [
  limitTransaction,
  significantDeposit,
  accountVelocity,
  prohibitedKeyword,
  transitTransaction,
  ipProhibitedCountry,
  summaryAmountTransaction,
  multipleSenders,
  repeatedTransaction,
  substantialIncrease,
  thresholdBreakdown,
]

/** Every rule type that can be compiled, by its name on the wire. */
export const RULE_TYPE_DEFINITIONS: ReadonlyMap<string, RuleTypeDefinition> = new Map(types.map((t) => [t.type, t]))

const descriptions = new Map<string, RuleTypeDescription>([...types, ...DESCRIBED].map((one) => [one.type, one]))

/** A rule type by its name, whether it runs or not. */
export function findRuleType(type: string): RuleTypeDescription | undefined {
  return descriptions.get(type)
}

/** Types that look at a customer rather than at one transaction, where a change of the customer or a schedule asks. */
const ON_ACCOUNTS: ReadonlySet<string> = new Set([
  'permission_transaction',
  'high_risk_transactionality',
  'high_disputes',
  'multi_parties_address',
  'infolaft_sanction',
  'CardActivationIpMismatch',
])
/** Types that look at a whole period, which a schedule can ask for too. */
const ON_PERIODS: ReadonlySet<string> = new Set([
  'account_velocity',
  'summary_amount_transaction',
  'multiple_senders',
  'repeated_transaction',
  'substantial_increase',
  'threshold_breakdown',
  'transit_transaction',
])

/** The areas of rules in which a type may stand. */
export function areasOf(type: string): RuleArea[] {
  if (ON_ACCOUNTS.has(type)) return [...RULE_AREAS]
  return ON_PERIODS.has(type) ? ['transaction', 'schedule'] : ['transaction']
}

const OPTIONS: Record<RuleArea, readonly string[]> = {
  transaction: [
    'action',
    'trigger_event',
    'transaction_direction',
    'transaction_services',
    'auto_reject',
    'auto_reject_note',
  ],
  account: ['trigger_event', 'transaction_direction', 'transaction_services'],
  schedule: ['schedule', 'transaction_direction', 'transaction_services'],
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

/** What the editor needs of an area's types or of one type; undefined for a name that is neither. */
export function ruleInfosOf(name: string): RuleInfo[] | undefined {
  const isArea = (RULE_AREAS as readonly string[]).includes(name)
  if (!isArea && !descriptions.has(name)) return undefined
  return RULE_TYPES.filter((type) => (isArea ? areasOf(type).includes(name as RuleArea) : type === name))
    .flatMap((type) => descriptions.get(type) ?? [])
    .map((one) => toRuleInfo(one, isArea ? [name as RuleArea] : areasOf(one.type)))
}

function toRuleInfo({ type, label, description, fields }: RuleTypeDescription, areas: RuleArea[]): RuleInfo {
  const options = [...new Set(areas.flatMap((area) => OPTIONS[area])), ...OPTIONS_OF_ALL]
  return { type, label, description, fields: fields.map(toRuleField), options, runs: RULE_TYPE_DEFINITIONS.has(type) }
}

function toRuleField(field: Field): RuleField {
  const { name, label, kind, choices, default: initial } = field
  return {
    name,
    label,
    kind,
    required: true,
    ...(choices && { choices: choices.map((choice) => ({ ...choice })) }),
    ...rangeOf(field),
    default: typeof initial === 'object' ? [...initial] : initial,
  }
}
