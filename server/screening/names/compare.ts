/** The similarity of two names (fuzzy matching), with its reasons: every difference has a cost, in letters. */
import type { ScorePart } from '#contract/model/screening/screening.ts'
import { distance, isTypo, TYPO_PRICES } from './distance.ts'
import type { NameWord, ParsedName } from './parse.ts'
import { skeletonOf, soundOf } from './phonetics.ts'
import { ALLOWED, PRICES } from './edit-costs.ts'
import { LEGAL_FORMS } from './tables.ts'
import { isContent, priceOf } from './word-cost.ts'

export interface Compared {
  /** From 0 to 1; names that differ by nothing are 1. */
  score: number
  parts: ScorePart[]
  /** The reduction of the score for a frequent name, in points below 0: further facts restore it. */
  doubt?: number
}

interface Pair {
  a: NameWord
  b: NameWord
  cost: number
  feature: string
}

/** Compares a party's name with an entry's. Symmetric but for the words in the parts. */
export function compareNames(
  a: ParsedName,
  b: ParsedName,
  rarity: (word: NameWord) => number = () => Number.POSITIVE_INFINITY,
): Compared {
  if (a.words.length === 0 || b.words.length === 0) return { score: 0, parts: [] }
  // a name of nothing but titles, particles or letters is itself, too
  if (a.signs === b.signs && isSameForm(a, b) && textOf(a) === textOf(b)) return { score: 1, parts: [] }
  if (a.signs !== undefined && b.signs !== undefined)
    return textOf(a) === textOf(b) ? bySound(a.signs, b.signs) : bySigns(a.signs, b.signs)
  return acronymOf(a, b) ?? matchWords(a, b, rarity)
}

const isSameForm = ({ forms: a }: ParsedName, { forms: b }: ParsedName) =>
  a.size === b.size && (soft(a, b) || [...a].every((form) => b.has(form)))

/** A sign is a whole syllable: another one is another name. */
function bySigns(a: string, b: string): Compared {
  if (a === b) return { score: 1, parts: [] }
  const slips = distance(a, b, 20, TYPO_PRICES)
  const share = slips / Math.max(a.length, b.length)
  const score = Math.max(0, 1 - PRICES.otherSign * share)
  return { score, parts: [{ feature: 'characters', party: a, entry: b, points: score - 1 }] }
}

const HAN = /^\p{Script=Han}+$/u

function bySound(a: string, b: string): Compared {
  const [ofA, ofB] = [[...a], [...b]]
  if (!HAN.test(a) || !HAN.test(b) || ofA.length !== ofB.length) return bySigns(a, b)
  const points = -PRICES.signVariant * ofA.filter((sign, n) => sign !== ofB[n]).length
  return {
    score: Math.max(0, 1 + points),
    parts: [{ feature: 'other characters, same reading', party: a, entry: b, points }],
  }
}

function acronymOf(a: ParsedName, b: ParsedName): Compared | undefined {
  for (const [short, long] of [
    [a, b],
    [b, a],
  ] as const) {
    const [word, ...others] = short.words.filter(({ kind }) => kind !== 'place' && kind !== 'particle')
    if (!word || others.length > 0 || word.script !== 'alphabet' || word.text.length < 3 || long.acronym !== word.text)
      continue
    // three names of a person have initials too
    if (!long.words.some(({ kind }) => kind === 'common')) continue
    return {
      score: 1 - ALLOWED.points * PRICES.acronym,
      parts: [{ feature: 'acronym', party: textOf(a), entry: textOf(b), points: -ALLOWED.points * PRICES.acronym }],
    }
  }
  return undefined
}

const textOf = ({ words }: ParsedName) => words.map(({ text }) => text).join(' ')

