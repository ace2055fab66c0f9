/** Amounts as files write them. What could be two amounts is refused, and a decimal sign is found among many. */
import { Fault, quoted } from './fault.ts'

export type DecimalSign = '.' | ','

export interface AmountForm {
  /** Undefined where no value shows it: then only amounts that could be one number are read. */
  decimal: DecimalSign | undefined
  /** True if a negative amount has a meaning. */
  isSigned: boolean
}

/** Spaces, apostrophes and the other of `.` and `,` between groups of three digits. */
const GROUPS = /^\d{1,3}(?:([ \u00A0\u2009\u202F'’.,])\d{3})(?:\1\d{3})*$/
const DIGITS_MAX = 15
const FRACTION_MAX = 18

/**
 * An amount as plain decimal text, and whether it is negative. Throws a `Fault` that names what is wrong: a currency sign,
 * an exponent, a sign without a meaning, a number that could be two.
 */
export function readAmount(
  text: string | undefined,
  name: string,
  { decimal, isSigned }: AmountForm,
): { value: string; isNegative: boolean } {
  const said = (text ?? '').trim().replaceAll('\u2212', '-')
  if (said === '') throw new Fault(`no ${name}`, `${name} is missing`)
  const fail = (reason: string, hint = '') =>
    new Fault(`${name}: ${reason}`, `${name} is not an amount: ${quoted(said)}${hint === '' ? '' : ` ${hint}`}`)
  if (/^[-+]?[\d.,]+e[-+]?\d+$/i.test(said))
    throw fail('with an exponent', 'has an exponent, as spreadsheets write large and small numbers')
  if (/\p{Sc}|^[A-Z]{3}|[A-Z]{3}$/u.test(said) && /\d/.test(said))
    throw fail('with a currency', 'has a currency beside the number')
  const isBracketed = /^\(.+\)$/.test(said)
  const [, sign = '', plain = ''] = /^([-+]?)\s*(\S.*)?$/.exec(isBracketed ? said.slice(1, -1) : said) ?? []
  const isNegative = isBracketed || sign === '-'
  if (isNegative && !isSigned)
    throw fail('negative', 'is negative, and no direction is given for that ("negative" in the mapping)')
  if (sign === '+' && !isSigned)
    throw fail('with a plus sign', 'has a plus sign, and negative amounts have no meaning here')
  return { value: plainOf(plain, decimal, fail), isNegative }
}

function plainOf(
  text: string,
  decimal: DecimalSign | undefined,
  fail: (reason: string, message?: string) => Fault,
): string {
  const at = signAt(text, decimal)
  if (at === 'ambiguous')
    throw fail('ambiguous', 'has a sign before three digits: is it a decimal sign? ("decimal" in the mapping says it)')
  const [whole, fraction] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  const digits =
    GROUPS.test(whole) && !(decimal !== undefined && whole.includes(decimal)) ? whole.replaceAll(/\D/g, '') : whole
  if (!/^\d+$/.test(digits) || (fraction !== undefined && !/^\d+$/.test(fraction))) {
    const other = decimal === '.' ? ',' : '.'
    if (decimal !== undefined && new RegExp(`^\\d+\\${other}\\d+$`).test(text))
      throw fail('other decimal sign', `where the decimal sign is ${quoted(decimal)}`)
    throw fail('not a number')
  }
  const short = digits.replace(/^0+(?=\d)/, '')
  if (short.length > DIGITS_MAX || (fraction?.length ?? 0) > FRACTION_MAX)
    throw fail('too long', 'has more digits than an amount has')
  return fraction === undefined ? short : `${short}.${fraction}`
}

/** The index of the decimal sign; negative where there is none. */
function signAt(text: string, decimal: DecimalSign | undefined): number | 'ambiguous' {
  if (decimal !== undefined) return text.lastIndexOf(decimal)
  const sign = signOf(text)
  if (sign === undefined) return -1
  return sign === 'ambiguous' ? sign : text.lastIndexOf(sign)
}

/** The decimal sign that a number shows by itself; undefined where it has none. */
function signOf(text: string): DecimalSign | 'ambiguous' | undefined {
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (dots === 0 && commas === 0) return undefined
  if (dots > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  const sign: DecimalSign = dots > 0 ? '.' : ','
  // 1.234.567 has groups, and 0.123 and 1234.567 have none
  if (dots + commas > 1) return undefined
  const [whole = '', fraction = ''] = text.split(sign)
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? 'ambiguous' : sign
}

/**
 * The decimal sign of a file by some of its amounts; undefined where none of them shows it. `conflict` are two amounts
 * that show different ones.
 */
export function findDecimalSign(texts: Iterable<string>): {
  sign: DecimalSign | undefined
  conflict?: [string, string]
} {
  const shown = new Map<DecimalSign, string>()
  for (const text of texts) {
    const plain = text
      .trim()
      .replace(/^[-+(]\s*/, '')
      .replace(/\)$/, '')
    if (!/^[\d.,'’\s]+$/.test(plain)) continue
    const dots = plain.split('.').length - 1
    const commas = plain.split(',').length - 1
    const sign = signOf(plain)
    // several of one kind are between groups, so the other one is the decimal sign
    const found = sign ?? (dots > 1 && GROUPS.test(plain) ? ',' : commas > 1 && GROUPS.test(plain) ? '.' : undefined)
    if (found !== undefined && found !== 'ambiguous' && !shown.has(found)) shown.set(found, text.trim())
  }
  const [dot, comma] = [shown.get('.'), shown.get(',')]
  if (dot !== undefined && comma !== undefined) return { sign: undefined, conflict: [dot, comma] }
  return { sign: dot === undefined ? (comma === undefined ? undefined : ',') : '.' }
}

const places = new Map<string, number>()

/** The digits of a currency's smaller unit; undefined for a code that is no currency of money. */
export function decimalsOf(currency: string): number | undefined {
  const known = places.get(currency)
  if (known !== undefined) return known
  const isMoney = /^[A-Z]{3}$/.test(currency) && Intl.supportedValuesOf('currency').includes(currency)
  if (!isMoney) return undefined
  // ISO 4217, where `Intl` counts some currencies without the smaller unit that nobody uses
  const digits =
    ISO_DIGITS[currency] ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  places.set(currency, digits)
  return digits
}

const ISO_DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK MRU PKR RSD SLL SOS STN SYP TWD TZS UZS YER ZMK CRC NOK SEK CZK AMD MUR GYD'
    .split(' ')
    .map((code) => [code, 2]),
)
