/** Rules as monitoring runs them: read from the platform, compiled once. */
import * as z from 'zod/mini'
import { sql, type Kysely } from 'kysely'
import { conditions as conditionsSchema } from '#contract/model/rules/conditions/conditions-schema.ts'
import {
  isGroup,
  isType,
  leavesOf,
  type ConditionNode,
  type TypeCondition,
} from '#contract/model/rules/conditions/conditions.ts'
import { ruleTypeOf } from '#contract/model/rules/conditions/rule-type.ts'
import type { Criteria, RuleBody, RuleOptions } from '#contract/model/rules/rule.ts'
import type { RuleArea, RuleStage } from '#contract/model/values.ts'
import type { Database } from '#server/schema/database.ts'
import type { Wanted } from './movement.ts'
import type { Detector, Need } from './rule-type.ts'
import { RULE_TYPE_DEFINITIONS } from '#server/monitoring/rule-types/rule-type-definitions.ts'
import { isSchedule } from './schedule.ts'

/** The triggers of a rule: a transaction, a customer change, or a schedule. */
export type Asks = 'transaction' | 'customer' | 'schedule'

export interface ActiveRule {
  id: string
  revisionId: string
  name: string
  type: string
  description: string
  /** With what its config sets add. */
  criteria: Criteria
  options: RuleOptions
  asks: Asks
  /** In shadow it is counted and raises nothing. */
  stage: RuleStage
  /** One a criterion, all of which have to hold. */
  detectors: Detector[]
  /** An expression that has to hold beside them. */
  conditions: ActiveConditions | null
}

/** Conditions with a detector for each of their types, by its place. */
export interface ActiveConditions {
  root: ConditionNode
  types: ReadonlyMap<string, Detector>
}

/** A rule that cannot run, with the reason: it is skipped, so that the others continue. */
export interface LeftOut {
  ruleId: string
  name: string
  reason: string
}

/** Compiles a rule's criteria. Throws a `ZodError` for parameters that do not fit their type. */
export function compileCriteria(criteria: Criteria): Detector[] {
  return Object.entries(criteria).map(([type, criterion]) => {
    const definition = RULE_TYPE_DEFINITIONS.get(type)
    if (!definition) throw new Error(`There is no rule type ${type}.`)
    return definition.compile(criterion)
  })
}

/** Compiles the types of conditions; throws as `compileCriteria` does. */
function compileConditions(root: ConditionNode | undefined): ActiveConditions | null {
  if (!root) return null
  z.parse(conditionsSchema, root)
  const typed = [...leavesOf(root)].flatMap(({ node, place }) => (isType(node) ? [{ node, place }] : []))
  return {
    root,
    types: new Map(
      typed.flatMap(({ node, place }) =>
        compileCriteria({ [node.type]: node.criterion as Criteria[string] }).map((detector) => [place, detector]),
      ),
    ),
  }
}

/** The reason why a rule cannot run with its config sets; null if it can. Saving refuses such a rule. */
export function whyNotRun(criteria: Criteria, values: readonly string[], options: RuleOptions): string | null {
  const { schedule, conditions } = options
  if (schedule !== undefined && !isSchedule(schedule)) return `schedule: ${schedule} never comes`
  try {
    compileCriteria(withValues(criteria, values))
    compileConditions(conditions && conditionsWithValues(conditions, values))
    return null
  } catch (cause) {
    if (!(cause instanceof z.core.$ZodError)) return String(cause)
    return cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  }
}

/** The trigger of an area's rules. */
export function asksOf(area: RuleArea, { trigger_event: trigger }: RuleOptions): Asks {
  if (area === 'schedule') return 'schedule'
  return area === 'account' || trigger === 'customer_update' ? 'customer' : 'transaction'
}

/** Parameters that are lists, which config sets add to. */
const LISTS: Readonly<Record<string, (value: string) => boolean>> = {
  keywords: () => true,
  countries: (value) => /^[A-Z0-9]{2}$/.test(value),
  customerCountries: (value) => /^[A-Z0-9]{2}$/.test(value),
}

/**
 * A rule's criteria with the values of its config sets, which count as entries of its lists (country codes in lists of
 * countries). One set serves many rules.
 */
export function withValues(criteria: Criteria, values: readonly string[]): Criteria {
  if (values.length === 0) return criteria
  const filled = Object.entries(criteria).map(([type, criterion]) => {
    const lists = (RULE_TYPE_DEFINITIONS.get(type)?.fields ?? []).filter(({ name }) => name in LISTS)
    const added = lists.map(({ name }) => {
      const own = criterion[name]
      return [name, [...new Set([...(Array.isArray(own) ? own : []), ...values.filter((one) => LISTS[name]?.(one))])]]
    })
    return [type, { ...criterion, ...Object.fromEntries(added) }] as const
  })
  return Object.fromEntries(filled)
}

