/** Judges the claims of templates. Not in the first load: the table of facts is large. */
import {
  againstClaims,
  citedBy,
  claimsText,
  evaluateClaims,
  stated,
  type Claim,
  type EvaluatedClaim,
} from '#contract/model/facts/claims.ts'
import { BUILT_IN_CLAIMS, claimsFor } from '#contract/model/facts/default-claims.ts'
import { factEvidence } from '#contract/model/facts/fact-sentence.ts'
import { FACTS, findFact } from '#contract/model/facts/facts.ts'
import { gapsOf } from '#contract/model/facts/rule-facts.ts'
import { factsOf, outstandingSteps, sealOf } from '#contract/model/facts/seen-facts.ts'
import type { Template } from '#src/features/templates/defaults.ts'
import { askForSteps, type NoteAbout, type Prove } from './connect-claims.ts'

/** The claims of a template: its own, or those that a built-in one has. */
export function claimsOf({ id, claims, body }: Pick<Template, 'id' | 'claims' | 'body'>): readonly Claim[] {
  return claims ?? (body.includes('{{claims}}') ? (BUILT_IN_CLAIMS[id] ?? []) : [])
}

/** Brackets and braces have another meaning in a note. */
const plain = (words: string) => words.replaceAll(/[[\]{}]/g, '')

const asksOf = (judged: readonly EvaluatedClaim[]): string[] =>
  judged.flatMap(({ verdict, isRequired, sentence, evidence }) => {
    if (verdict === 'contradicted') return plain(`why, although ${evidence}`)
    return verdict === 'unknown' && isRequired ? plain(`what shows it: ${sentence}`) : []
  })

/** A report, and what a person rejects, rest on grounds of their own. */
const isClosing = ({ use, reason }: Parameters<Prove>[0]) =>
  (use === 'resolve' || use === 'account') && reason !== 'STR_PROCEED'

/** The rule's findings that the template omits: a person explains them. */
function gapsIn(
  template: Parameters<Prove>[0],
  claims: readonly Claim[],
  { sheet, alertId = null, ruleType }: NoteAbout,
) {
  const facts = sheet ? factsOf(sheet, alertId) : []
  const ids = isClosing(template) ? gapsOf(claims, ruleType) : []
  return ids.map((id): EvaluatedClaim => {
    const found = findFact(facts, id)
    const evidence = found ? factEvidence(found) : `${FACTS[id].label}: not read`
    const sentence = `The template says nothing of “${FACTS[id].label}”`
    return { sentence, fact: id, is: 'known', isRequired: true, verdict: 'unknown', evidence }
  })
}

/** The outstanding steps of the alert's procedure, of which a closing gives the reason. */
const stepsIn = (template: Parameters<Prove>[0], { sheet, alertId = null }: NoteAbout): readonly string[] =>
  sheet && alertId !== null && isClosing(template) ? outstandingSteps(factsOf(sheet, alertId)) : []

/** Facts on another account than that of the case are named by it. */
function accountWords({ sheet, alertId = null }: NoteAbout): string {
  const other = alertId === null ? undefined : sheet?.otherAccounts[alertId]
  return other ? `On the account of ${other.name} (${other.id}):` : ''
}

export const prove: Prove = (template, about) => {
  const { sheet, alertId = null, ruleType, age, policy = 'refuse' } = about
  const claims = claimsFor(template.id, claimsOf(template), ruleType)
  const judged = evaluateClaims(claims, sheet ? factsOf(sheet, alertId) : [])
  const gaps = gapsIn(template, claims, about)
  const steps = stepsIn(template, about)
  const full = againstClaims(judged)
  const first = judged.find(({ verdict }) => verdict === 'contradicted')
  const said = claimsText([...judged, ...gaps])
  return {
    judged: [...judged, ...gaps],
    text: [said && accountWords(about), said, said && age].filter(Boolean).join(' '),
    asks: [...asksOf(judged), ...gaps.map(({ evidence }) => plain(`what explains it: ${evidence}`))],
    ...(steps.length > 0 && { asksSteps: plain(askForSteps(steps)) }),
    against: policy === 'refuse' && full && first ? { full, short: `the facts contradict “${first.sentence}”` } : null,
    isContradicted: full !== null,
    stating: {
      claims: stated(judged),
      ...(sheet && { facts: citedBy(judged, sealOf(sheet, alertId)) }),
    },
  }
}
