/** The claims of a decision, checked again on the server's own facts, and against what its rule asks of a closing. */
import { evaluateClaim, isFactId, type Claim } from '#contract/model/facts/claims.ts'
import { factEvidence } from '#contract/model/facts/fact-sentence.ts'
import { FACTS, findFact, type Fact } from '#contract/model/facts/facts.ts'
import { gapsOf } from '#contract/model/facts/rule-facts.ts'
import type { Decided, SealedClaim } from '#contract/model/facts/seal.ts'
import type { SeenFacts, StatedClaim, Stating } from '#contract/model/facts/seen-facts.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'

interface Judged {
  facts: readonly Fact[]
  seen: SeenFacts | undefined
  stating: Stating
  /** Those of the template that the decision names, where the server knows it. */
  known: readonly Claim[] | null
  policy: Config['claims']['contradicted']
}

const sameClaim = (one: Pick<Claim, 'fact' | 'is' | 'value'>, other: Pick<StatedClaim, 'fact' | 'is' | 'value'>) =>
  one.fact === other.fact && one.is === other.is && one.value === other.value

/** The checked claims: those that the server knows of the template, else the stated ones. */
function claimsIn({ stating: { claims: stated }, known }: Judged): { claim: Claim; stated: StatedClaim | undefined }[] {
  stated?.forEach(({ fact }, index) => {
    if (!isFactId(fact)) throw new Refusal(400, `claims.${index}.fact: there is no fact ${fact}`)
  })
  if (!known) return stated?.map((one) => ({ claim: one as Claim, stated: one })) ?? []
  const missing = stated && known.find((one) => !stated.some((other) => sameClaim(one, other)))
  if (missing) throw new Refusal(400, `claims: “${missing.sentence}” is a claim of the template and is not stated`)
  return known.map((claim) => ({ claim, stated: stated?.find((other) => sameClaim(claim, other)) }))
}

/**
 * Checks each claim on the current facts. If the fact is unchanged since the decision, a different result was false,
 * and a contradiction is refused or needs a reason. If the fact has changed, the difference is recorded, and the
 * decision stands.
 */
export function checkStatedClaims(judged: Judged): SealedClaim[] {
  const { facts, seen, stating, policy } = judged
  return claimsIn(judged).map(({ claim, stated }, index): SealedClaim => {
    const now = findFact(facts, claim.fact)
    const version = seen?.versions[claim.fact]
    const isSame = version !== undefined && version === now?.version
    const verdict = evaluateClaim(claim, facts)
    if (stated && stated.verdict !== 'unknown' && version === undefined)
      throw new Refusal(
        400,
        `claims.${index}.verdict: says ${stated.verdict} of a fact whose version is not sent with it`,
      )
    if (stated && isSame && stated.verdict !== verdict)
      throw new Refusal(400, `claims.${index}.verdict: says ${stated.verdict}, the fact says ${verdict}`)
    const isContradicted = stated?.verdict === 'contradicted' || (isSame && verdict === 'contradicted')
    const isTaken = policy === 'ask' && (stating.override?.trim() ?? '') !== ''
    if (isContradicted && !isTaken) {
      const evidence = now ? factEvidence(now) : FACTS[claim.fact].label
      const why = policy === 'ask' ? ' Give the reason to decide against it.' : ''
      throw new Refusal(422, `The facts contradict “${claim.sentence}” (${evidence}).${why}`)
    }
    return {
      sentence: claim.sentence,
      fact: claim.fact,
      stated: stated?.verdict ?? null,
      now: verdict,
      isSame,
      evidence: now ? factEvidence(now) : null,
    }
  })
}

/** Refuses a template that passes over a fact of the rule, unless a person wrote of it. Notes without a template are words. */
export function checkGaps(
  { ruleType }: Pick<Decided, 'ruleType'>,
  claims: readonly Pick<SealedClaim, 'fact'>[],
  { explained = '' }: Pick<Stating, 'explained'>,
): void {
  if (explained.trim() !== '') return
  const cited = claims.flatMap(({ fact }) => (isFactId(fact) ? [{ fact }] : []))
  const [first] = gapsOf(cited, ruleType ?? undefined)
  if (!first) return
  const message = `The template says nothing of “${FACTS[first].label}”: the note needs your words.`
  throw new Refusal(422, message, undefined, {}, 'facts-passed-over')
}
