/** Claims: what a template asserts of the facts, and whether the facts support it. Pure. */
import * as z from 'zod/mini'
import { flat, oneLine } from '#contract/model/common.ts'
import { factEvidence } from './fact-sentence.ts'
import { FACT_IDS, FACTS, findFact, type Fact, type FactId, type FactUnit, type KnownFact } from './facts.ts'
import type { SeenFacts, StatedClaim, Verdict } from './seen-facts.ts'

/** How a claim compares a fact with its value. `known` means that the fact is known, whatever its value. */
export const CLAIM_OPERATORS = ['known', 'eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const
export type ClaimOperator = (typeof CLAIM_OPERATORS)[number]

const shape = z.object({
  /** The assertion as the note states it, without a full stop. */
  sentence: oneLine(200),
  fact: z.enum(FACT_IDS),
  is: z.enum(CLAIM_OPERATORS),
  /** The compared value; none for `known`. */
  value: z.optional(z.union([z.number(), z.string().check(flat, z.maxLength(100)), z.boolean()])),
  /** Required evidence: if the fact is unknown, the analyst states it. */
  isRequired: z.optional(z.boolean()),
})
export const claim = shape.check(z.refine((one) => isComparable(one), 'compares a fact with a value of another kind'))
export type Claim = z.infer<typeof shape>
export type { Verdict }

/** The type of value by unit of a fact. */
export const valueType = (unit: FactUnit): 'number' | 'string' | 'boolean' =>
  unit === 'flag' ? 'boolean' : unit === 'text' || unit === 'country' || unit === 'date' ? 'string' : 'number'

/** True if the value of a claim can be compared with its fact. */
export function isComparable({ fact, is, value }: Pick<Claim, 'fact' | 'is' | 'value'>): boolean {
  if (is === 'known') return value === undefined
  if (typeof value === 'number' && !Number.isFinite(value)) return false
  return typeof value === valueType(FACTS[fact].unit)
}

/** True if the facts of an alert support a claim. What is not comparable is unknown, never supported. */
export function evaluateClaim(asserted: Pick<Claim, 'fact' | 'is' | 'value'>, facts: readonly Fact[]): Verdict {
  const found = findFact(facts, asserted.fact)
  if (found?.state !== 'known') return 'unknown'
  if (asserted.is === 'known') return 'supported'
  const order = compare(found.value, asserted.value)
  if (order === null) return 'unknown'
  return holds(asserted.is, order) ? 'supported' : 'contradicted'
}

/** Below zero, zero or above; null where the two cannot be compared. Text is compared without case. */
function compare(value: KnownFact['value'], other: Claim['value']): number | null {
  if (typeof value !== typeof other || other === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value - Number(other)) ? value - Number(other) : null
  if (typeof value === 'boolean') return Number(value) - Number(other)
  const [a, b] = [value.toLowerCase(), String(other).toLowerCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

function holds(operator: Exclude<ClaimOperator, 'known'>, order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
  }
}

/** A claim with its result, and the fact's value: "Actual to declared: 3.8×". */
export interface EvaluatedClaim extends Claim {
  verdict: Verdict
  evidence: string
}

export function evaluateClaims(claims: readonly Claim[], facts: readonly Fact[]): EvaluatedClaim[] {
  return claims.map((one) => {
    const found = findFact(facts, one.fact)
    const evidence = found ? factEvidence(found) : `${FACTS[one.fact].label}: not read`
    return { ...one, verdict: evaluateClaim(one, facts), evidence }
  })
}

/** The text of claims in a note: supported ones with their evidence, unchecked ones by name. */
export function claimsText(judged: readonly EvaluatedClaim[]): string {
  const of = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict)
  const named = (verdict: Verdict) => of(verdict).map(({ evidence }) => evidence)
  const unchecked = of('unknown').map(({ fact }) => FACTS[fact].label)
  return [
    ...of('supported').map(({ sentence, evidence }) => `${sentence} (${evidence}).`),
    ...(of('contradicted').length > 0 ? [`Against it: ${named('contradicted').join('; ')}.`] : []),
    ...(unchecked.length > 0 ? [`Not checked: ${[...new Set(unchecked)].join('; ')}.`] : []),
  ].join(' ')
}

/** The first claim that the facts contradict, which keeps a template from being written; null if there is none. */
export function againstClaims(judged: readonly EvaluatedClaim[]): string | null {
  const first = judged.find(({ verdict }) => verdict === 'contradicted')
  return first ? `the facts contradict “${first.sentence}” (${first.evidence})` : null
}

/** The claims as the operation that decides carries them. */
export const stated = (judged: readonly EvaluatedClaim[]): StatedClaim[] =>
  judged.map(({ sentence, fact, is, value, verdict }) => ({
    sentence,
    fact,
    is,
    ...(value !== undefined && { value }),
    verdict,
  }))

/** The fact versions that the claims cite. */
export function citedBy(claims: readonly Pick<Claim, 'fact'>[], seal: SeenFacts): SeenFacts {
  const cited = new Set<string>(claims.map(({ fact }) => fact))
  return { ...seal, versions: Object.fromEntries(Object.entries(seal.versions).filter(([id]) => cited.has(id))) }
}

export const isFactId = (id: string): id is FactId => Object.hasOwn(FACTS, id)

/** The fault of a claim being edited, as text; null if there is none. */
export function claimFault(one: Claim): string | null {
  if (!isFactId(one.fact)) return `There is no fact ${String(one.fact)}.`
  if (one.sentence.trim() === '') return 'Write the sentence that the note says.'
  return isComparable(one) ? null : `${FACTS[one.fact].label} is compared with a ${valueType(FACTS[one.fact].unit)}.`
}

/** Claims as a preview shows them: as if the facts supported all of them. */
export const evaluateSample = (claims: readonly Claim[]): EvaluatedClaim[] =>
  claims
    .filter((one) => claimFault(one) === null)
    .map((one) => ({
      ...one,
      verdict: 'supported',
      evidence: `${FACTS[one.fact].label}: ‹value›`,
    }))
