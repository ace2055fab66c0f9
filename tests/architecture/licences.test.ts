import { expect, test } from 'vitest'
import { noticesText, readNotices } from '../../scripts/notices.mjs'

/** Licences that allow shipping with a program whose own licence is not chosen yet. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]

test('every package that is needed to run has a permissive licence', () => {
  const others = readNotices().filter(({ licence }) => {
    const parts = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    return !parts.every((part) => PERMISSIVE.includes(part))
  })
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test('the notices name the fonts, the flags and the packages', () => {
  const text = noticesText()
  for (const name of ['@fontsource-variable/inter', 'Twemoji', 'react-dom', 'SIL OPEN FONT LICENSE'])
    expect(text.toLowerCase()).toContain(name.toLowerCase())
})
