import { isDecision } from '#contract/ops/kinds.ts'
import { emptyPlan, type Plan } from '#src/commands/command.ts'
import { defineFeature } from '#src/features/define-feature.ts'
import { readFacts } from './queries.ts'

/** Until precedent can be checked nothing is decided: a question that cannot be asked is not passed over. */
const decideLater = (plan: Plan): Plan =>
  plan.ops.some(({ kind }) => isDecision(kind))
    ? { ...emptyPlan, skipped: [{ id: '', reason: 'decisions are not loaded yet: in a moment' }] }
    : plan

export const factsFeature = defineFeature({
  checkPlan: decideLater,
  async commands({ data, guardBy }) {
    const { checkPrecedent } = await import('./precedent-check.ts')
    guardBy((plan) => checkPrecedent(plan, (subject) => readFacts(data.queries, subject)))
    return []
  },
})
