import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadReference } from '#contract/reference/load.ts'
import { formatAmount, formatMoney, moneyLines } from './amount.ts'

/** Decimal text of at least one, with as many digits as somebody may send. */
const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,18}$/))
  .map(([whole, part]) => (part === '' ? `${whole}` : `${whole}.${part}`))

/** Rounded half away from zero to so many decimals, in whole units of the last one. */
function rounded(text: string, digits: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  const kept = BigInt(whole + part.slice(0, digits).padEnd(digits, '0'))
  return Number(part[digits] ?? '0') >= 5 ? kept + 1n : kept
}

describe('an amount', () => {
  test.each([
    ['1234.5', '1,234.50', '1,235'],
    ['1', '1.00', '1'],
    ['1000000', '1,000,000.00', '1,000,000'],
    ['12400.005', '12,400.01', '12,400'],
    ['-1234.5', '-1,234.50', '-1,235'],
    ['007.10', '7.10', '7'],
    ['+5', '5.00', '5'],
    [' 12 ', '12.00', '12'],
  ])('%s has its thousands separated', (amount, cents, whole) => {
    expect([formatAmount(amount), formatAmount(amount, { isWhole: true })]).toEqual([cents, whole])
  })

  test.each(['0', '0.5', '0.000000012', '-0.25', '.5', '0.999', '00.10', ''])(
    '%s below one stays unchanged',
    (amount) => {
      expect(formatAmount(amount)).toBe(amount)
      expect(formatAmount(amount, { isWhole: true })).toBe(amount)
    },
  )

  test.each(['n/a', '1e21', '12,000', '--1', '.', 'Infinity', '0x10'])(
    '%s is no amount and stays unchanged',
    (amount) => {
      expect(formatAmount(amount)).toBe(amount)
    },
  )

  test('may be a number', () => {
    expect([formatAmount(1234.5), formatAmount(0.25), formatAmount(1e21)]).toEqual(['1,234.50', '0.25', '1e+21'])
  })

  test('loses no digit, whatever its length', () => {
    fc.assert(
      fc.property(decimal, fc.boolean(), (amount, isWhole) => {
        const digits = BigInt(formatAmount(amount, { isWhole }).replace(/[.,]/g, ''))
        expect(digits).toBe(rounded(amount, isWhole ? 0 : 2))
      }),
    )
  })

  test('has groups of three and two decimals', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        expect(formatAmount(amount)).toMatch(/^\d{1,3}(,\d{3})*\.\d{2}$/)
      }),
    )
  })
})

describe('money', () => {
  test.each([
    ['1234.5', 'USD', '$1,234.50'],
    ['1234.5', 'EUR', '€1,234.50'],
    ['1234.5', 'JPY', '￥1,234.50'],
    ['1234.5', 'GBP', '£1,234.50'],
    ['1234.5', 'GBR', '£1,234.50'],
    ['1234.5', 'CHF', 'CHF 1,234.50'],
    ['1234.5', 'CNY', 'CN¥1,234.50'],
    ['1234.5', 'CAD', '1,234.50 CAD'],
    ['1234.5', 'EUSDT', '1,234.50 EUSDT'],
    ['1.123456789', 'BTC', '1.123456789 BTC'],
    ['12345.6', 'BTC', '12345.6 BTC'],
    ['0.00000001', 'BTC', '0.00000001 BTC'],
    ['0.005', 'USD', '$0.005'],
    ['-5', 'USD', '-$5.00'],
    ['-5', 'CAD', '-5.00 CAD'],
    ['5', '', '$5.00'],
    ['5', null, '$5.00'],
    ['5', undefined, '$5.00'],
    ['5', 'constructor', '5.00 constructor'],
    ['', 'USD', ''],
    ['', 'BTC', ''],
  ])('%s in %s is %s', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown)
  })

  test('has a whole form', () => {
    expect(formatMoney('1234.5', 'EUR', { isWhole: true })).toBe('€1,235')
  })

  test('has the symbols of the reference data', async () => {
    const { currencies } = await loadReference()
    for (const code of ['USD', 'EUR', 'JPY', 'GBP', 'CHF', 'CNY']) {
      const native = currencies.find((one) => one.code === code)?.symbol_native
      expect(formatMoney('5', code).replace(/ ?5.00$/, '')).toBe(native)
    }
  })

  test('in another currency has US dollars on a second line, where they are known', () => {
    expect(moneyLines('1000', 'CAD', '730.5')).toEqual(['1,000.00 CAD', '$730.50'])
    expect(moneyLines('1000', 'CAD', null)).toEqual(['1,000.00 CAD'])
    expect(moneyLines('1000', 'CAD', '')).toEqual(['1,000.00 CAD'])
    expect(moneyLines('1000', 'USD', '1000')).toEqual(['$1,000.00'])
    expect(moneyLines('1000', null, '1000')).toEqual(['$1,000.00'])
    expect(moneyLines('1000', 'CAD', '0')).toEqual(['1,000.00 CAD', '$0'])
  })
})

test('an amount with cents is formatted as the browser does', () => {
  const written = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 10n ** 24n }), fc.boolean(), (cents, isBelowZero) => {
      const digits = String(cents)
      const amount = `${isBelowZero ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(formatAmount(amount)).toBe(written.format(amount as `${number}`))
    }),
  )
})
