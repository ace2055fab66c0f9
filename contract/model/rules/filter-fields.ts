/** The fields that filters and conditions of rules and allowlists can name (docs/design/specification.md#entities). */
import {
  ACCOUNT_STATUSES,
  CONTRACT_STATUSES,
  CUSTOMER_TYPES,
  DIRECTIONS,
  KYC_STATUSES,
  SERVICES,
  TRANSACTION_STATUSES,
} from '#contract/model/values.ts'
import type { FieldType } from './filter.ts'

export interface FieldRow {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  readonly choices?: readonly string[]
}

type Row = readonly [name: string, label: string, type?: FieldType, choices?: readonly string[]]

function rows(all: readonly Row[]): readonly FieldRow[] {
  return all.map(([name, label, type = 'text', choices]) => ({ name, label, type, ...(choices && { choices }) }))
}

export const TRANSACTION_ROWS = rows([
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

/** What some transactions have beside. */
export const EXTENDED_ROWS = rows([
  ['transactionCurrencyRate', 'Currency rate', 'number'],
  ['transactionSource', 'Source'],
  ['transactionCardPresent', 'Card present', 'boolean'],
  ['transactionIp', 'IP address'],
  ['transactionApprovalMode', 'Approval mode'],
  ['currentIp', 'Current IP address'],
  ['deviceId', 'Device'],
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

export const CUSTOMER_ROWS = rows([
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

export const BALANCE_ROWS = rows([
  ['balance', 'Balance', 'amount'],
  ['availableBalance', 'Available balance', 'amount'],
  ['monthlyDepositsUsd', 'Monthly deposits, USD', 'amount'],
  ['monthlyWithdrawalsUsd', 'Monthly withdrawals, USD', 'amount'],
])

export const RISK_ROWS = rows([
  ['riskScore', 'Risk score', 'number'],
  ['riskLevel', 'Risk level', 'choice', ['low', 'medium', 'high']],
  ['isPep', 'Politically exposed', 'boolean'],
])

export const CONTRACT_ROWS = rows([
  ['contractId', 'Contract ID'],
  ['contractType', 'Contract type'],
  ['contractStatus', 'Contract status', 'choice', CONTRACT_STATUSES],
  ['contractSignedAt', 'Contract signed', 'date'],
  ['contractEndsAt', 'Contract ends', 'date'],
])
