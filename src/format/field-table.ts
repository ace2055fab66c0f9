/** The the fields of docs/design/specification.md#entities by name: label, and the format it takes. */
import { humanise } from './label.ts'
import { own } from './lookup.ts'

export type FieldKind =
  | 'text'
  | 'date'
  | 'day'
  | 'amount'
  | 'country'
  | 'currency'
  | 'service'
  | 'approval'
  | 'merchant'

type Field = readonly [label: string, kind?: FieldKind]

/** The fields of every party of a transaction. */
const PARTY: Record<string, Field> = {
  Type: ['type'],
  Name: ['name'],
  Username: ['username'],
  AddressLine: ['address line'],
  AddressCity: ['city'],
  AddressState: ['state'],
  AddressCountry: ['country', 'country'],
  AddressZip: ['zip'],
  AccountNumber: ['account number'],
  BankAccount: ['bank account'],
  BankName: ['bank name'],
  BankAddressLine: ['bank address line'],
  BankAddressCity: ['bank city'],
  BankAddressState: ['bank state'],
  BankAddressCountry: ['bank country', 'country'],
  BankAddressZip: ['bank zip'],
  SwiftCode: ['SWIFT code'],
  BankCode: ['bank code'],
  CardNumber: ['card number'],
}

const party = (key: string, label: string): Record<string, Field> =>
  Object.fromEntries(Object.entries(PARTY).map(([part, [name, kind]]) => [key + part, [`${label} ${name}`, kind]]))

const TRANSACTION: Record<string, Field> = {
  transactionId: ['Transaction ID'],
  datetime: ['Date', 'date'],
  transactionUtcDate: ['Date (UTC)', 'date'],
  transactionDesc: ['Description'],
  transactionType: ['Service', 'service'],
  transactionDirection: ['Direction'],
  transactionStatus: ['Status'],
  transactionAmount: ['Amount', 'amount'],
  transactionUsdAmount: ['Amount USD', 'amount'],
  transactionCurrency: ['Currency', 'currency'],
  transactionCurrencyRate: ['Currency rate', 'amount'],
  transactionSource: ['Source'],
  transactionCardPresent: ['Card present'],
  transactionCountry: ['Country', 'country'],
  transactionIp: ['IP address'],
  transactionApprovalMode: ['Approval mode', 'approval'],
  transactionApprovalEnabled: ['Transaction approval'],
  balanceBeforeTransaction: ['Balance before transaction', 'amount'],
  ...party('client', 'Client'),
  ...party('originator', 'Originator'),
  ...party('sender', 'Sender'),
  ...party('beneficiary', 'Beneficiary'),
  initiatedByCustomerId: ['Initiated by'],
  initiatedByDate: ['Initiated', 'date'],
  approvedByCustomerId: ['Approved by'],
  approvedByDate: ['Approved', 'date'],
  currentIp: ['Current IP address'],
  currentLocationCity: ['Current city'],
  currentLocationCountry: ['Current country', 'country'],
  merchantName: ['Merchant'],
  merchantCountry: ['Merchant country', 'country'],
  merchantAddress: ['Merchant address'],
  merchantIdentifier: ['Merchant ID'],
  merchantCode: ['Merchant category', 'merchant'],
  programType: ['Program type'],
  originalCurrency: ['Original currency', 'currency'],
  originalAmount: ['Original amount', 'amount'],
  maxAmount: ['Largest amount', 'amount'],
  maxTransactionId: ['Largest transaction ID'],
  maxTransactionUtcDate: ['Largest transaction date (UTC)', 'date'],
}

const CUSTOMER: Record<string, Field> = {
  customerId: ['Customer ID'],
  customerName: ['Customer'],
  name: ['Name'],
  firstName: ['First name'],
  lastName: ['Last name'],
  username: ['Username'],
  dateOfBirth: ['Date of birth', 'day'],
  countryOfResidence: ['Country of residence', 'country'],
  countryOfCitizenship: ['Country of citizenship', 'country'],
  registrationDate: ['Registered', 'date'],
  registrationIp: ['Registration IP address'],
  accountStatus: ['Account status'],
  accountKycStatus: ['KYC status'],
  accountKycUpdateRequestedStatus: ['KYC update requested'],
  balance: ['Balance', 'amount'],
  availableBalance: ['Available balance', 'amount'],
  monthlyDeposits: ['Monthly deposits', 'amount'],
  monthlyDepositsUsd: ['Monthly deposits USD', 'amount'],
  monthlyDepositsRate: ['Monthly deposits rate'],
  monthlyDepositsCurrency: ['Monthly deposits currency', 'currency'],
  monthlyWithdrawals: ['Monthly withdrawals', 'amount'],
  monthlyWithdrawalsUsd: ['Monthly withdrawals USD', 'amount'],
  monthlyWithdrawalsRate: ['Monthly withdrawals rate'],
  monthlyWithdrawalsCurrency: ['Monthly withdrawals currency', 'currency'],
  tradingName: ['Trading name'],
  dateOfBusinessRegistration: ['Business registered', 'day'],
  registrationNumber: ['Registration number'],
  placeOfBusiness: ['Place of business', 'country'],
  countryOfRegistration: ['Country of registration', 'country'],
  website: ['Website'],
  industry: ['Industry'],
  activityDescription: ['Activity'],
  isFinancialInstitution: ['Financial institution'],
}

export const FIELDS: Readonly<Record<string, Field>> = { ...TRANSACTION, ...CUSTOMER }

/** A field's name as screens show it; one that is not in the table as words. */
export function fieldLabel(name: string): string {
  return own(FIELDS, name)?.[0] ?? humanise(name)
}

const ORDER = new Map(Object.keys(FIELDS).map((name, index) => [name, index]))

/** The order of fields: the transaction first, then its parties; unknown ones last. */
export function fieldOrder(name: string): number {
  return ORDER.get(name) ?? ORDER.size
}
