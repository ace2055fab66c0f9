import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('no text is run as a formula, and a number stays a number', () => {
  expect(toCsv([['=1+1', ' +2', '＝3', '@x', '-a', -5]])).toBe(`\uFEFF"'=1+1","' +2","'＝3","'@x","'-a","-5"\r\n`)
})

test('separators, quotes and line breaks stay inside their cell', () => {
  expect(toCsv([['a;b,c', 'say "no"', 'two\nlines']])).toBe('\uFEFF"a;b,c","say ""no""","two\nlines"\r\n')
})
