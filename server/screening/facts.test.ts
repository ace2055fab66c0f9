// What is known beside the name, and what it does to the score.
import { describe, expect, test } from 'vitest'
import { anEntry } from '#tests/support/lists.ts'
import { onlyNamed, weigh, type PartyFacts } from './facts.ts'
import type { ListEntry } from './lists/entry.ts'

const NAMED = { score: 0.8, parts: [] }
const score = (party: Partial<PartyFacts>, entry: Partial<ListEntry>) =>
  weigh(NAMED, { ...onlyNamed('Jane Doe'), ...party }, { ...anEntry('1', 'Jane Doe'), ...entry })

describe('a fact on both sides', () => {
  test.each<[feature: string, party: Partial<PartyFacts>, entry: Partial<ListEntry>, isRaised: boolean]>([
    ['birth date same', { birth: '1970-03-04' }, { births: ['1970-03-04'] }, true],
    ['birth day and month transposed', { birth: '1970-03-04' }, { births: ['1970-04-03'] }, true],
    ['birth year same', { birth: '1970-03-04' }, { births: ['1970'] }, true],
    ['birth date other', { birth: '1958-06-17' }, { births: ['1985-07-17'] }, false],
    ['country same', { countries: ['ES', 'MX'] }, { countries: ['MX'] }, true],
    ['country other', { countries: ['ES'] }, { countries: ['MX'] }, false],
    ['gender other', { gender: 'male' }, { genders: ['female'] }, false],
    [
      'identifier same',
      { identifiers: ['X 123-456'] },
      { identifiers: [{ type: 'Passport', value: 'x123456' }] },
      true,
    ],
    ['other kind', { kind: 'company' }, { type: 'individual' }, false],
  ])('%s is shown, and raises or lowers the score', (feature, party, entry, isRaised) => {
    const weighed = score(party, entry)
    expect(weighed.parts.map((part) => part.feature)).toContain(feature)
    expect(weighed.score > NAMED.score).toBe(isRaised)
  })

  test('the best of several dates counts', () => {
    expect(score({ birth: '1970-03-04' }, { births: ['1950', '1970-03-04'] }).score).toBeGreaterThan(NAMED.score)
  })
})

test('a fact known on one side only changes nothing', () => {
  expect(score({ birth: '1970-03-04', countries: ['ES'], gender: 'male', identifiers: ['X123456'] }, {}).score).toBe(
    NAMED.score,
  )
})

test('an equal name stays a hit whatever the facts say', () => {
  const party = { ...onlyNamed('Jane Doe'), birth: '1958-06-17', countries: ['ES'], gender: 'male' }
  const entry = { ...anEntry('1', 'Jane Doe'), births: ['1985'], countries: ['MX'], genders: ['female' as const] }
  expect(weigh({ score: 1, parts: [] }, party, entry).score).toBeGreaterThanOrEqual(0.7)
})
