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
  judge: decideLater,
  async commands({ data, guardBy }) {
    const { guardPlan } = await import('./precedent-check.ts')
    guardBy((plan) => guardPlan(plan, (subject) => readFacts(data.queries, subject)))
    return []
  },
})
