// Checks whether the list of common names was fitted to the strangers it is judged by: without it, with it, and by a rule from others.
import { onlyNamed, type PartyFacts } from '#server/screening/party-facts.ts'
import { COMMON_NAMES } from '#server/screening/names/common.ts'
import { parseName } from '#server/screening/names/parse.ts'
import { THRESHOLD } from '#server/screening/settings.ts'
import { Screener, type Listed } from '#server/screening/screener.ts'
import { round, type Report } from '../report.ts'
import { readPeople } from './folder.ts'

/** The rule: a word that one in so many people is called by. */
const ONE_IN = 500
const NOBODY: ReadonlySet<string> = new Set()

const nameOf = ({ names: [name = ''] }: PartyFacts) => name
const wordsOf = (name: string) => new Set(parseName(name, 'person').words.map(({ text }) => text))

function commonAmong(people: readonly PartyFacts[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const person of people) for (const word of wordsOf(nameOf(person))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].flatMap(([word, count]) => (count * ONE_IN >= people.length ? word : [])))
}

/** `un` has the names of `un-plain.csv` by row, as `altered` has them. */
export function commonNames(folder: string, un: readonly Listed[], ofac: readonly Listed[]): Report {
  const strangers = ['strangers-global.csv', 'strangers-us.csv'].flatMap((file) => readPeople(folder, file))
  const halves = [0, 1].map((half) => strangers.filter((_, n) => n % 2 === half))
  const altered = readPeople(folder, 'un-altered.csv')
  const hits = (people: readonly PartyFacts[], common: ReadonlySet<string>) => {
    const screener = new Screener(ofac, () => THRESHOLD, { common })
    return people.filter((person) => screener.find(onlyNamed(nameOf(person))).length > 0).length
  }
  const found = (common: ReadonlySet<string>) => {
    const screener = new Screener(un, () => THRESHOLD, { common })
    return altered.filter((person, n) =>
      screener.find(onlyNamed(nameOf(person))).some(({ entry }) => entry.id === String(n)),
    ).length
  }
  const row = (what: string, sets: readonly ReadonlySet<string>[]) => {
    const [first = 0, second = 0] = halves.map((half, n) => hits(half, sets[n] ?? NOBODY))
    return {
      '': what,
      words: sets.map(({ size }) => size).join(' and '),
      'strangers hit, first half': first,
      'second half': second,
      'share of all': round((100 * (first + second)) / strangers.length, 3),
      'UN altered, found': [...new Set(sets.map(found))].join(' and '),
    }
  }
  const [first = [], second = []] = halves
  return {
    title: 'Names that many bear, against OFAC by name alone',
    rows: [
      row('without the list', [NOBODY, NOBODY]),
      row('with our list (names/common.ts)', [COMMON_NAMES, COMMON_NAMES]),
      row('by rule, from the other half', [commonAmong(second), commonAmong(first)]),
    ],
    notes: [
      `Our list was written after these strangers had been read. The rule takes every word that one in ${ONE_IN} people of one half is called by, and is judged on the other half.`,
    ],
  }
}
