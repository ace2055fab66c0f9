/**
 * Evaluates the conditions of all rules over the staged candidates: types by their detectors, fields at once, and then,
 * for the candidates that can still meet a rule, each wanted fact and aggregate once. The hits are left in the session's
 * table `condition_hit`, with what was seen in the same row.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { factRows, FACT_RELATIONS, movedFor, relationOf } from '#server/fact-definitions/fact-rows.ts'
import { sampleLeastOf } from '#server/fact-definitions/sample-least.ts'
import { MOVED, movedOfAll, movedRows, subjectRows, SUBJECTS } from '#server/fact-definitions/subjects.ts'
import { hitsOf, isSampled, narrowed, overviewed, withoutLoops } from '#server/monitoring/detector-hits.ts'
import { fieldOf, joinsFor } from '#server/monitoring/filter-subjects.ts'
import { CANDIDATE_COLUMNS, type Candidates } from '#server/monitoring/movement.ts'
import type { Database } from '#server/schema/database.ts'
import {
  accountRows,
  acrossRows,
  aggregateValues,
  extrasOf,
  isOfAccount,
  newOnlyRows,
  reachOfAggregate,
} from './aggregate-rows.ts'
import { makeConditionTables } from './condition-tables.ts'
import { canHoldSql, expressionSql, jsonObject, seenSql, type TypeHit } from './expression-sql.ts'
import { aggregateKey, looksUp, wantedOperands, type ConditionedRule, type WantedOperands } from './wanted-operands.ts'

type Sql = RawBuilder<unknown>
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

/** What each type of a condition hit. */
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

/** The candidates of each rule that types and fields do not exclude. */
async function fillSurvivors(db: Db, rules: readonly ConditionedRule[], candidates: Candidates): Promise<void> {
  for (const { n, rule } of rules) {
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
}

/** The subjects of facts: the survivors of every rule that looks something up. False where there is none. */
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
  const { numAffectedRows } = await sql`insert into ${SUBJECTS} ${subjectRows(platform, keys)}`.execute(db)
  if (!numAffectedRows) return false
  await sql`analyze ${SUBJECTS} (n, customer_id)`.execute(db)
  return true
}

/** Reads every wanted fact and aggregate of the subjects, once. */
async function fillValues(db: Db, candidates: Candidates, { facts, aggregates }: WantedOperands): Promise<void> {
  const { platform } = candidates
  const least = candidates.sampleLeast ?? (await sampleLeastOf(db, platform))
  const all = [...aggregates.values()]
  const own = all.filter(isOfAccount)
  const moved = movedFor(facts)
  const reaches = [...(moved.reachDays === undefined ? [] : [moved.reachDays]), ...own.map(reachOfAggregate)]
  if (reaches.length > 0) {
    const reachDays = reaches.includes(null) ? null : Math.max(...reaches.map(Number))
    const extras = [...moved.extras, ...own.flatMap(extrasOf)]
    await sql`insert into ${MOVED} ${movedRows(platform, { reachDays, extras })}`.execute(db)
    await sql`analyze ${MOVED} (customer_id)`.execute(db)
  }
  const scope = { platform, least }
  const parts = FACT_RELATIONS.flatMap((relation): Part[] => {
    const ids = facts.filter((id) => relationOf(id) === relation)
    if (ids.length === 0) return []
    const pairs = ids.map((id) => [id, sql`to_jsonb(${sql.id('f', id)})`] as const)
    // facts of customers look up rows of other tables
    return [{ rows: factRows(relation, scope, ids), pairs, areLoopsGood: relation === 'customer' }]
  })
  const every = [...parts, ...aggregateParts(platform, all)]
  for (const [number, part] of every.entries()) {
    const insert = () => insertPart(db, part, number)
    await (part.areLoopsGood ? insert() : withoutLoops(db, insert))
  }
  await withoutLoops(db, () => joinParts(db, every.length))
}

/** Values of subjects that one relation `f` has. */
interface Part {
  rows: Sql
  pairs: readonly (readonly [key: string, value: Sql])[]
  areLoopsGood: boolean
}

function aggregateParts(platform: string, all: readonly Parameters<typeof aggregateKey>[0][]): Part[] {
  const summed = all.filter((one) => isOfAccount(one) && !one.newOnly)
  const single = all.filter((one) => !isOfAccount(one) || one.newOnly)
  const part = (rows: Sql, of: typeof all): Part => ({ rows, pairs: aggregateValues(of, 'f'), areLoopsGood: false })
  const across = (one: (typeof all)[number]) =>
    acrossRows(one, movedOfAll(platform, reachOfAggregate(one), extrasOf(one)))
  return [
    ...(summed.length > 0 ? [part(accountRows(summed), summed)] : []),
    ...single.map((one) => part(one.newOnly ? newOnlyRows(one) : across(one), [one])),
  ]
}

async function insertPart(db: Db, { rows, pairs }: Part, number: number): Promise<void> {
  await sql`
    insert into condition_part (n, part, values)
    select s.n, ${number}::int, ${jsonObject(pairs)} from ${SUBJECTS} s left join (${rows}) f on f.n = s.n`.execute(db)
}

/** Puts the values of each subject together, of which every part has a row. */
async function joinParts(db: Db, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const of = (number: number) => sql.id(`p${number}`)
  const joins = numbers
    .slice(1)
    .map(
      (number) =>
        sql`join condition_part ${of(number)} on ${of(number)}.n = p0.n and ${of(number)}.part = ${number}::int`,
    )
  await sql`
    insert into condition_value (n, values)
    select p0.n, ${sql.join(
      numbers.map((number) => sql`${of(number)}.values`),
      sql` || `,
    )}
    from condition_part p0 ${sql.join(joins, sql` `)} where p0.part = 0`.execute(db)
  await sql`analyze condition_value (n)`.execute(db)
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
