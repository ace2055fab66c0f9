import { expect, test } from 'vitest'
import { decimalsOf, findDecimalSign, readAmount, type DecimalSign } from './amount.ts'

const read = (text: string, decimal?: DecimalSign, isSigned = false) =>
  readAmount(text, 'amount', { decimal, isSigned })

test.each([
  ['-50.00', '.', /negative/],
  ['(100.00)', '.', /negative/],
  ['1e3', '.', /exponent/],
  ['1.5E-7', '.', /exponent/],
  ['$100', '.', /currency/],
  ['100 EUR', '.', /currency/],
  ['+100.00', '.', /plus sign/],
  ['NaN', '.', /not an amount/],
  ['.5', '.', /not an amount/],
  ['100.', '.', /not an amount/],
  ['--5', '.', /not an amount/],
  ['=1+1', '.', /not an amount/],
  ['1,23,456.00', '.', /not an amount/],
  ['1,2345.00', '.', /not an amount/],
  ['99999999999999999999', '.', /more digits/],
  ['100,50', '.', /decimal sign is "."/],
  ['1,234', undefined, /sign before three digits/],
  ['1.234', undefined, /sign before three digits/],
  ['', '.', /missing/],
] as const)('%s with the decimal sign %s is refused', (text, decimal, message) => {
  expect(() => read(text, decimal)).toThrow(message)
})

test.each([
  ['100.5', '.', '100.5'],
  ['100,50', ',', '100.50'],
  ['100,50', undefined, '100.50'],
  ['1,234.56', '.', '1234.56'],
  ['1.234,56', ',', '1234.56'],
  ['1.234.567', undefined, '1234567'],
  ['1 234 567,89', ',', '1234567.89'],
  ['1\u202F234,56', ',', '1234.56'],
  ['1’234.56', '.', '1234.56'],
  ['1,234', '.', '1234'],
  ['1.234', ',', '1234'],
  ['0.123', undefined, '0.123'],
  ['1234.567', undefined, '1234.567'],
  ['007', '.', '7'],
  ['0', '.', '0'],
] as const)('%s with the decimal sign %s is %s', (text, decimal, value) => {
  expect(read(text, decimal)).toEqual({ value, isNegative: false })
})

test('a sign is read where it has a meaning', () => {
  expect(['-5', '\u22125', '(5)', '+5', '5'].map((text) => read(text, '.', true).isNegative)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('the decimal sign is found among amounts, and two of them are a conflict', () => {
  expect(findDecimalSign(['1,234', '12.50', 'x'])).toEqual({ sign: '.' })
  expect(findDecimalSign(['1.234', '12,50'])).toEqual({ sign: ',' })
  expect(findDecimalSign(['1.234.567', '5'])).toEqual({ sign: ',' })
  expect(findDecimalSign(['1,234', '5', '1.234'])).toEqual({ sign: undefined })
  expect(findDecimalSign(['12,50', '12.50']).conflict).toEqual(['12.50', '12,50'])
})

test('digits of currencies are those of ISO 4217', () => {
  expect(['USD', 'JPY', 'KWD', 'HUF', 'CZK', 'XXY', 'usd', 'BTC'].map(decimalsOf)).toEqual([
    2,
    0,
    3,
    2,
    2,
    undefined,
    undefined,
    undefined,
  ])
})
