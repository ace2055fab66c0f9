/** Runs rules over candidates: for a live batch, for current customers, and for a past window. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { passes } from '#server/monitoring/filter/filter.ts'
import type { Database } from '#server/schema/database.ts'
import { CANDIDATE_COLUMNS, movementsOf, type Candidates } from './movement.ts'
import type { Detector, Saw, TriggerInfo } from './rule-type.ts'
import { wantedBy, type ActiveRule, type LeftOut } from './active-rules.ts'
import { hitsOf, overviewed, summedFor, withoutLoops, type Relation } from './detector-hits.ts'
import { stageMovements, overview } from './stage-movements.ts'
import type { Seen } from '#contract/model/rules/conditions/condition-holds.ts'
import { evaluateSafely } from './conditions/evaluate-safely.ts'
import { explainConditions } from './conditions/explain-conditions.ts'
import { conditionedRules } from './conditions/wanted-operands.ts'
import { keyOf, loadSubjects } from './filter-subjects.ts'

/** A rule's hit on a transaction, for its effect on an account, or on a current account. */
export interface Hit {
  rule: ActiveRule
  transactionId: string | null
  account: string
  trigger: TriggerInfo
}

/**
 * The hits of rules on candidates, by rule and then by transaction. Runs inside a database transaction, in whose
 * temporary table the movements are staged.
 */
export async function detect(
  db: Kysely<Database>,
  rules: readonly ActiveRule[],
  candidates: Candidates,
  tell?: (rule: LeftOut) => void,
): Promise<Hit[]> {
  if (rules.length === 0) return []
  await stageMovements(db, candidates, wantedBy(rules), summedFor(rules))
  return await detectStaged(db, rules, candidates, tell)
}

/**
 * The same, where movements are staged already, as these rules want them. `tell` hears of rules whose conditions could
 * not be evaluated; without it that is thrown.
 */
export async function detectStaged(
  db: Kysely<Database>,
  rules: readonly ActiveRule[],
  candidates: Candidates,
  tell?: (rule: LeftOut) => void,
): Promise<Hit[]> {
  await overview(db, candidates, summedFor(rules))
  const conditional = conditionedRules(rules)
  const failed = conditional.length > 0 ? await evaluateSafely(db, conditional, candidates, tell) : new Set()
  const found: (readonly [ActiveRule, Hit[]])[] = []
  await withoutLoops(db, async () => {
    for (const [n, rule] of rules.entries()) {
      if (!failed.has(n)) found.push([rule, await runRule(db, rule, n, candidates)])
    }
  })
  const hits: Hit[] = []
  for (const [rule, its] of found) hits.push(...(await ofItsCustomers(db, candidates.platform, rule, its)))
  return hits
}

/** All criteria of a rule have to hold: of one movement, or of one account where it is not asked about transactions. */
async function runRule(db: Kysely<Database>, rule: ActiveRule, n: number, candidates: Candidates): Promise<Hit[]> {
  const found: Map<string, Hit>[] = []
  for (const detector of rule.detectors) found.push(await runDetector(db, rule, detector, candidates))
  if (rule.conditions) found.push(await readConditionHits(db, rule, n))
  const [first, ...others] = found
  return [...(first ?? [])]
    .filter(([key]) => others.every((each) => each.has(key)))
    .map(([key, hit]) => ({ ...hit, trigger: joined([hit, ...others.map((each) => each.get(key) ?? hit)]) }))
}

/**
 * The hits on customers that the rule's filter passes. Detectors evaluate each account separately, so filtering hits
 * afterwards is equivalent and cheaper.
 */
async function ofItsCustomers(
  db: Kysely<Database>,
  platform: string,
  { options }: ActiveRule,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const where = options.customer_filters?.where
  if (!where || hits.length === 0) return hits
  const customerOf = ({ account }: Hit) => ({ transactionId: null, account })
  const subjects = await loadSubjects(db, platform, hits.map(customerOf))
  return hits.filter((hit) => passes(where, subjects.get(keyOf(customerOf(hit)))?.subject ?? {}))
}

async function runDetector(
  db: Kysely<Database>,
  rule: ActiveRule,
  detector: Detector,
  candidates: Candidates,
): Promise<Map<string, Hit>> {
  const { rows } = await sql<{ id: string; account: string; saw: Saw }>`
    ${hitsOf(rule, detector, candidates, overviewed(detector, candidates))} order by id, account`.execute(db)
  return new Map(
    rows.map(({ id, account, saw }) => {
      const { text, facts } = detector.explain(saw)
      const last = { label: 'Transaction', saw: id, allows: null, field: 'transactionId' }
      const isAfter = rule.asks !== 'transaction' && id !== ''
      const trigger = { text, facts: isAfter ? [...facts, last] : facts, saw: { [detector.type]: saw } }
      return keyed(rule, { id, account }, trigger)
    }),
  )
}

/** A hit by what it is on: a transaction on an account, or an account. */
function keyed(rule: ActiveRule, { id, account }: { id: string; account: string }, trigger: TriggerInfo) {
  const transactionId = rule.asks === 'transaction' ? id : null
  const key = transactionId === null ? account : `${id}\n${account}`
  return [key, { rule, transactionId, account, trigger }] as const
}

/** The hits of a rule's conditions, which were evaluated together with those of the others. */
async function readConditionHits(db: Kysely<Database>, rule: ActiveRule, n: number): Promise<Map<string, Hit>> {
  const { rows } = await sql<{ id: string; account: string; seen: Seen }>`
    select id, account, seen from condition_hit where rule = ${n}::int order by id, account`.execute(db)
  const root = rule.conditions?.root
  return new Map(root ? rows.map((row) => keyed(rule, row, explainConditions(root, row.seen))) : [])
}

/**
 * The alerts that rules would raise on the accounts of the table `touched`, as a query for `n`, the rule's index, `id`
 * and `account`, without an id outside transactions; customer filters are left to the caller. For large batches: only
 * the needed columns are staged, once for all rules. Conditions have been evaluated by `evaluateConditions`.
 */
export function raisedBy(
  rules: readonly ActiveRule[],
  candidates: Candidates,
): RawBuilder<{ n: number; id: string; account: string }> {
  const wanted = wantedBy(rules)
  const each = rules.map((rule, n) => {
    const keys = rule.asks === 'transaction' ? sql`id, account` : sql`''::text collate "C" as id, account`
    const criteria = rule.detectors.map(
      (detector) => sql`(select ${keys} from (${hitsOf(rule, detector, candidates, EVERYTHING)}) criterion)`,
    )
    if (rule.conditions) {
      criteria.push(sql`(select ${keys} from condition_hit where rule = ${n}::int)`)
    }
    return sql`select ${n}::int as n, id, account from (${sql.join(criteria, sql` intersect `)}) raised`
  })
  // each criterion filters candidates itself; sorting happens once
  const kept = sql.raw(wanted.reachDays === 0 ? 'not materialized' : 'materialized')
  return sql`
    with movement as ${kept} (${movementsOf(candidates, wanted)}) ${sql.join(each, sql` union all `)}`
}

const EVERYTHING: Relation = { rows: sql`movement`, columns: CANDIDATE_COLUMNS }

function joined(hits: readonly Hit[]): TriggerInfo {
  return {
    text: hits.map(({ trigger }) => trigger.text).join('; '),
    facts: hits.flatMap(({ trigger }) => trigger.facts),
    saw: Object.assign({}, ...hits.map(({ trigger }) => trigger.saw)) as TriggerInfo['saw'] & {},
  }
}
