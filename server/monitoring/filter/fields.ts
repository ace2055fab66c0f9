/** The fields that filters of rules and allowlists can name (docs/design/specification.md#entities), and where each is offered. */
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import { TRANSACTION_FILTER_FIELDS } from '#contract/model/rules/filter.ts'
import {
  ACCOUNT_STATUSES,
  CONTRACT_STATUSES,
  CUSTOMER_TYPES,
  DIRECTIONS,
  KYC_STATUSES,
  SERVICES,
  TRANSACTION_STATUSES,
} from '#contract/model/values.ts'
import { comparisonsFor, type FieldType } from './comparisons.ts'

/** The source of a field's completions. */
export type ValueSource = 'transaction' | 'customer' | 'contract'

interface Known extends FilterField {
  readonly source: ValueSource
}

type Row = readonly [name: string, label: string, type?: FieldType, choices?: readonly string[]]

/** Types whose values are worth completing; the others are chosen or typed. */
const COMPLETED: readonly FieldType[] = ['text', 'country', 'currency']

function fields(source: ValueSource, rows: readonly Row[]): Known[] {
  return rows.map(([name, label, type = 'text', choices]) => ({
    name,
    label,
    type,
    operators: comparisonsFor(type),
    ...(choices && { choices: choices.map((value) => ({ value, label: value })) }),
    autocomplete: COMPLETED.includes(type) && !choices,
    source,
  }))
}

const TRANSACTION = fields('transaction', [
  ['transactionId', 'Transaction ID'],
  ['transactionUtcDate', 'Date (UTC)', 'date'],
  ['transactionDesc', 'Description'],
  ['transactionType', 'Service', 'service', SERVICES],
  ['transactionDirection', 'Direction', 'choice', DIRECTIONS],
  ['transactionStatus', 'Status', 'choice', TRANSACTION_STATUSES],
  ['transactionAmount', 'Amount', 'amount'],
  ['transactionUsdAmount', 'Amount USD', 'amount'],
  ['transactionCurrency', 'Currency', 'currency'],
  ['transactionCountry', 'Country', 'country'],
  ['counterPartyName', 'Counterparty'],
  ['counterPartyCountry', 'Counterparty country', 'country'],
])

const PARTY: readonly Row[] = [
  ['Type', 'type', 'choice', CUSTOMER_TYPES],
  ['Name', 'name'],
  ['Username', 'username'],
  ['AddressCity', 'city'],
  ['AddressState', 'state'],
  ['AddressCountry', 'country', 'country'],
  ['AddressZip', 'zip'],
  ['AccountNumber', 'account number'],
  ['BankName', 'bank name'],
  ['BankAddressCountry', 'bank country', 'country'],
  ['SwiftCode', 'SWIFT code'],
  ['BankCode', 'bank code'],
  ['CardNumber', 'card number'],
]

const PARTIES = [
  ['client', 'Client'],
  ['originator', 'Originator'],
  ['sender', 'Sender'],
  ['beneficiary', 'Beneficiary'],
] as const

const EXTENDED = fields('transaction', [
  ['transactionCurrencyRate', 'Currency rate', 'number'],
  ['transactionSource', 'Source'],
  ['transactionCardPresent', 'Card present', 'boolean'],
  ['transactionIp', 'IP address'],
  ['transactionApprovalMode', 'Approval mode'],
  ['currentIp', 'Current IP address'],
  ['currentLocationCity', 'Current city'],
  ['currentLocationCountry', 'Current country', 'country'],
  ['initiatedByCustomerId', 'Initiated by'],
  ['initiatedByDate', 'Initiated', 'date'],
  ['approvedByCustomerId', 'Approved by'],
  ['approvedByDate', 'Approved', 'date'],
  ['merchantName', 'Merchant'],
  ['merchantCountry', 'Merchant country', 'country'],
  ['merchantIdentifier', 'Merchant ID'],
  ['merchantCode', 'Merchant category'],
  ['programType', 'Program type'],
  ['originalCurrency', 'Original currency', 'currency'],
  ['originalAmount', 'Original amount', 'amount'],
  ...PARTIES.flatMap(([key, label]) =>
    PARTY.map(([part, name, ...rest]): Row => [key + part, `${label} ${name}`, ...rest]),
  ),
])

