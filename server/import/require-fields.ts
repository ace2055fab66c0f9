/** Checks of single fields that every reader of payments makes. */
import { countriesNamed } from '#server/core/countries/countries-named.ts'
import { decimalsOf } from '#server/text/amount.ts'
import { Fault, INVISIBLE, quoted } from '#server/text/fault.ts'

/** Currencies without a country, of which platforms keep accounts: as many digits as amounts have. */
const COINS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'USDT', 'USDC', 'EUSDT', 'TUSDT', 'EUSDC', 'TUSDC'])

/** An id, which must not have characters that nobody sees: two ids would look the same. */
export function requireClean(text: string, name: string): string {
  if (text.search(INVISIBLE) >= 0 || /[\p{Cc}\u00A0\u2000-\u200A\u202F\u3000]/u.test(text))
    throw new Fault(`${name}: invisible character`, `${name} has a character that nobody sees: ${quoted(text)}`)
  return text
}

/** The code of a country, by its code or one of its names. */
export function requireCountry(value: string | undefined, name: string): string | null {
  if (value === undefined) return null
  const [code] = countriesNamed(value) ?? []
  if (code === undefined) throw new Fault(`${name}: no country`, `${name} is no country: ${quoted(value)}`)
  return code
}

/** A currency by its code. */
export function requireCurrency(value: string, { decimals }: { decimals?: number | undefined } = {}): string {
  if (decimalsOf(value) === undefined && !COINS.has(value))
    throw new Fault(
      'currency: no code',
      `currency is no code of ISO 4217: ${quoted(value)}${decimals === undefined ? ' ("values" in the mapping gives words their codes)' : ''}`,
    )
  return value
}

/** Refuses an amount with more digits after the decimal sign than its currency has. */
export function requireDecimals(amount: string, currency: string, most = decimalsOf(currency)): void {
  const [, fraction = ''] = amount.split('.')
  const digits = fraction.replace(/(?<!0)0+$/, '').length
  if (most === undefined || digits <= most) return
  throw new Fault(
    'amount: too many decimals',
    `amount has ${digits} decimals, and ${currency} has ${most}: ${quoted(amount)}`,
  )
}

/** The digits that a converted amount is rounded to. */
const USD_DIGITS = 2

interface Money {
  amount: string
  currency: string
  /** The row's own value. */
  told?: string | undefined
}

/** The amount in USD: what is told, the same for USD, or by a rate. Refuses a contradiction, and what has no rate. */
export function toUsd({ amount, currency, told }: Money, rates: Readonly<Record<string, string>>): string {
  if (currency === 'USD') {
    if (told !== undefined && Number(told) !== Number(amount))
      throw new Fault('usd: another amount', `usd is ${told}, and the amount is ${amount} USD`)
    return told ?? amount
  }
  if (told !== undefined) return told
  const rate = rates[currency]
  if (rate === undefined)
    throw new Fault('usd: missing', `usd is not an amount: "", and ${currency} has no rate ("rates" in the mapping)`)
  return multiply(amount, rate)
}

/** Decimal texts multiplied without loss, rounded half up. */
function multiply(a: string, b: string): string {
  const parts = [a, b].map((text) => text.split('.'))
  const scale = parts.reduce((sum, [, fraction = '']) => sum + fraction.length, 0)
  const product = parts.reduce((all, [whole = '', fraction = '']) => all * BigInt(whole + fraction), 1n)
  const shifted = product * 10n ** BigInt(USD_DIGITS)
  const unit = 10n ** BigInt(scale)
  const cents = String((shifted + unit / 2n) / unit).padStart(USD_DIGITS + 1, '0')
  return `${cents.slice(0, -USD_DIGITS)}.${cents.slice(-USD_DIGITS)}`
}
