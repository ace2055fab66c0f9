/** Formats of transaction and customer fields. */
import type { Country, Currency, MerchantCategory, ServiceName } from '#contract/reference/types.ts'
import { formatAmount, formatMoney, type Amount } from './amount.ts'
import { countryLabel } from './country.ts'
import { formatDateTime, formatDay, type Moment } from './date.ts'
import { FIELDS, type FieldKind } from './field-table.ts'
import { approvalModeLabel } from './record-labels.ts'
import { own, type Lookup } from './lookup.ts'
import { currencyName, merchantCategoryName, serviceName } from './name.ts'

export interface FieldLookups {
  countries: Lookup<Country>
  currencies: Lookup<Currency>
  services: Lookup<ServiceName>
  merchantCategories: Lookup<MerchantCategory>
}

/** The text of a field's value; plain text without a format. */
export function fieldKind(name: string): FieldKind {
  return own(FIELDS, name)?.[1] ?? 'text'
}

/** The field with the currency of an amount; amounts in US dollars have none. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  transactionAmount: 'transactionCurrency',
  balanceBeforeTransaction: 'transactionCurrency',
  maxAmount: 'transactionCurrency',
  originalAmount: 'originalCurrency',
  monthlyDeposits: 'monthlyDepositsCurrency',
  monthlyWithdrawals: 'monthlyWithdrawalsCurrency',
}
const IN_USD = /Usd(?:Amount)?$/

/** A field of a record as text: an amount with its currency, as far as the record has it. */
export function formatFieldOf(
  record: Readonly<Record<string, unknown>>,
  name: string,
  lookups: FieldLookups,
): string | null {
  const value = record[name]
  const isAmount = fieldKind(name) === 'amount' && (typeof value === 'string' || typeof value === 'number')
  const currency = IN_USD.test(name) ? 'USD' : record[own(CURRENCY_OF, name) ?? '']
  if (!isAmount || value === '' || typeof currency !== 'string' || currency === '')
    return formatField(name, value, lookups)
  return formatMoney(value, currency)
}

/** A field's value as text; null where there is nothing to show. Lists are joined by commas, objects are JSON. */
export function formatField(name: string, value: unknown, lookups: FieldLookups): string | null {
  if (value === null || value === undefined || value === '') return null
  const kind = fieldKind(name)
  if (kind === 'country' && Array.isArray(value)) return countryLabel(value.map(String), lookups.countries)
  if (Array.isArray(value)) {
    const shown = value.map((one) => formatField(name, one, lookups)).filter((one) => one !== null)
    return shown.length > 0 ? shown.join(', ') : null
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if ((kind === 'date' || kind === 'day') && isMoment(value)) {
    return kind === 'date' ? formatDateTime(value) : formatDay(value)
  }
  if (typeof value === 'object') return JSON.stringify(value)
  return formatPlain(kind, value as string | number, lookups)
}

function formatPlain(kind: FieldKind, value: Amount, lookups: FieldLookups): string | null {
  const { countries, currencies, services, merchantCategories } = lookups
  switch (kind) {
    case 'amount':
      return formatAmount(value)
    case 'country':
      return countryLabel(String(value), countries)
    case 'currency':
      return currencyName(String(value), currencies)
    case 'service':
      return serviceName(String(value), services)
    case 'merchant':
      return merchantCategoryName(String(value), merchantCategories)
    case 'approval':
      return approvalModeLabel(value)
    default:
      return String(value)
  }
}

function isMoment(value: unknown): value is Moment {
  return typeof value !== 'object' || (value !== null && 'date' in value && typeof value.date === 'string')
}
