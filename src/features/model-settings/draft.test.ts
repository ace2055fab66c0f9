import { describe, expect, it } from 'vitest'
import {
  codeFault,
  bodyOf,
  conflictsWith,
  doubledIn,
  draftOf,
  isBehind,
  isChanged,
  merged,
  NEW_SETTING,
  readValues,
} from './draft.ts'

const at = { date: '2026-11-01 00:00:00', timezone: 'UTC' }
const set = {
  id: 7,
  platform: 'paxum',
  name: 'Industries',
  comment: '',
  createdAt: at,
  updatedAt: at,
  value: ['crypto', 'gambling'],
  version: 3,
}

describe('the values of a config set', () => {
  it('are lines, without blank and repeated ones', () => {
    const text = ' crypto \n\n gambling\r\ncrypto\n'
    expect(readValues(text)).toEqual(['crypto', 'gambling'])
    expect(doubledIn(text)).toBe(1)
    expect(doubledIn('')).toBe(0)
  })
})

describe('a draft', () => {
  const base = draftOf(set)

  it('is sent with its base version, and without one for a new set', () => {
    expect(bodyOf({ ...base, name: ' Industries ' }, 'paxum')).toEqual({
      name: 'Industries',
      comment: '',
      value: ['crypto', 'gambling'],
      platform: 'paxum',
      version: 3,
    })
    expect(bodyOf({ ...NEW_SETTING, name: 'x' }, 'paxum')).not.toHaveProperty('version')
  })

  it('has changed where the values differ, not where only blank lines do', () => {
    expect(isChanged({ ...base, values: 'crypto\n\ngambling\n' }, base)).toBe(false)
    expect(isChanged({ ...base, values: 'crypto' }, base)).toBe(true)
    expect(isChanged({ ...base, comment: 'x' }, base)).toBe(true)
  })

  it('is outdated once somebody else has saved, and both can be merged', () => {
    const theirs = draftOf({ ...set, value: ['arms', 'crypto'], comment: 'Theirs', version: 4 })
    expect(isBehind(base, base)).toBe(false)
    expect(isBehind(base, theirs)).toBe(true)
    expect(isBehind(NEW_SETTING, theirs)).toBe(false)
    const yours = { ...base, name: 'Trades', values: 'gambling\ndiamonds' }
    expect(conflictsWith(yours, theirs).map(({ place, by }) => [place, by])).toEqual([
      ['values', 'both'],
      ['comment', 'them'],
      ['name', 'you'],
    ])
    // they put arms in and took gambling out; you put diamonds in and took crypto out
    expect(bodyOf(merged(yours, theirs, {}), 'paxum')).toEqual({
      name: 'Trades',
      comment: 'Theirs',
      value: ['arms', 'diamonds'],
      platform: 'paxum',
      version: 4,
    })
    const contested = { ...base, comment: 'Yours' }
    expect(merged(contested, theirs, {}).comment).toBe('Yours')
    expect(merged(contested, theirs, { comment: 'theirs' }).comment).toBe('Theirs')
  })
})

describe('codes', () => {
  const isCode = (standard: 'country' | 'currency', code: string) =>
    (standard === 'country' ? ['IR', 'KP', 'SY', 'CU', 'RU', 'BY'] : ['USD', 'EUR', 'RUB', 'IRR']).includes(code)

  it('names invalid codes in a list of countries or currencies', () => {
    expect(codeFault(['IR', 'KP', 'SY', 'CU', 'XQ'], isCode)).toBe('Not ISO country codes: XQ')
    expect(codeFault(['IR', 'KP', 'SY', 'by'], isCode)).toBe('Not ISO country codes: by')
    expect(codeFault(['USD', 'EUR', 'RUB', 'IRR', 'Dollar'], isCode)).toBe('Not ISO currency codes: Dollar')
  })

  it('reports nothing for a valid list, another kind of list, or none', () => {
    expect(codeFault(['IR', 'KP'], isCode)).toBeNull()
    expect(codeFault(['IR', 'casino', 'arms', 'diamonds'], isCode)).toBeNull()
    expect(codeFault([], isCode)).toBeNull()
  })
})
