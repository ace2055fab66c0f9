/** How well rules find the accounts that a data set marks as laundering: precision and recall. */
import type { RuleOutcome } from '#server/monitoring/ingestion/ingest.ts'

/** One alert: whose account the rule spoke of, and who takes part in its transaction. */
export interface Flagged {
  ruleId: string
  account: string
  from: string
  to: string | null
}

/** Counts of accounts; `found` are those marked among the flagged. Ratios are null where nothing was flagged. */
export interface Score {
  flagged: number
  found: number
  precision: number | null
  recall: number | null
}

export interface RuleScore {
  ruleId: string
  name: string
  alerts: number
  /** An account counts as flagged when it takes part, on either side, in a transaction that the rule alerted on. */
  parties: Score
  /** An account counts as flagged only when the alert speaks of it. */
  subjects: Score
}

/** A score for each rule, and at the end one for all together, with the name `any rule`. */
export function scoreRules(
  rules: readonly Pick<RuleOutcome, 'ruleId' | 'name'>[],
  alerts: readonly Flagged[],
  marked: ReadonlySet<string>,
): RuleScore[] {
  const scored = (ruleId: string, name: string, its: readonly Flagged[]): RuleScore => ({
    ruleId,
    name,
    alerts: its.length,
    parties: score(
      its.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
      marked,
    ),
    subjects: score(
      its.map(({ account }) => account),
      marked,
    ),
  })
  return [
    ...rules.map(({ ruleId, name }) =>
      scored(
        ruleId,
        name,
        alerts.filter((alert) => alert.ruleId === ruleId),
      ),
    ),
    scored('', 'any rule', alerts),
  ]
}

function score(accounts: readonly string[], marked: ReadonlySet<string>): Score {
  const flagged = new Set(accounts)
  const found = [...flagged].filter((account) => marked.has(account)).length
  return {
    flagged: flagged.size,
    found,
    precision: flagged.size === 0 ? null : found / flagged.size,
    recall: flagged.size === 0 || marked.size === 0 ? null : found / marked.size,
  }
}