function matchWords(a: ParsedName, b: ParsedName, rarity: (word: NameWord) => number): Compared {
  const joined = joinWords(a.words, b.words)
  const pairs: Pair[] = []
  const [restA, restB] = assign(joined.a, joined.b, pairs)
  if (
    !pairs.some(({ a: x, b: y }) => isContent(x) || isContent(y)) &&
    (joined.a.length === 1) === (joined.b.length === 1)
  ) {
    return { score: 0, parts: [{ feature: 'nothing shared', points: -1 }] }
  }
  const letters = lettersOf(pairs, restA, restB)
  const allowed = Math.min(ALLOWED.most, Math.max(ALLOWED.least, ALLOWED.share * letters))
  const points = (cost: number) => (-ALLOWED.points * cost) / allowed
  const parts: ScorePart[] = []
  const charge = (feature: string, cost: number, party?: string, entry?: string) => {
    if (cost > 0) parts.push({ feature, ...(party && { party }), ...(entry && { entry }), points: points(cost) })
  }
  for (const { text, by } of joined.joins)
    charge('joined', PRICES.joined, by === 'a' ? text : undefined, by === 'b' ? text : undefined)
  for (const { a: x, b: y, cost, feature } of pairs) charge(feature, cost, x.text, y.text)
  if (a.kind === 'company' || b.kind === 'company' || a.kind === 'vessel')
    chargeCompany(a, b, { pairs, restA, restB }, charge)
  else chargePerson(a, b, { pairs, restA, restB }, charge)
  const certain = parts.length
  romanised(a, b, [restA, restB], parts)
  commonNames(pairs, rarity, parts)
  const sum = parts.reduce((total, part) => total + part.points, 0)
  const score = clamp(1 + sum)
  const doubt = score - clamp(1 + parts.slice(0, certain).reduce((total, part) => total + part.points, 0))
  const isSyllabic = [...a.words, ...b.words].some(({ script }) => script === 'syllabic')
  const whole = restA.length > 0 && restB.length > 0 && !isSyllabic ? asOneWord(a, b, allowed) : undefined
  if (whole && -whole.points < -sum) return { score: clamp(1 + whole.points), parts: [whole] }
  return { score, parts, ...(doubt < 0 && { doubt }) }
}

/** A syllable represents dozens of characters: two equal syllables are a common name, which needs a further fact. */
function romanised(
  a: ParsedName,
  b: ParsedName,
  [restA, restB]: readonly [readonly NameWord[], readonly NameWord[]],
  parts: ScorePart[],
): void {
  if ((a.signs === undefined) === (b.signs === undefined)) return
  const [signs, rest] = a.signs === undefined ? [b.signs ?? '', restB] : [a.signs, restA]
  if ([...signs].length - rest.length > 2) return
  parts.push({ feature: 'few syllables', party: textOf(a), entry: textOf(b), points: PRICES.fewSyllables })
}

/** A match on common names alone is less likely, the more differs. */
function commonNames(pairs: readonly Pair[], rarity: (word: NameWord) => number, parts: ScorePart[]): void {
  const told = pairs.reduce((sum, { b }) => (isContent(b) ? sum + rarity(b) : sum), 0)
  const slips = new Set(pairs.flatMap((pair) => (isSlipOf(pair, rarity) ? pair.a.text : [])))
  const lost = parts.reduce((sum, { points, feature, party = '' }) => {
    if (FREE.has(feature)) return sum
    return sum + points * (feature === 'letters' && slips.has(party) ? PRICES.rareSlip : 1)
  }, 0)
  const words = pairs.filter(({ b }) => isContent(b)).length
  const points = lost < 0 ? lost * PRICES.common * Math.max(0, PRICES.enough * Math.min(2, words) - told) : 0
  if (points < -0.005) parts.push({ feature: 'common names', points })
}
/** A wrong letter in a long word that is not on the lists is rather a typo than another name. */
function isSlipOf({ a, b, feature }: Pair, rarity: (word: NameWord) => number): boolean {
  if (feature === 'letters' && isTypo(a.text, b.text)) return true
  const isLong = Math.min(a.text.length, b.text.length) >= LONG_WORD
  return feature === 'letters' && isLong && rarity(a) >= 1 && distance(a.text, b.text, 1, TYPO_PRICES) <= 1
}
/** The least letters of a word in which one typo is likelier than another name. */
const LONG_WORD = 6

/** Differences without significance. */
const FREE: ReadonlySet<string> = new Set([
  'particle',
  'particle more',
  'title more',
  'spelling',
  'sound',
  'joined',
  'script',
  'word misspelt',
])

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Spaces are the first thing to get lost: the names as one word each. */
function asOneWord(a: ParsedName, b: ParsedName, allowed: number): ScorePart | undefined {
  if (a.words.length === b.words.length) return undefined
  const [x, y] = [soundsOf(a), soundsOf(b)]
  // the form is written onto the name, too
  const spellings = [[x, y], ...withForm(a, x).map((whole) => [whole, y]), ...withForm(b, y).map((whole) => [x, whole])]
  const slips = Math.min(
    ...spellings.map(([one = '', other = '']) =>
      one.length < 6 || Math.abs(one.length - other.length) > 2 ? Number.POSITIVE_INFINITY : distance(one, other, 1.5),
    ),
  )
  if (slips === Number.POSITIVE_INFINITY) return undefined
  return {
    feature: 'spaces',
    party: textOf(a),
    entry: textOf(b),
    points: (-ALLOWED.points * (slips + PRICES.joined)) / allowed,
  }
}

