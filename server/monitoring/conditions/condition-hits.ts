/**
 * Evaluates the conditions of all rules over the staged candidates: types by their detectors, fields at once, and then,
 * for the candidates that can still meet a rule, each wanted fact and aggregate once. The hits are left in the session's
 * table `condition_hit`, with what was seen in the same row.
 */
import { sql, type Kysely } from 'kysely'
import { subjectRows, SUBJECTS } from '#server/fact-definitions/subjects.ts'
import { hitsOf, isSampled, narrowed, overviewed, withoutLoops } from '#server/monitoring/detector-hits.ts'
import { fieldOf, joinsFor } from '#server/monitoring/filter-subjects.ts'
import { CANDIDATE_COLUMNS, type Candidates } from '#server/monitoring/movement.ts'
import type { Database } from '#server/schema/database.ts'
import { makeConditionTables } from './condition-tables.ts'
import { canHoldSql, expressionSql, jsonObject, seenSql, type TypeHit } from './expression-sql.ts'
import { fillValues } from './operand-values.ts'
import { looksUp, wantedOperands, type ConditionedRule } from './wanted-operands.ts'

type Db = Kysely<Database>

/** Fills `condition_hit` with the hits of conditions, by the number of the rule; movements are staged already. */
export async function evaluateConditions(
  db: Db,
  rules: readonly ConditionedRule[],
  candidates: Candidates,
): Promise<void> {
  await makeConditionTables(db)
  if (rules.length === 0) return
  const wanted = wantedOperands(rules)
  await fillCandidates(db, candidates, wanted.fields)
  await withoutLoops(db, async () => {
    await fillTypes(db, rules, candidates)
    await fillSurvivors(db, rules, candidates)
  })
  const isLookedUp = await fillSubjects(db, rules, candidates)
  if (isLookedUp) await fillValues(db, candidates, wanted)
  await withoutLoops(db, async () => {
    for (const one of rules) await fillHits(db, one)
  })
}

/** The candidates, each with the fields that conditions name, as `loadSubjects` reads them. */
async function fillCandidates(
  db: Db,
  { platform, where = sql<boolean>`false` }: Candidates,
  fields: readonly string[],
) {
  const values = jsonObject(fields.map((name) => [name, fieldOf(name)]))
  await sql`
    insert into condition_candidate (n, id, account, at, fields)
    select row_number() over (), m.id, m.account, m.at, ${values}
    from candidate_movement m
    left join customer c on c.platform = ${platform} and c.id = m.account
    left join transaction t on t.platform = ${platform} and t.id = m.id and ${where}
    ${joinsFor(fields)}`.execute(db)
  await sql`analyze condition_candidate (n, id, account)`.execute(db)
}

/** The hits of each type of a condition. */
async function fillTypes(db: Db, rules: readonly ConditionedRule[], candidates: Candidates): Promise<void> {
  for (const { n, rule } of rules) {
    for (const [place, detector] of rule.conditions.types) {
      const hits = hitsOf(rule, detector, candidates, overviewed(detector, candidates))
      await sql`insert into condition_type (rule, place, id, account)
        select ${n}::int, ${place}::text, id, account from (${hits}) h`.execute(db)
    }
  }
}

const typeHitOf =
  (n: number): TypeHit =>
  (place) =>
    sql`((c.id, c.account) in (select y.id, y.account from condition_type y
      where y.rule = ${n}::int and y.place = ${place}::text))`

/** True if the options of a rule may leave out a candidate. */
const isNarrowed = ({ rule: { options, asks } }: ConditionedRule): boolean =>
  asks !== 'transaction' ||
  options.transaction_direction !== undefined ||
  options.transaction_services !== undefined ||
  options.transaction_filters !== undefined ||
  options.account_type !== undefined ||
  options.random_percent !== undefined

/** The candidates of each rule that types and fields do not exclude: in one pass, but for rules with such options. */
async function fillSurvivors(db: Db, rules: readonly ConditionedRule[], candidates: Candidates): Promise<void> {
  const wide = rules.filter((one) => !isNarrowed(one))
  if (wide.length > 0) {
    const each = wide.map(({ n, rule }) => sql`(${n}::int, ${canHoldSql(rule.conditions.root, typeHitOf(n))})`)
    await sql`
      insert into condition_survivor (rule, n)
      select w.rule, c.n from condition_candidate c cross join lateral (values ${sql.join(each)}) w (rule, can_hold)
      where c.id <> '' and w.can_hold`.execute(db)
  }
  for (const { n, rule } of rules.filter(isNarrowed)) {
    const appliesTo = rule.asks === 'transaction' ? 'transaction' : 'customer'
    const own = narrowed(rule, { appliesTo, reachDays: 0 }, candidates, {
      rows: sql`candidate_movement`,
      columns: CANDIDATE_COLUMNS,
    })
    await sql`
      insert into condition_survivor (rule, n)
      select ${n}::int, c.n from condition_candidate c
      join (select id, account from ${own} r where candidate and ${isSampled(rule)}) own
        on own.id = c.id and own.account = c.account
      where ${canHoldSql(rule.conditions.root, typeHitOf(n))}`.execute(db)
  }
  await sql`analyze condition_survivor (rule, n)`.execute(db)
}

/** The subjects of facts, each with the rules that it survived and that look something up. False where there is none. */
async function fillSubjects(
  db: Db,
  rules: readonly ConditionedRule[],
  { platform, asOf }: Candidates,
): Promise<boolean> {
  const looking = rules.filter(({ rule }) => looksUp(rule.conditions.root)).map(({ n }) => n)
  if (looking.length === 0) return false
  const keys = sql`
    select c.n, c.account, nullif(c.id, '') as transaction_id, c.at,
      coalesce(${asOf ?? null}::timestamptz, c.at) as as_of, null::text as case_id, '{}'::bigint[] as own
    from condition_candidate c
    where c.n in (select v.n from condition_survivor v where v.rule = any(${looking}::int[]))`
  const { numAffectedRows } = await sql`
    insert into ${SUBJECTS}
    select s.*, r.rules from (${subjectRows(platform, keys)}) s
    join (select n, array_agg(rule) as rules from condition_survivor group by n) r on r.n = s.n`.execute(db)
  if (!numAffectedRows) return false
  await sql`analyze ${SUBJECTS} (n, customer_id)`.execute(db)
  return true
}

/** The hits of a rule, from the same row as what was seen. */
async function fillHits(db: Db, { n, rule }: ConditionedRule): Promise<void> {
  const { root } = rule.conditions
  const typeHit = typeHitOf(n)
  const values = looksUp(root) ? sql`join condition_value v on v.n = c.n` : sql``
  await sql`
    insert into condition_hit (rule, id, account, seen)
    select ${n}::int, c.id, c.account, ${seenSql(root, typeHit)}
    from condition_survivor w join condition_candidate c on c.n = w.n ${values}
    where w.rule = ${n}::int and ${expressionSql(root, typeHit)}`.execute(db)
}
