/** Makes the reference data out of packages and what is written by hand: `npm run reference`. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { countries, getEmojiFlag, type TCountryCode } from 'countries-list'
import { currencies } from 'countries-list/currencies'
import { COUNTRIES, CRYPTO, NO_MONEY, SERVICE_NAMES } from './manual-entries.ts'
import type { Country, Currency, MerchantCategory, ServiceName } from './types.ts'

// both are CommonJS, and neither has types that tell what it exports
const require = createRequire(import.meta.url)
const mcc = require('mcc') as { all: { mcc: string; edited_description: string }[] }
const currencyList = require('currency-list') as {
  default: { getAll(locale: string): Record<string, Required<Currency>> }
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').replace(/\( /g, '(').trim()

function merchantCategories(): MerchantCategory[] {
  return sorted(
    mcc.all.map((one) => ({ mcc: one.mcc, edited: tidy(one.edited_description) })),
    (one) => one.mcc,
  )
}

function allCountries(): Country[] {
  const known = Object.entries(countries).map(([id, { name, phone }]) => ({
    id,
    value: name,
    emoji: getEmojiFlag(id as TCountryCode),
    ...(phone[0] && { dialCode: `+${phone[0]}` }),
  }))
  const byId = new Map<string, Country>([...known, ...COUNTRIES].map((one) => [one.id, one]))
  return sorted([...byId.values()], (one) => one.id)
}

/** The list of localised currencies, filled up with those it lacks; a sign that others use too gives way to the code. */
function allCurrencies(): Currency[] {
  const listed = Object.values(currencyList.default.getAll('en_US')).map(
    ({ code, name, symbol, symbol_native, name_plural }) => ({ code, name, symbol, symbol_native, name_plural }),
  )
  const codes = new Set(listed.map((one) => one.code))
  const signs = new Set(
    Object.values(currencies)
      .map((one) => one.symbol)
      .filter(isShared),
  )
  const filled = Object.entries(currencies)
    .filter(([code]) => !codes.has(code) && !NO_MONEY.has(code))
    .map(([code, { name, symbol, symbolNative }]) => ({
      code,
      name,
      symbol: signs.has(symbol) ? code : symbol,
      symbol_native: symbolNative,
    }))
  return [...sorted([...listed, ...filled], (one) => one.code), ...CRYPTO]
}

function isShared(sign: string, index: number, all: string[]): boolean {
  return all.indexOf(sign) !== index
}

function sorted<T>(rows: T[], key: (row: T) => string): T[] {
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** One entry a line, so that a change of the data reads as a change of lines. */
function lines(rows: readonly object[]): string {
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

function source(name: string) {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  const { version, license, homepage, author } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const by = typeof author === 'object' ? (author as { name: string }).name : author
  return { package: name, version, licence: license, author: by, homepage }
}

/** The files by name, exactly as they are checked in. */
export function generate(): Record<string, string> {
  const services: readonly ServiceName[] = SERVICE_NAMES
  const tables = {
    'merchant-categories.json': lines(merchantCategories()),
    'countries.json': lines(allCountries()),
    'currencies.json': lines(allCurrencies()),
    'services.json': lines(services),
  }
  const version = createHash('sha256').update(Object.values(tables).join('')).digest('hex').slice(0, 12)
  const byHand = { package: null, note: 'written by hand' }
  const files = {
    'merchant-categories.json': [source('mcc')],
    'countries.json': [source('countries-list'), byHand],
    'currencies.json': [source('currency-list'), source('countries-list'), byHand],
    'services.json': [byHand],
  }
  return { ...tables, 'sources.json': `${JSON.stringify({ version, files }, null, 2)}\n` }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(generate())) writeFileSync(new URL(name, import.meta.url), text)
}
