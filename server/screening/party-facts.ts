/** The facts of both sides beside the name, and their effect on the score. */
import type { Identifier, ListEntry } from '#server/screening/lists/entry.ts'
import type { ScorePart } from '#contract/model/screening/screening.ts'
import type { Compared } from '#server/screening/names/compare.ts'
import type { NameKind } from '#server/screening/names/parse.ts'

/** A screened party with its facts. Stored with a hit as the basis of its decision. */
export interface PartyFacts {
  /** All names it goes by, the first is the one it is shown by. */
  names: string[]
  kind: NameKind
  birth: string | null
  /** Two-letter codes. */
  countries: string[]
  gender: string | null
  /** Numbers of papers and registers. */
  identifiers: string[]
}

/** A party of whom nothing but the name is known. */
export function onlyNamed(name: string): PartyFacts {
  return { names: [name], kind: 'any', birth: null, countries: [], gender: null, identifiers: [] }
}

/** The effect of agreement or contradiction, in points of 1. */
export const POINTS = {
  birthSame: 0.06,
  birthTurned: 0.05,
  birthYear: 0.02,
  birthNear: -0.02,
  birthOther: -0.15,
  countrySame: 0.02,
  countryOther: -0.03,
  genderOther: -0.1,
  identifierSame: 0.2,
  otherKind: -0.1,
}
/**
 * The share of the doubt of a common name that a fact takes away. Of people with one name, one in some 20,000 has a given
 * birth date, one in 60 a given year, and one in a few a given country.
 */
const CERTAINTY = {
  birthSame: 1,
  birthTurned: 0.8,
  birthYear: 0.3,
  countrySame: 0.15,
  identifierSame: 1,
}
/** The maximum effect of facts: names further below the threshold are not compared. */
export const MAX_FACT_POINTS = POINTS.birthSame + POINTS.countrySame + POINTS.identifierSame
/** An identical name stays a hit whatever the facts say: they do not lower it below this. */
const SAME_NAME_AT_LEAST = 0.7

const CERTAINTY_OF: Readonly<Record<string, number>> = {
  'birth date same': CERTAINTY.birthSame,
  'birth day and month transposed': CERTAINTY.birthTurned,
  'birth year same': CERTAINTY.birthYear,
  'country same': CERTAINTY.countrySame,
  'identifier same': CERTAINTY.identifierSame,
}

/** The score of a pair with everything that is known of both. */
export function scoreWithFacts(compared: Compared, party: PartyFacts, entry: ListEntry): Compared {
  const parts: ScorePart[] = [
    ...kindPart(party, entry),
    ...birthPart(party.birth, entry.births),
    ...countryPart(party.countries, entry.countries),
    ...genderPart(party.gender, entry.genders),
    ...identifierPart(party.identifiers, entry.identifiers),
  ]
  const certainty = parts.reduce((sum, { feature, points }) => sum + (points > 0 ? (CERTAINTY_OF[feature] ?? 0) : 0), 0)
  const doubt = compared.doubt ?? 0
  if (doubt < 0 && certainty > 0)
    parts.push({ feature: 'common name with the same facts', points: -doubt * Math.min(1, certainty) })
  const points = parts.reduce((sum, part) => sum + part.points, 0)
  const least = compared.score === 1 ? SAME_NAME_AT_LEAST : 0
  const score = Math.min(1, Math.max(least, compared.score + points))
  return { score, parts: [...compared.parts, ...parts] }
}

function kindPart({ kind }: PartyFacts, { type }: ListEntry): ScorePart[] {
  const isOther = (kind === 'person' && type === 'entity') || (kind === 'company' && type === 'individual')
  return isOther ? [{ feature: 'other kind', party: kind, entry: type, points: POINTS.otherKind }] : []
}

function birthPart(birth: string | null, births: readonly string[]): ScorePart[] {
  if (!birth || births.length === 0) return []
  const told = births.map((each) => birthOf(birth, each))
  const best = told.toSorted((a, b) => b.points - a.points)[0]
  return best ? [{ ...best, party: birth, entry: births.slice(0, 5).join(', ') }] : []
}

function birthOf(a: string, b: string): ScorePart {
  const [x, y] = [a.split('-'), b.split('-')]
  if (a === b && x.length === 3) return { feature: 'birth date same', points: POINTS.birthSame }
  const years = Math.abs(Number(x[0]) - Number(y[0]))
  const isTurned = years === 0 && x.length === 3 && x[1] === y[2] && x[2] === y[1]
  if (isTurned) return { feature: 'birth day and month transposed', points: POINTS.birthTurned }
  // a year alone on one side agrees; two different days of one year barely do
  const isPartial = x.length < 3 || y.length < 3
  if (years === 0) return { feature: 'birth year same', points: isPartial ? POINTS.birthYear : 0 }
  if (years <= 1) return { feature: 'birth year near', points: POINTS.birthNear }
  return { feature: 'birth date other', points: POINTS.birthOther }
}

function countryPart(party: readonly string[], entry: readonly string[]): ScorePart[] {
  if (party.length === 0 || entry.length === 0) return []
  const isShared = party.some((country) => entry.includes(country))
  const said = { party: party.join(', '), entry: entry.slice(0, 8).join(', ') }
  return isShared
    ? [{ feature: 'country same', ...said, points: POINTS.countrySame }]
    : [{ feature: 'country other', ...said, points: POINTS.countryOther }]
}

function genderPart(gender: string | null, genders: readonly string[]): ScorePart[] {
  const [own] = (gender ?? '').toLowerCase()
  if ((own !== 'm' && own !== 'f') || genders.length === 0) return []
  if (genders.some((each) => each.startsWith(own))) return []
  return [{ feature: 'gender other', party: gender ?? '', entry: genders.join(', '), points: POINTS.genderOther }]
}

function identifierPart(party: readonly string[], entry: readonly Identifier[]): ScorePart[] {
  const plain = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const own = new Map(party.map((value) => [plain(value), value]))
  const same = entry.find(({ value }) => plain(value).length >= 5 && own.has(plain(value)))
  if (!same) return []
  return [
    {
      feature: 'identifier same',
      party: own.get(plain(same.value)) ?? '',
      entry: `${same.type} ${same.value}`,
      points: POINTS.identifierSame,
    },
  ]
}

/** The differences between two states, by field; empty if none. */
export function difference<T extends object>(before: T, after: T): Record<string, { before: unknown; after: unknown }> {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed: Record<string, { before: unknown; after: unknown }> = {}
  for (const field of fields) {
    const [was, is] = [Reflect.get(before, field) as unknown, Reflect.get(after, field) as unknown]
    if (JSON.stringify(was ?? null) !== JSON.stringify(is ?? null))
      changed[field] = { before: was ?? null, after: is ?? null }
  }
  return changed
}