/** The same for the types of conditions. */
export function conditionsWithValues(root: ConditionNode, values: readonly string[]): ConditionNode {
  const filled = (node: TypeCondition): ConditionNode => {
    const own = { [node.type]: node.criterion as Criteria[string] }
    return { ...node, criterion: withValues(own, values)[node.type] ?? node.criterion }
  }
  if (isType(root)) return filled(root)
  if (!isGroup(root)) return root
  return 'all' in root
    ? { ...root, all: root.all.map((one) => conditionsWithValues(one, values)) }
    : { ...root, any: root.any.map((one) => conditionsWithValues(one, values)) }
}

/** A rule with the values of its config sets in its own lists: it stays what it is when they change. */
export async function resolved(db: Kysely<Database>, body: RuleBody): Promise<RuleBody> {
  const { rows } = await sql<{ values: string[] }>`
    select ${CONFIG_VALUES} as values from (select ${body.platform}::text as platform,
      ${JSON.stringify(body.options)}::jsonb as options) r`.execute(db)
  const { configSets: _sets, conditions, ...options } = body.options
  const values = rows[0]?.values ?? []
  const filled = conditions && { conditions: conditionsWithValues(conditions, values) }
  return { ...body, criteria: withValues(body.criteria, values), options: { ...options, ...filled } }
}

/** A resolved rule to be tried; `id` is that of the rule it would replace, so that both choose the same at random. */
export function triedRule(
  { name, description, type: area, criteria, options }: RuleBody,
  id: string | null,
): ActiveRule {
  const type = ruleTypeOf({ criteria, options })
  const row = { id: id ?? '0', revision_id: '0', name, type, description, area, criteria, options }
  return toActive({ ...row, stage: 'live', values: [] })
}

/**
 * The rules of a platform that run, in force or in shadow, and that this makes look, oldest first; `tell` hears of each
 * that should and cannot.
 */
export async function loadRules(
  db: Kysely<Database>,
  platform: string,
  asks: Asks,
  tell: (rule: LeftOut) => void = () => {},
): Promise<ActiveRule[]> {
  const { rows } = await sql<RuleRow>`
    ${SELECT} where r.platform = ${platform} and r.deleted_at is null and r.stage <> 'proposed' order by r.id`.execute(
    db,
  )
  return rows
    .filter(({ area, options }) => asksOf(area, options) === asks)
    .filter(({ id, name, criteria, options, values }) => {
      const reason = whyNotRun(criteria, values, options)
      if (reason !== null) tell({ ruleId: id, name, reason })
      return reason === null
    })
    .map(toActive)
}

interface RuleRow {
  id: string
  revision_id: string
  name: string
  type: string
  description: string
  area: RuleArea
  criteria: Criteria
  options: RuleOptions
  stage: RuleStage
  values: string[]
}

/** The values of the config sets of rule `r`, in the order of the sets. */
export const CONFIG_VALUES = sql<string[]>`coalesce((
  select jsonb_agg(held.value order by named.n, v) from jsonb_array_elements_text(
    case jsonb_typeof(r.options -> 'configSets') when 'array' then r.options -> 'configSets' else '[]' end
  ) with ordinality as named (id, n)
  join config_set s on s.id::text = named.id and s.platform = r.platform
  cross join unnest(s.value) with ordinality as held (value, v)), '[]')`

const SELECT = sql`
  select r.id, r.revision_id, r.name, r.type, r.description, r.area, r.criteria, r.options, r.stage,
    ${CONFIG_VALUES} as values
  from rule r`

function toActive(row: RuleRow): ActiveRule {
  const criteria = withValues(row.criteria, row.values)
  const { conditions } = row.options
  return {
    id: row.id,
    revisionId: row.revision_id,
    name: row.name,
    type: row.type,
    description: row.description,
    criteria,
    options: row.options,
    asks: asksOf(row.area, row.options),
    stage: row.stage,
    detectors: compileCriteria(criteria),
    conditions: compileConditions(conditions && conditionsWithValues(conditions, row.values)),
  }
}

/** Every detector of a rule: of its criteria, and of the types of its conditions. */
export const detectorsOf = ({ detectors, conditions }: ActiveRule): Detector[] => [
  ...detectors,
  ...(conditions?.types.values() ?? []),
]

/** The combined needs of rules. */
export function wantedBy(rules: readonly ActiveRule[]): Wanted {
  const detectors = rules.flatMap(detectorsOf)
  return {
    reachDays: Math.max(0, ...detectors.map(({ reachDays }) => reachDays)),
    needs: new Set([
      ...detectors.flatMap(({ needs }) => needs),
      ...rules.flatMap(({ options }): Need[] => (options.transaction_filters ? ['filters'] : [])),
    ]),
  }
}
