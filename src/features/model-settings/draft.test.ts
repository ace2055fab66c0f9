import { describe, expect, it } from 'vitest'
import { bodyOf, differing, doubledIn, draftOf, isBehind, isChanged, NEW_SETTING, readValues } from './draft.ts'

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
  it('are lines; blanks and what is said twice are none', () => {
    const text = ' crypto \n\n gambling\r\ncrypto\n'
    expect(readValues(text)).toEqual(['crypto', 'gambling'])
    expect(doubledIn(text)).toBe(1)
    expect(doubledIn('')).toBe(0)
  })
})

describe('a draft', () => {
  const base = draftOf(set)

  it('is sent with what it was made on, and without it where there is nothing', () => {
    expect(bodyOf({ ...base, name: ' Industries ' }, 'paxum')).toEqual({
      name: 'Industries',
      comment: '',
      value: ['crypto', 'gambling'],
      platform: 'paxum',
      version: 3,
    })
    expect(bodyOf({ ...NEW_SETTING, name: 'x' }, 'paxum')).not.toHaveProperty('version')
  })

  it('has changed where it says something else, not where only blank lines differ', () => {
    expect(isChanged({ ...base, values: 'crypto\n\ngambling\n' }, base)).toBe(false)
    expect(isChanged({ ...base, values: 'crypto' }, base)).toBe(true)
    expect(isChanged({ ...base, comment: 'x' }, base)).toBe(true)
  })

  it('is behind once somebody else has saved, and is told apart field by field', () => {
    const theirs = draftOf({ ...set, value: ['arms'], version: 4 })
    expect(isBehind(base, base)).toBe(false)
    expect(isBehind(base, theirs)).toBe(true)
    expect(isBehind(NEW_SETTING, theirs)).toBe(false)
    expect(differing({ ...base, name: 'Trades' }, theirs)).toEqual([
      { label: 'Name', theirs: 'Industries', yours: 'Trades' },
      { label: 'Values', theirs: 'arms', yours: 'crypto\ngambling' },
    ])
  })
})
