/** The operands that conditions of rules read: each field, fact and aggregate once, however many rules name it. */
import {
  allOperands,
  type Aggregate,
  type ConditionNode,
  type ConditionOperand,
} from '#contract/model/rules/conditions/conditions.ts'
import type { ConditionFactId } from '#contract/model/rules/conditions/facts-and-keys.ts'
import type { ActiveConditions, ActiveRule } from '#server/monitoring/active-rules.ts'

/** A rule with conditions, and its number among the rules that are evaluated. */
export interface ConditionedRule {
  n: number
  rule: ActiveRule & { conditions: ActiveConditions }
}

const isConditioned = (rule: ActiveRule): rule is ConditionedRule['rule'] => rule.conditions !== null

export const conditionedRules = (rules: readonly ActiveRule[]): ConditionedRule[] =>
  rules.flatMap((rule, n) => (isConditioned(rule) ? [{ n, rule }] : []))

/** True if an operand has to look beyond the payment and its customer's data. */
export const isLookedUp = (operand: ConditionOperand): boolean => 'fact' in operand || 'aggregate' in operand

/** True if any operand of an expression does. */
export const looksUp = (root: ConditionNode): boolean => allOperands(root).some(({ operand }) => isLookedUp(operand))

/** The numbers of the rules that want something. */
export type Wanting = ReadonlySet<number>

export interface WantedOperands {
  fields: string[]
  facts: ReadonlyMap<ConditionFactId, Wanting>
  /** By their key among the values. */
  aggregates: ReadonlyMap<string, { aggregate: Aggregate; rules: Wanting }>
}

const RISK = 'riskLevel'
const SEGMENT = 'customerType'
export const LEVEL_FIELDS = { byRisk: RISK, bySegment: SEGMENT } as const

export function wantedOperands(rules: readonly ConditionedRule[]): WantedOperands {
  const fields = new Set<string>()
  const facts = new Map<ConditionFactId, Set<number>>()
  const aggregates = new Map<string, { aggregate: Aggregate; rules: Set<number> }>()
  for (const { n, rule } of rules) {
    for (const { operand } of allOperands(rule.conditions.root)) {
      if ('field' in operand) fields.add(operand.field)
      else if ('byRisk' in operand) fields.add(RISK)
      else if ('bySegment' in operand) fields.add(SEGMENT)
      else if ('fact' in operand) facts.set(operand.fact, (facts.get(operand.fact) ?? new Set()).add(n))
      else if ('aggregate' in operand) {
        const { aggregate } = operand
        const key = aggregateKey(aggregate)
        aggregates.set(key, { aggregate, rules: (aggregates.get(key)?.rules ?? new Set()).add(n) })
      }
    }
  }
  return { fields: [...fields], facts, aggregates }
}

/** The key of an aggregate among the values: its parts in one order. */
export function aggregateKey(aggregate: Aggregate): string {
  const { measure, of, direction, within, by, amount, including, newOnly } = aggregate
  return [measure, of, direction, within, by.toSorted(), amount?.min, amount?.max, including, newOnly].join('|')
}
