/** Judges the claims of templates. Not in the first load: the table of facts is large. */
import {
  againstClaims,
  citedBy,
  claimsText,
  judgeClaims,
  stated,
  type Claim,
  type JudgedClaim,
} from '#contract/model/facts/claims.ts'
import { BUILT_IN_CLAIMS } from '#contract/model/facts/default-claims.ts'
import { factsOf, sealOf } from '#contract/model/facts/seen-facts.ts'
import type { Template } from '#src/features/templates/defaults.ts'
import type { Prove } from './ports.ts'

/** The claims of a template: its own, or those that a built-in one has. */
export function claimsOf({ id, claims, body }: Pick<Template, 'id' | 'claims' | 'body'>): readonly Claim[] {
  return claims ?? (body.includes('{{claims}}') ? (BUILT_IN_CLAIMS[id] ?? []) : [])
}

/** Brackets and braces have another meaning in a note. */
const plain = (words: string) => words.replaceAll(/[[\]{}]/g, '')

const asksOf = (judged: readonly JudgedClaim[]): string[] =>
  judged.flatMap(({ verdict, isRequired, sentence, evidence }) => {
    if (verdict === 'contradicted') return plain(`why, although ${evidence}`)
    return verdict === 'unknown' && isRequired ? plain(`what shows it: ${sentence}`) : []
  })

export const prove: Prove = (template, { sheet, alertId = null, policy = 'refuse' }) => {
  const judged = judgeClaims(claimsOf(template), sheet ? factsOf(sheet, alertId) : [])
  const full = againstClaims(judged)
  const first = judged.find(({ verdict }) => verdict === 'contradicted')
  return {
    judged,
    text: claimsText(judged),
    asks: asksOf(judged),
    against: policy === 'refuse' && full && first ? { full, short: `the facts contradict “${first.sentence}”` } : null,
    isContradicted: full !== null,
    stating: {
      claims: stated(judged),
      ...(sheet && { facts: citedBy(judged, sealOf(sheet, alertId)) }),
    },
  }
}
