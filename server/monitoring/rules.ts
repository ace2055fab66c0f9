/** Rules as ingestion runs them: read from the platform, compiled once. */
import type { Kysely } from 'kysely'
import type { Criteria, RuleOptions } from '#contract/model/rule.ts'
import type { Database } from '#server/store/schema.ts'
import type { Detector } from './rule-type.ts'
import { RULE_TYPE_DEFINITIONS } from './rule-types/catalogue.ts'

export interface ActiveRule {
  id: string
  revisionId: string
  name: string
  type: string
  description: string
  criteria: Criteria
  options: RuleOptions
  /** One a criterion, all of which have to hold; empty where a rule type is not built, and the rule does not run. */
  detectors: Detector[]
}

/** Compiles a rule's criteria. Throws a `ZodError` for parameters that do not fit their type. */
export function compileCriteria(criteria: Criteria): Detector[] {
  const entries = Object.entries(criteria)
  const detectors = entries.flatMap(([type, criterion]) => RULE_TYPE_DEFINITIONS.get(type)?.compile(criterion) ?? [])
  return detectors.length === entries.length ? detectors : []
}

/** The rules on transactions of a platform, oldest first. */
export async function loadRules(db: Kysely<Database>, platform: string): Promise<ActiveRule[]> {
  const rows = await db
    .selectFrom('rule')
    .selectAll()
    .where('platform', '=', platform)
    .where('area', '=', 'transaction')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows
    .map((row) => {
      const criteria = row.criteria as Criteria
      return {
        id: row.id,
        revisionId: row.revision_id,
        name: row.name,
        type: row.type,
        description: row.description,
        criteria,
        options: row.options,
        detectors: compileCriteria(criteria),
      }
    })
    .filter(({ options }) => options.trigger_event !== 'customer_update')
}

/** How far back the rules look from a transaction, together. */
export function reachOf(rules: readonly ActiveRule[]): number {
  return Math.max(0, ...rules.flatMap((rule) => rule.detectors.map((detector) => detector.reachDays)))
}