const soundsOf = ({ words }: ParsedName) => words.map(({ sound }) => sound).join('')
const withForm = ({ silent }: ParsedName, sounds: string) =>
  silent.length === 0 ? [] : [sounds + soundOf(silent.join(''))]

type Charge = (feature: string, cost: number, party?: string, entry?: string) => void
interface Rest {
  pairs: readonly Pair[]
  restA: readonly NameWord[]
  restB: readonly NameWord[]
}

function chargePerson(a: ParsedName, b: ParsedName, { pairs, restA, restB }: Rest, charge: Charge): void {
  const shared = pairs.filter(
    ({ a: x, b: y }) => isContent(x) && isContent(y) && x.kind !== 'initial' && y.kind !== 'initial',
  )
  const withInitials = pairs.filter(({ a: x }) => isContent(x) || x.kind === 'initial').length
  const extraA = restA.filter(isContent)
  const extraB = restB.filter(isContent)
  if (shared.length === 0) charge('nothing shared', PRICES.conflict * 2)
  // a theophoric element is an additional name if the other side has another one
  if (extraA.length !== extraB.length) {
    const [fewer, rest] = extraA.length < extraB.length ? [extraA, restA] : [extraB, restB]
    fewer.push(
      ...rest
        .filter(({ sound, kind }) => kind === 'particle' && sound === 'abd')
        .slice(0, Math.abs(extraA.length - extraB.length)),
    )
  }
  const conflicts = Math.min(extraA.length, extraB.length)
  for (let n = 0; n < conflicts; n += 1) charge('other name', PRICES.conflict, extraA[n]?.text, extraB[n]?.text)
  const taken = new Set(pairs.flatMap(({ a: x, b: y }) => [x.sound, y.sound]))
  const extras: [NameWord, boolean][] = [
    ...extraA.slice(conflicts).map((word): [NameWord, boolean] => [word, true]),
    ...extraB.slice(conflicts).map((word): [NameWord, boolean] => [word, false]),
  ]
  for (const [name, side] of [
    [a, 'a'],
    [b, 'b'],
  ] as const) {
    const given = name.words.filter(({ isGiven }) => isGiven)
    const isMissing = given.length > 0 && !pairs.some((pair) => pair[side].isGiven)
    if (isMissing && conflicts === 0 && shared.length > 1)
      charge(
        'given name missing',
        PRICES.givenMissing,
        ...(side === 'a' ? ([given[0]?.text, undefined] as const) : ([undefined, given[0]?.text] as const)),
      )
  }
  let isFirst = true
  for (const [word, isA] of extras) {
    if (word.isFamily && withInitials > 1)
      charge(
        'family name missing',
        PRICES.familyMissing,
        ...(isA ? ([word.text, undefined] as const) : ([undefined, word.text] as const)),
      )
    const said = isA ? ([word.text, undefined] as const) : ([undefined, word.text] as const)
    if (taken.has(word.sound)) charge('name twice', PRICES.duplicate, ...said)
    else if (word.kind === 'patronymic') charge('patronymic more', PRICES.patronymic, ...said)
    else if (withInitials < 2) charge('only one name shared', PRICES.onlyOne, ...said)
    else if (word.script === 'syllabic') charge('syllable more', PRICES.syllableMore, ...said)
    else charge('name more', PRICES.extra + (isFirst ? PRICES.firstExtra : 0), ...said)
    isFirst = false
  }
  chargeSmall(restA, true, charge)
  chargeSmall(restB, false, charge)
  const [one, other] = [restA, restB].map((rest) => rest.filter(({ kind }) => kind === 'initial'))
  if (one?.length && other?.length) charge('other initial', PRICES.conflict, one[0]?.text, other[0]?.text)
  if (a.forms.size !== b.forms.size) charge('company form on a person', PRICES.formOfNobody)
}

function chargeSmall(rest: readonly NameWord[], isA: boolean, charge: Charge): void {
  for (const { kind, text, sound } of rest) {
    const said = isA ? ([text, undefined] as const) : ([undefined, text] as const)
    if (kind === 'particle') charge('particle more', sound === 'abd' ? PRICES.servant : PRICES.particle, ...said)
    if (kind === 'honorific') charge('title more', PRICES.honorific, ...said)
    if (kind === 'initial') charge('initial more', PRICES.extraInitial, ...said)
  }
}

