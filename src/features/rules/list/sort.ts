/** The order of the list of rules. Pure. */
import { fromStamp } from '#contract/model/common.ts'
import type { RuleFigures, RuleItem } from '#contract/model/rules/rule.ts'

export type Figures = ReadonlyMap<string, RuleFigures>

/** The share of decisions closed without an STR; null without decisions. */
export function falsePositives(figures: RuleFigures | undefined): number | null {
  if (!figures || figures.cleared + figures.strs === 0) return null
  return figures.cleared / (figures.cleared + figures.strs)
}

export const RULE_SORTS = {
  name: 'Name',
  alerts: 'Alerts in 90 days, most first',
  falsePositives: 'False-positive rate, highest first',
  strs: 'STRs in 90 days, most first',
  open: 'Open alerts, most first',
  changed: 'Changed last, first',
} as const
export type RuleSort = keyof typeof RULE_SORTS

const BY: Record<Exclude<RuleSort, 'name'>, (rule: RuleItem, figures: RuleFigures | undefined) => number> = {
  alerts: (_, figures) => figures?.alerts ?? 0,
  // no decisions have no share
  falsePositives: (_, figures) => falsePositives(figures) ?? -1,
  strs: (_, figures) => figures?.strs ?? 0,
  open: (_, figures) => figures?.open ?? 0,
  changed: ({ lastUpdate }) => fromStamp(lastUpdate),
}

/** The server gives them by name, which stays the order among equals. */
export function sorted(rows: readonly RuleItem[], sort: RuleSort, figures: Figures | undefined): readonly RuleItem[] {
  if (sort === 'name') return rows
  const by = BY[sort]
  return rows.toSorted((a, b) => by(b, figures?.get(b.id)) - by(a, figures?.get(a.id)))
}
