// Careless people found by quality reviews: a team of forty over four weeks, ten of whom clear half of their alerts unread.
// Draws, mixes and judges with the server's own functions. npm run bench -- careless [--json].
import { accuracyOf, DEFAULT_RATES, type Rate } from '#contract/model/quality/quality.ts'
import { drawnBy, goldenAmong } from '#server/quality/sampling.ts'
import type { Report } from '#tests/bench/report.ts'
import { row, type Row } from '#tests/bench/server/row.ts'

const PEOPLE = 40
const CARELESS = 10
const DAYS = 20
const A_DAY = 250
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** How much of what comes is of which risk, and how much of that is suspicious. */
const RISKS = [
  { risk: 'high', share: 0.1, suspicious: 0.3 },
  { risk: 'medium', share: 0.3, suspicious: 0.04 },
  { risk: 'low', share: 0.6, suspicious: 0.005 },
] as const
/** Whoever reviews misses so many suspicious ones, and takes so many others to be suspicious. */
const MISSED = 0.05
const TAKEN = 0.003
/** Whoever closes a finding is right so often. */
const RIGHT = 0.98
/** Half of the known items are suspicious. */
const KNOWN = 0.5
/** Three percent of the work: most of it where the risk is, and some items whose answer is known. */
const POLICY: readonly Rate[] = [
  { scope: 'all', key: '', rate: 0.5 },
  { scope: 'risk', key: 'high', rate: 20 },
]
const GOLDEN = 17
const TOLERANCE = DEFAULT_RATES.tolerance
const EXTRA_GOAL = 3

/** Chance that repeats itself (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Outcome {
  extra: number
  found: number
  accused: number
  errorsOf: { careless: number; careful: number }
}

/** One team's four weeks. `unread`: the share of alerts that a careless person clears without looking. */
function simulate(seed: number, unread: number): Outcome {
  const chance = chanceOf(seed)
  const isCareless = (person: number) => person < CARELESS
  /** A reader's view of an alert. */
  const judge = (person: number, isSuspicious: boolean) => {
    if (isCareless(person) && chance() < unread) return false
    return isSuspicious ? chance() >= MISSED : chance() < TAKEN
  }
  const other = (person: number) => (person + 1 + Math.floor(chance() * (PEOPLE - 1))) % PEOPLE
  const tallies = Array.from({ length: PEOPLE }, () => ({
    reviews: 0,
    waiting: 0,
    upheld: 0,
    golden: 0,
    goldenWrong: 0,
  }))
  const tallyOf = (person: number) =>
    tallies[person] ?? { reviews: 0, waiting: 0, upheld: 0, golden: 0, goldenWrong: 0 }
  let reviews = 0
  for (let person = 0; person < PEOPLE; person += 1) {
    for (let n = 0; n < DAYS * A_DAY; n += 1) {
      const at = chance()
      const { risk, suspicious } = RISKS.find((_, index) => at < shareUpTo(index)) ?? RISKS[2]
      const isSuspicious = chance() < suspicious
      const first = judge(person, isSuspicious)
      const alertId = String(person * DAYS * A_DAY + n)
      if (drawnBy(POLICY, `seed ${seed}`, { alertId, ruleId: '1', person: String(person), risk }) === null) continue
      reviews += 1
      const tally = tallyOf(person)
      tally.reviews += 1
      if (judge(other(person), isSuspicious) === first) continue
      const isWrong = first !== isSuspicious
      if (chance() < RIGHT ? isWrong : !isWrong) tally.upheld += 1
    }
  }
  const golden = goldenAmong(reviews, GOLDEN)
  for (let n = 0; n < golden; n += 1) {
    // whoever reads much meets many: all read alike
    const reader = Math.floor(chance() * PEOPLE)
    const isSuspicious = chance() < KNOWN
    const tally = tallyOf(reader)
    tally.golden += 1
    if (judge(reader, isSuspicious) !== isSuspicious) tally.goldenWrong += 1
  }
  const people = tallies.map((tally) => accuracyOf(tally, TOLERANCE))
  const among = (wanted: boolean) => people.filter((_, person) => isCareless(person) === wanted)
  const rate = (some: typeof people) => some.reduce((sum, { share }) => sum + share.value, 0) / some.length
  return {
    extra: (100 * (reviews + golden)) / (PEOPLE * DAYS * A_DAY),
    found: among(true).filter(({ isAbove }) => isAbove).length,
    accused: among(false).filter(({ isAbove }) => isAbove).length,
    errorsOf: { careless: 100 * rate(among(true)), careful: 100 * rate(among(false)) },
  }
}

const shareUpTo = (index: number) => RISKS.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0)

export function measure(): Promise<Report> {
  const rows = SEEDS.map((seed): Row => {
    const { extra, found, accused, errorsOf } = simulate(seed, 0.5)
    const isKept = found === CARELESS && extra <= EXTRA_GOAL
    return row(`seed ${seed}: found`, `${found} of ${CARELESS}, ${accused} of ${PEOPLE - CARELESS} accused wrongly`, {
      against: `${extra.toFixed(2)} % extra work; errors ${errorsOf.careless.toFixed(1)} % and ${errorsOf.careful.toFixed(1)} %`,
      goal: `${CARELESS} of ${CARELESS} at ${EXTRA_GOAL} %`,
      kept: isKept,
    })
  })
  const milder = [0.35, 0.25, 0.15].map((unread): Row => {
    const runs = SEEDS.map((seed) => simulate(seed, unread))
    const sum = (of: 'found' | 'accused') => runs.reduce((total, run) => total + run[of], 0)
    const [found, accused] = [sum('found'), sum('accused')]
    return row(
      `${100 * unread} % unread, all seeds: found`,
      `${found} of ${CARELESS * SEEDS.length}, ${accused} of ${(PEOPLE - CARELESS) * SEEDS.length} accused wrongly`,
    )
  })
  return Promise.resolve({
    title: `Careless people among ${PEOPLE}, ${DAYS} days of ${A_DAY} decisions each`,
    rows: [...rows, ...milder],
    notes: [
      `${CARELESS} clear half of their alerts unread, as deciders and as second readers; the others miss ${100 * MISSED} % of what is suspicious.`,
      `Half a percent of all decisions and 20 % of those on customers of high risk are looked at, ${GOLDEN} % of what is read is known.`,
      `Found is whose 95 % Wilson interval lies above ${TOLERANCE} % of errors; whoever closes a finding is right in ${100 * RIGHT} %.`,
    ],
    isMissed: rows.some(({ kept }) => kept === 'NO'),
  })
}
