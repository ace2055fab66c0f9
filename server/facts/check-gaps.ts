/** Whether the note of a closing speaks to the facts of the alert's rule: by its template's claims, or in a person's words. */
import { FACTS } from '#contract/model/facts/facts.ts'
import { gapsOf } from '#contract/model/facts/rule-facts.ts'
import type { Decided, SealedClaim } from '#contract/model/facts/seal.ts'
import type { Stating } from '#contract/model/facts/seen-facts.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isFactId } from '#contract/model/facts/claims.ts'

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