const EXTRA: Readonly<Record<string, number>> = {
  place: PRICES.extraPlace,
  common: PRICES.extraCommon,
  number: PRICES.extraNumber,
  name: PRICES.extraWord,
  patronymic: PRICES.extraWord,
  initial: PRICES.extraWord,
  honorific: PRICES.extraCommon,
  particle: PRICES.particle,
}

function chargeCompany(a: ParsedName, b: ParsedName, { pairs, restA, restB }: Rest, charge: Charge): void {
  if (!pairs.some(({ a: x, b: y }) => isContent(x) && isContent(y))) charge('nothing shared', PRICES.conflict * 2)
  const isSlip = (word: NameWord, [own, other]: readonly [ParsedName, ParsedName]) => {
    const meant = misspelt(word, own, other)
    if (meant !== undefined) charge('form misspelt', PRICES.silentMisspelt, word.text, meant)
    return meant !== undefined
  }
  const [formsA, formsB] = [formsIn(a, restA), formsIn(b, restB)]
  const isExtra = ({ kind, text }: NameWord) => kind !== 'particle' && !LEGAL_FORMS.has(text)
  const extraA = restA.filter((word) => isExtra(word) && !isSlip(word, [a, b]))
  const extraB = restB.filter((word) => isExtra(word) && !isSlip(word, [b, a]))
  const conflicts = Math.min(extraA.length, extraB.length)
  for (let n = 0; n < conflicts; n += 1) charge('other word', PRICES.conflict, extraA[n]?.text, extraB[n]?.text)
  // a short form leaves out what the company does, where its own words are enough to know it by
  const own = pairs.filter(({ a: x, b: y }) => isOwn(x) && isOwn(y)).length
  const share = conflicts === 0 && own > 1 ? PRICES.shortForm : 1
  for (const [rest, isA] of [
    [extraA.slice(conflicts), true],
    [extraB.slice(conflicts), false],
  ] as const) {
    for (const { kind, text } of rest) {
      charge(
        `${kind} more`,
        kind === 'number' && a.kind !== 'vessel'
          ? PRICES.extraWord
          : (EXTRA[kind] ?? PRICES.extraWord) * (kind === 'common' ? share : 1),
        ...(isA ? ([text, undefined] as const) : ([undefined, text] as const)),
      )
    }
  }
  if (formsA.size === 0 && formsB.size === 0) return
  const isShared = [...formsA].some((form) => formsB.has(form))
  const said = [[...formsA].join(), [...formsB].join()] as const
  if (formsA.size === 0 || formsB.size === 0) charge('legal form missing', PRICES.formMissing, ...said)
  else if (!isShared) charge('other legal form', soft(formsA, formsB) ? PRICES.formMissing : PRICES.formOther, ...said)
}

/** Legal forms with those that stand among the words of a name in another order: `Lacno s.r.o. Praha`. */
function formsIn({ forms }: ParsedName, rest: readonly NameWord[]): ReadonlySet<string> {
  return new Set([...forms, ...rest.flatMap(({ text }) => LEGAL_FORMS.get(text) ?? [])])
}

/** True if a word of a company is its own: not what it does. */
const isOwn = ({ kind }: NameWord) => kind === 'name' || kind === 'place'

/** The insignificant word of the other name that this one misspells: `hte` for `the`, `compny`. */
function misspelt({ text }: NameWord, own: ParsedName, other: ParsedName): string | undefined {
  return other.silent.find(
    (word) => word.length > 2 && !own.silent.includes(word) && distance(text, word, 1, TYPO_PRICES) <= 1,
  )
}

/** A corporation or company may be of any form. */
const soft = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  [a, b].some((forms) => forms.has('corporation') || forms.has('limited'))

/** Letters compared: the more there are, the more may differ. */
function lettersOf(pairs: readonly Pair[], restA: readonly NameWord[], restB: readonly NameWord[]): number {
  const of = (words: readonly NameWord[]) =>
    words.reduce((sum, { kind, sound }) => (kind === 'particle' || kind === 'honorific' ? sum : sum + sound.length), 0)
  const matched = (of(pairs.map(({ a }) => a)) + of(pairs.map(({ b }) => b))) / 2
  return matched + Math.min(of(restA), of(restB))
}

