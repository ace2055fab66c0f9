/** Whether the reason for closing with outstanding procedure steps was given. */
import type { Fact } from '#contract/model/facts/facts.ts'
import type { Seal } from '#contract/model/facts/seal.ts'
import { outstandingSteps, type Stating } from '#contract/model/facts/seen-facts.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The steps that a closing passes over, with the reason, for the record; undefined for none. Refuses them without one. */
export function checkSteps(facts: readonly Fact[], { stepsPassed = '' }: Stating): Seal['stepsPassed'] {
  const steps = outstandingSteps(facts)
  if (steps.length === 0) return undefined
  const reason = stepsPassed.trim()
  if (reason !== '') return { steps, reason }
  const [first] = steps
  const others = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  const message = `Procedure steps are outstanding: ${first}${others}. Take them, or give the reason for closing without them.`
  throw new Refusal(422, message, undefined, {}, 'steps-passed-over')
}
