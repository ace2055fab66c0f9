// Facts beside the name, and their effect on the score.
import { describe, expect, test } from 'vitest'
import { anEntry } from '#tests/support/lists.ts'
import { onlyNamed, scoreWithFacts, type PartyFacts } from './party-facts.ts'
import type { ListEntry } from '#server/screening/lists/entry.ts'
import { Screener } from './screener.ts'

const NAMED = { score: 0.8, parts: [] }
const score = (party: Partial<PartyFacts>, entry: Partial<ListEntry>) =>
  scoreWithFacts(NAMED, { ...onlyNamed('Jane Doe'), ...party }, { ...anEntry('1', 'Jane Doe'), ...entry })

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
  expect(scoreWithFacts({ score: 1, parts: [] }, party, entry).score).toBeGreaterThanOrEqual(0.7)
})

describe('a common name', () => {
  const entry = {
    ...anEntry('1', 'Alexander Petrov'),
    type: 'individual' as const,
    births: ['1970-05-05'],
    countries: ['DE'],
  }
  const found = (name: string, party: Partial<PartyFacts>) =>
    new Screener([{ source: 'own', list: 'Own list', entry, digest: '' }], () => 0.7).find({
      ...onlyNamed(name),
      kind: 'person',
      ...party,
    })

  test('is a hit with the same birth date, and none without', () => {
    expect(found('Aleksandr Petrov', {})).toEqual([])
    expect(found('Aleksandr Petrov', { birth: '1971-06-06', countries: ['DE'] })).toEqual([])
    const [hit] = found('Aleksandr Petrov', { birth: '1970-05-05', countries: ['DE'] })
    expect(hit?.score).toBeGreaterThan(0.9)
    expect(hit?.parts.map(({ feature }) => feature)).toContain('common name with the same facts')
  })

  test('of somebody else stays none with the same facts', () => {
    expect(found('Petr Smirnov', { birth: '1970-05-05', countries: ['DE'] })).toEqual([])
    expect(found('Alexandra Popova', { birth: '1970-05-05', countries: ['DE'] })).toEqual([])
  })

  test('scores no lower for a further fact that agrees', () => {
    const named = { score: 0.5, parts: [], doubt: -0.3 }
    const facts: Partial<PartyFacts>[] = [
      {},
      { countries: ['DE'] },
      { countries: ['DE'], birth: '1970' },
      { countries: ['DE'], birth: '1970-05-05' },
    ]
    const scores = facts.map((party) => scoreWithFacts(named, { ...onlyNamed('A'), ...party }, entry).score)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(new Set(scores).size).toBe(4)
  })
})