/** Pairs words by the least price altogether; same words first. Answers what is left of either side. */
function assign(a: readonly NameWord[], b: readonly NameWord[], pairs: Pair[]): [NameWord[], NameWord[]] {
  const restA: NameWord[] = []
  const restB = [...b]
  for (const word of a) {
    const at = restB.findIndex(({ text }) => text === word.text)
    if (at < 0) restA.push(word)
    else pairs.push({ a: word, b: restB.splice(at, 1)[0] ?? word, cost: 0, feature: 'same' })
  }
  const prices: { x: number; y: number; cost: number; feature: string }[] = []
  restA.forEach((x, n) =>
    restB.forEach((y, m) => {
      const found = priceOf(x, y)
      if (found) prices.push({ x: n, y: m, ...found })
    }),
  )
  const chosen = cheapest(prices, restA.length)
  for (const { x, y, cost, feature } of chosen) {
    const [one, other] = [restA[x], restB[y]]
    if (one && other) pairs.push({ a: one, b: other, cost, feature })
  }
  const [usedA, usedB] = [new Set(chosen.map(({ x }) => x)), new Set(chosen.map(({ y }) => y))]
  return [restA.filter((_, n) => !usedA.has(n)), restB.filter((_, n) => !usedB.has(n))]
}

interface Price {
  x: number
  y: number
  cost: number
  feature: string
}

/** The pairing that leaves the fewest words alone, of those the cheapest. There are few prices: most words differ too much. */
function cheapest(prices: readonly Price[], rows: number): Price[] {
  if (prices.length > 40) return greedy(prices)
  const ALONE = 4
  let best: { cost: number; chosen: Price[] } = { cost: Number.POSITIVE_INFINITY, chosen: [] }
  const go = (x: number, cost: number, taken: ReadonlySet<number>, chosen: Price[]): void => {
    if (cost >= best.cost) return
    if (x === rows) {
      best = { cost, chosen }
      return
    }
    for (const price of prices) {
      if (price.x === x && !taken.has(price.y))
        go(x + 1, cost + price.cost, new Set([...taken, price.y]), [...chosen, price])
    }
    go(x + 1, cost + ALONE, taken, chosen)
  }
  go(0, 0, new Set(), [])
  return best.chosen
}

function greedy(prices: readonly Price[]): Price[] {
  const chosen: Price[] = []
  for (const price of prices.toSorted((a, b) => a.cost - b.cost)) {
    if (!chosen.some(({ x, y }) => x === price.x || y === price.y)) chosen.push(price)
  }
  return chosen
}

/** Words that one side writes as two and the other as one. */
function joinWords(a: readonly NameWord[], b: readonly NameWord[]) {
  const joins: { text: string; by: 'a' | 'b' }[] = []
  const join = (words: readonly NameWord[], others: readonly NameWord[], by: 'a' | 'b'): NameWord[] => {
    const out: NameWord[] = []
    for (let n = 0; n < words.length; n += 1) {
      const [word, next] = [words[n], words[n + 1]]
      if (!word) continue
      const whole = next && wholeOf(word, next, others)
      if (whole) {
        out.push(whole)
        n += 1
        continue
      }
      const fits = next && others.find((other) => isJoinOf(other, word, next))
      if (!next || !fits) {
        out.push(word)
        continue
      }
      const text = word.text + next.text
      out.push({ ...fits, text, sound: text === fits.text ? fits.sound : word.sound + next.sound })
      joins.push({ text: `${word.text} ${next.text}`, by })
      n += 1
    }
    return out
  }
  const joinedA = join(a, b, 'a')
  return { a: joinedA, b: join(b, joinedA, 'b'), joins }
}

/** `Abdulhai` in one piece, where the other side misspells it so that it is not seen to have two. */
function wholeOf(first: NameWord, { whole, ...second }: NameWord, others: readonly NameWord[]): NameWord | undefined {
  if (whole === undefined || others.some(({ whole: other, text }) => other !== undefined && text === second.text))
    return undefined
  if (
    !others.some((other) => !other.whole && other.kind === 'name' && distance(other.text, whole, 1, TYPO_PRICES) <= 1)
  )
    return undefined
  const sound = soundOf(whole)
  return { text: whole, kind: 'name', script: first.script, sound, skeleton: skeletonOf(sound) }
}

function isJoinOf(one: NameWord, first: NameWord, second: NameWord): boolean {
  const { length } = first.sound + second.sound
  if (
    one.text.length < 4 ||
    Math.abs(one.sound.length - length) > 1 ||
    one.sound === first.sound ||
    one.sound === second.sound
  )
    return false
  if ((first.text.length < 2 || second.text.length < 2) && one.text !== first.text + second.text) return false
  if (first.kind === 'initial') return false
  return distance(one.sound, first.sound + second.sound, 0.8) <= 0.8
}
