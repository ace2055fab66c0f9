/** Amounts. They travel as decimal text and are formatted from it, so no digit is lost to binary fractions. */

import { own } from './lookup.ts'

/** Decimal text; numbers are taken for what small platforms send. */
export type Amount = string | number

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/
/** Nothing to round: all that is missing are the commas. */
const HAS_CENTS = /^-?[1-9]\d*\.\d{2}$/

// made when they are needed: the first one loads the browser's tables, which takes as long as drawing the first rows
const format = (digits: number) => {
  let made: Intl.NumberFormat | undefined
  return (text: string) => {
    made ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    // given as text, every digit counts; the type wants a literal it can see through
    return made.format(text as `${number}`)
  }
}
const formatCents = format(2)
const formatWhole = format(0)

/** Signs of the currencies that are written with one, as in the reference data; `GBR` is an old spelling of GBP. */
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', JPY: '￥', GBP: '£', GBR: '£', CHF: 'CHF ', CNY: 'CN¥' }

/** The currency's key in the reference data. */
export function currencyCode(code: string): string {
  return code === 'GBR' ? 'GBP' : code
}

/** Thousands separated, two decimals or none; below 1 (either side of zero) and what is no amount stay as they are. */
export function formatAmount(amount: Amount, { isWhole = false } = {}): string {
  const text = String(amount).trim()
  if (!DECIMAL.test(text) || isBelowOne(text)) return text
  if (isWhole) return formatWhole(text)
  return HAS_CENTS.test(text) ? text.replaceAll(/\B(?=(\d{3})+\.)/g, ',') : formatCents(text)
}

/**
 * An amount with its currency: a sign in front for the six that have one (`$1,200.00`), the code behind for all others
 * (`1,200.00 CAD`). Bitcoin is not rounded. Without a currency it is US dollars.
 */
export function formatMoney(amount: Amount, currency?: string | null, options: { isWhole?: boolean } = {}): string {
  const text = String(amount).trim()
  if (text === '') return ''
  const code = currency || 'USD'
  if (code === 'BTC') return `${text} BTC`
  const shown = formatAmount(text, options)
  const sign = own(SIGNS, code)
  if (sign === undefined) return `${shown} ${code}`
  return shown.startsWith('-') ? `-${sign}${shown.slice(1)}` : `${sign}${shown}`
}

/** The lines an amount takes: its own currency, and US dollars below where that is another and the sum is known. */
export function moneyLines(amount: Amount, currency: string | null | undefined, usd?: Amount | null): string[] {
  const line = formatMoney(amount, currency)
  const hasUsd = usd !== undefined && usd !== null && String(usd).trim() !== ''
  return currency && currency !== 'USD' && hasUsd ? [line, formatMoney(usd)] : [line]
}

/** True if decimal text is less than one in size: nothing but zeros before the point. */
function isBelowOne(text: string): boolean {
  return /^[+-]?0*(\.|$)/.test(text)
}

/** A line with the money in it, which comes as decimal text with cents, formatted. */
export const formatAmounts = (line: string): string =>
  line.replaceAll(/\b\d+\.\d{2}\b/g, (money) => formatAmount(money))
