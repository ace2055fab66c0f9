// Precision, recall and F1 on pairs of names: our scorer, trigrams and the given scores in one table.
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/schema/database.ts'
import { compareNames, type Compared } from '#server/screening/names/compare.ts'
import { alternativesOf } from '#server/screening/names/transliteration.ts'
import { parseName } from '#server/screening/names/parse.ts'
import { THRESHOLD } from '#server/screening/settings.ts'
import { round } from '../report.ts'
import { scriptsOf, type NamePair } from './folder.ts'

/** The score of each scorer on a pair. */
export interface ScoredPair extends NamePair {
  compared: Compared
  trigrams: number
}

const TRIGRAMS = 0.6
const GIVEN = 0.7
const FOLDS = 5
const GRID = Array.from({ length: 41 }, (_, n) => 0.5 + n / 100)

export function scoreOf({ a, b, kind }: Pick<NamePair, 'a' | 'b' | 'kind'>): Compared {
  const all = alternativesOf(a).flatMap((x) =>
    alternativesOf(b).map((y) => compareNames(parseName(x, kind), parseName(y, kind))),
  )
  return all.toSorted((x, y) => y.score - x.score)[0] ?? { score: 0, parts: [] }
}

export async function scorePairs(db: Kysely<Database>, pairs: readonly NamePair[]): Promise<ScoredPair[]> {
  const { rows } = await sql<{ n: number; score: number }>`
    select n, similarity(screening_name(a), screening_name(b)) as score
    from unnest(${pairs.map(({ a }) => a)}::text[], ${pairs.map(({ b }) => b)}::text[]) with ordinality as t(a, b, n)`.execute(
    db,
  )
  const trigrams = new Map(rows.map(({ n, score }) => [Number(n), score]))
  return pairs.map((pair, n) => ({ ...pair, compared: scoreOf(pair), trigrams: trigrams.get(n + 1) ?? 0 }))
}

type Says = (pair: ScoredPair) => boolean

interface Counted {
  precision: number
  recall: number
  f1: number
}

function counted(pairs: readonly ScoredPair[], says: Says): Counted {
  const of = (isSaid: boolean, isMatch: boolean) =>
    pairs.filter((pair) => says(pair) === isSaid && pair.isMatch === isMatch).length
  const [found, wrong, missed] = [of(true, true), of(true, false), of(false, true)]
  const [precision, recall] = [found / Math.max(1, found + wrong), found / Math.max(1, found + missed)]
  return { precision, recall, f1: (2 * found) / Math.max(1, 2 * found + wrong + missed) }
}

const ours =
  (threshold: number): Says =>
  ({ compared }) =>
    compared.score >= threshold - 1e-9
const given: Says = (pair) => pair.given >= GIVEN
const trigrams: Says = (pair) => pair.trigrams >= TRIGRAMS

/** The threshold with the best F1; the middle one where several have it. */
function bestThreshold(pairs: readonly ScoredPair[]): number {
  const scores = GRID.map((threshold) => counted(pairs, ours(threshold)).f1)
  const best = GRID.filter((_, n) => scores[n] === Math.max(...scores))
  return best[Math.floor(best.length / 2)] ?? THRESHOLD
}

const foldOf = ({ id }: ScoredPair) => Number.parseInt(id.slice(0, 6), 16) % FOLDS

/** Each fold judged by the threshold that is best on the others. */
export function crossValidated(pairs: readonly ScoredPair[]): Counted & { thresholds: number[] } {
  const thresholds = Array.from({ length: FOLDS }, (_, fold) =>
    bestThreshold(pairs.filter((pair) => foldOf(pair) !== fold)),
  )
  return { ...counted(pairs, (pair) => ours(thresholds[foldOf(pair)] ?? THRESHOLD)(pair)), thresholds }
}

function row(what: string, pairs: readonly ScoredPair[]): Record<string, string | number> {
  const own = counted(pairs, ours(THRESHOLD))
  return {
    '': what,
    pairs: pairs.length,
    precision: round(own.precision, 3),
    recall: round(own.recall, 3),
    F1: round(own.f1, 3),
    'logic-v2 F1': round(counted(pairs, given).f1, 3),
    'trigrams F1': round(counted(pairs, trigrams).f1, 3),
  }
}

export interface PairReport {
  rows: Record<string, string | number>[]
  notes: string[]
  isMissed: boolean
}

export function reportPairs(pairs: readonly ScoredPair[]): PairReport {
  const groups = [...new Set(pairs.map(({ category }) => category))].toSorted()
  const scripts = [...new Set(pairs.map(scriptsOf))].toSorted()
  const cross = crossValidated(pairs)
  const byGroup = groups.map((group) =>
    row(
      group,
      pairs.filter(({ category }) => category === group),
    ),
  )
  const sure = pairs.filter(({ isSure, isMatch }) => isSure && isMatch)
  const lost = sure.filter((pair) => !ours(THRESHOLD)(pair))
  const worse = byGroup.filter(
    (each) => Number(each['F1']) <= Number(each['logic-v2 F1']) && Number(each['logic-v2 F1']) < 1,
  )
  return {
    rows: [
      row('all', pairs),
      ...byGroup,
      ...scripts.map((script) =>
        row(
          script,
          pairs.filter((pair) => scriptsOf(pair) === script),
        ),
      ),
    ],
    notes: [
      `Threshold ${THRESHOLD}. The prices of differences were chosen on these pairs; only the threshold is cross-validated.`,
      `${FOLDS}-fold cross-validated: precision ${round(cross.precision, 3)}, recall ${round(cross.recall, 3)}, F1 ${round(cross.f1, 3)} (goal 0.85), thresholds ${cross.thresholds.map((each) => each.toFixed(2)).join(', ')}.`,
      `Pairs that must match: ${sure.length - lost.length} of ${sure.length} found${lost.length > 0 ? `; missed: ${lost.map(({ a, b }) => `${a} / ${b}`).join('; ')}` : ''}.`,
      `Categories in which logic-v2 is not beaten: ${worse.map((each) => each['']).join(', ') || 'none'}.`,
    ],
    isMissed: cross.f1 < 0.85 || lost.length > 0 || worse.length > 0,
  }
}

/** The matches found that trigrams miss by most, with the points of each feature. */
export function hardest(pairs: readonly ScoredPair[], most: number): string[] {
  return pairs
    .filter(({ isMatch, compared }) => isMatch && compared.score >= THRESHOLD)
    .toSorted((a, b) => a.trigrams - b.trigrams)
    .slice(0, most)
    .map(explained)
}

/** The pairs that our threshold judges wrong, farthest from it first, with the points of each feature. */
export function mistaken(pairs: readonly ScoredPair[], most: number): string[] {
  const off = ({ compared }: ScoredPair) => Math.abs(compared.score - THRESHOLD)
  return pairs
    .filter((pair) => ours(THRESHOLD)(pair) !== pair.isMatch)
    .toSorted((a, b) => off(b) - off(a))
    .slice(0, most)
    .map((pair) => `${pair.isMatch ? 'missed' : 'wrongly found'}: ${explained(pair)}`)
}

function explained({ a, b, compared, trigrams: by, given: v2 }: ScoredPair): string {
  const parts = compared.parts.map(
    ({ feature, party, entry, points }) =>
      `${feature}${party || entry ? ` (${[party, entry].filter(Boolean).join(' / ')})` : ''} ${points.toFixed(2)}`,
  )
  return `${a} / ${b}: ${compared.score.toFixed(2)} (trigrams ${by.toFixed(2)}, logic-v2 ${v2.toFixed(2)}): ${parts.join(', ') || 'no difference'}`
}
