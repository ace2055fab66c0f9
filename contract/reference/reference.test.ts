import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/model/values.ts'
import { generate } from './generate.ts'
import { loadReference, referenceVersion } from './load.ts'

const data = await loadReference()
const country = (id: string) => data.countries.find((one) => one.id === id)
const currency = (code: string) => data.currencies.find((one) => one.code === code)

describe('the reference data', () => {
  test('is identical to freshly generated data, byte for byte', () => {
    for (const [name, text] of Object.entries(generate())) {
      expect(readFileSync(new URL(name, import.meta.url), 'utf8'), `${name}: run npm run reference`).toBe(text)
    }
  })

  test('has one entry per key and no empty value', () => {
    const keys = {
      merchantCategories: data.merchantCategories.map((one) => one.mcc),
      countries: data.countries.map((one) => one.id),
      currencies: data.currencies.map((one) => one.code),
      services: data.services.map((one) => one.id),
    }
    for (const [table, all] of Object.entries(keys)) expect(new Set(all).size, table).toBe(all.length)
    const entries = [data.merchantCategories, data.countries, data.currencies, data.services].flat()
    expect(entries.filter((entry) => Object.values(entry).some((value) => value.trim() === ''))).toEqual([])
  })

  test('has a version that can be read without the data', async () => {
    expect(await referenceVersion()).toBe(data.version)
    expect(data.version).toMatch(/^[0-9a-f]{12}$/)
  })

  test('names the source and licence of every table', async () => {
    const { default: sources } = await import('./sources.json')
    const packages = Object.values(sources.files)
      .flat()
      .filter((one) => one.package !== null)
    expect(Object.keys(sources.files)).toEqual(Object.keys(generate()).filter((name) => name !== 'sources.json'))
    expect(new Set(packages.map((one) => ('licence' in one ? one.licence : null)))).toEqual(new Set(['MIT']))
  })
})

describe('merchant categories', () => {
  test('have four digits and cover airlines, car rental, hotels and the codes of a card scheme', () => {
    const codes = data.merchantCategories.map((one) => one.mcc)
    const within = (from: number, to: number) => codes.filter((mcc) => Number(mcc) >= from && Number(mcc) <= to).length
    expect(codes.filter((mcc) => !/^\d{4}$/.test(mcc))).toEqual([])
    expect([within(3000, 3299), within(3351, 3441), within(3501, 3835) > 250, within(9700, 9950)]).toEqual([
      300,
      91,
      true,
      4,
    ])
  })
})

describe('countries', () => {
  test('include the unknown country and those with two codes', () => {
    expect(country('00')).toEqual({ id: '00', value: 'Unknown', emoji: '🏳️' })
    expect(country('KV')).toEqual({ ...country('XK'), id: 'KV' })
    expect(country('TP')).toEqual({ ...country('TL'), id: 'TP' })
    expect(country('XK')).toEqual({ id: 'XK', value: 'Kosovo', emoji: '🇽🇰', dialCode: '+383' })
    expect(country('CA')).toEqual({ id: 'CA', value: 'Canada', emoji: '🇨🇦', dialCode: '+1' })
  })

  test('have two-character codes and dial codes of digits', () => {
    expect(data.countries.filter(({ id }) => !/^([A-Z]{2}|00)$/.test(id))).toEqual([])
    expect(data.countries.filter(({ dialCode }) => dialCode !== undefined && !/^\+\d{1,4}$/.test(dialCode))).toEqual([])
    expect(data.countries.length).toBeGreaterThan(250)
  })
})

describe('currencies', () => {
  test('name stablecoins with their network', () => {
    const codes = ['EUSDT', 'TUSDT', 'EUSDC', 'TUSDC']
    expect(codes.map((code) => currency(code)?.name)).toEqual([
      'USDT ERC-20',
      'USDT TRC-20',
      'USDC ERC-20',
      'USDC TRC-20',
    ])
    expect(['BTC', 'ETH', 'USDT', 'USDC'].filter((code) => !currency(code))).toEqual([])
  })

  test('leave out currencies without payments, and no symbol stands for two of them', () => {
    expect(['XDR', 'XAU', 'XTS', 'XXX', 'CLF'].filter(currency)).toEqual([])
    expect(currency('BBD')?.symbol).toBe('BBD')
    expect(currency('CAD')?.symbol).toBe('CA$')
    expect(data.currencies.length).toBeGreaterThan(150)
  })
})

test('services are the ones sent over the API, in their order', () => {
  expect(data.services.map((one) => one.id)).toEqual([...SERVICES])
})