const CUSTOMER = fields('customer', [
  ['customerId', 'Customer ID'],
  ['customerName', 'Customer'],
  ['customerType', 'Customer type', 'choice', CUSTOMER_TYPES],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['username', 'Username'],
  ['tradingName', 'Trading name'],
  ['dateOfBirth', 'Date of birth', 'date'],
  ['dateOfBusinessRegistration', 'Date of business registration', 'date'],
  ['registrationDate', 'Registered', 'date'],
  ['registrationIp', 'Registration IP address'],
  ['registrationNumber', 'Registration number'],
  ['countryOfResidence', 'Country of residence', 'country'],
  ['countryOfCitizenship', 'Country of citizenship', 'country'],
  ['countryOfRegistration', 'Country of registration', 'country'],
  ['placeOfBusiness', 'Place of business', 'country'],
  ['industry', 'Industry'],
  ['website', 'Website'],
  ['activityDescription', 'Activity'],
  ['isFinancialInstitution', 'Financial institution', 'boolean'],
  ['accountStatus', 'Account status', 'choice', ACCOUNT_STATUSES],
  ['accountKycStatus', 'KYC status', 'choice', KYC_STATUSES],
])

const BALANCES = fields('customer', [
  ['balance', 'Balance', 'amount'],
  ['availableBalance', 'Available balance', 'amount'],
  ['monthlyDepositsUsd', 'Monthly deposits, USD', 'amount'],
  ['monthlyWithdrawalsUsd', 'Monthly withdrawals, USD', 'amount'],
])

const RISK = fields('customer', [
  ['riskScore', 'Risk score', 'number'],
  ['riskLevel', 'Risk level', 'choice', ['low', 'medium', 'high']],
  ['isPep', 'Politically exposed', 'boolean'],
])

const CONTRACT = fields('contract', [
  ['contractId', 'Contract ID'],
  ['contractType', 'Contract type'],
  ['contractStatus', 'Contract status', 'choice', CONTRACT_STATUSES],
  ['contractSignedAt', 'Contract signed', 'date'],
  ['contractEndsAt', 'Contract ends', 'date'],
])

/** The lists as the calls offer them; the extended ones hold the plain ones. */
export const FIELD_LISTS = {
  transaction: TRANSACTION,
  transactionExtended: [...TRANSACTION, ...EXTENDED],
  customer: CUSTOMER,
  customerSchedule: [...CUSTOMER, ...BALANCES, ...RISK],
  contractExtended: [...CONTRACT, ...CUSTOMER],
} as const satisfies Record<string, readonly Known[]>

/** Fields of a rule's customer filters: customer, account, rating, contract. */
export const CUSTOMER_FIELDS: readonly FilterField[] = [...CUSTOMER, ...BALANCES, ...RISK, ...CONTRACT]

/** The fields that a rule's filters of payments may use. */
export const TRANSACTION_FIELDS: readonly FilterField[] = [...TRANSACTION, ...EXTENDED].filter(({ name }) =>
  TRANSACTION_FILTER_FIELDS.includes(name),
)

const ALL = new Map(
  [...TRANSACTION, ...EXTENDED, ...CUSTOMER, ...BALANCES, ...RISK, ...CONTRACT].map((one) => [one.name, one]),
)

/** A field by its name, wherever it is offered. */
export function findField(name: string): Known | undefined {
  return ALL.get(name)
}

/** Fields of an allowlist's filters: a transaction has both sides, an account its customer alone. */
export function fieldsOfRule(rule: { area: string; trigger: string | undefined }): readonly FilterField[] {
  if (rule.area === 'transaction' && rule.trigger !== 'customer_update') {
    return [...FIELD_LISTS.transactionExtended, ...FIELD_LISTS.customerSchedule, ...CONTRACT]
  }
  return CUSTOMER_FIELDS
}

/** A field as it travels. */
export function toFilterField({ name, label, type, operators, choices, autocomplete }: FilterField): FilterField {
  return { name, label, type, operators, ...(choices && { choices }), autocomplete }
}
