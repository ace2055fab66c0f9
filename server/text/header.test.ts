import { expect, test } from 'vitest'
import { findDelimiter, Header } from './header.ts'

test('names are found behind marks, quotes, spaces and invisible characters', () => {
  const header = new Header(['\uFEFFid', ' at ', 'amo\u200Bunt', 'client\u00A0name', ''])
  expect(header.columns).toEqual(['id', 'at', 'amount', 'client name', 'column 5'])
  expect(header.indexOf(' client name')).toBe(3)
})

test('a missing column is named with those that are there', () => {
  expect(() => new Header(['a', 'b']).require(['a', 'c'], 'x.csv')).toThrow('x.csv has no column c. It has "a", "b".')
})

test('columns of one name are refused where one is wanted, unless each is addressed', () => {
  const header = new Header(['Account', 'Bank', 'Account'])
  expect(header.columns).toEqual(['Account', 'Bank', 'Account#2'])
  expect(() => header.require(['Account'], 'x.csv')).toThrow(/2 columns "Account".*Account#1, Account#2/)
  expect(() => header.require(['Account#2'], 'x.csv')).toThrow(/2 columns/)
  for (const names of [['Account', 'Account#2'], ['Account#1', 'Account#2'], ['Bank']]) header.require(names, 'x.csv')
  expect(header.others(['Account#1'])).toEqual(['Bank', 'Account#2'])
})

test.each([
  ['a,b;c,d', ','],
  ['a;b;"c,d,e"', ';'],
  ['a\tb', '\t'],
  ['a|b|c', '|'],
  ['alone', undefined],
])('the columns of %j are separated by %j', (line, sign) => {
  expect(findDelimiter(line)).toBe(sign)
})
