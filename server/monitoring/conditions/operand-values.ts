/** Reads the facts and aggregates that conditions want, each once and for the subjects of the rules that want it. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Aggregate } from '#contract/model/rules/conditions/conditions.ts'
import { factRows, FACT_RELATIONS, movedFor, relationOf } from '#server/fact-definitions/fact-rows.ts'
import { sampleLeastOf } from '#server/fact-definitions/sample-least.ts'
import { MOVED, movedOfAll, movedRows, SUBJECTS } from '#server/fact-definitions/subjects.ts'
import { withoutLoops } from '#server/monitoring/detector-hits.ts'
import type { Candidates } from '#server/monitoring/movement.ts'
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
import { jsonObject } from './expression-sql.ts'
import type { WantedOperands, Wanting } from './wanted-operands.ts'

type Sql = RawBuilder<unknown>
type Db = Kysely<Database>

/** Values that one relation `f` has, for the subjects of the rules that want them. */
interface Part {
  rows: Sql
  pairs: readonly (readonly [key: string, value: Sql])[]
  rules: Wanting
  areLoopsGood: boolean
}

/** The subjects of these rules alone, under the name of all of them. */
const subjectsOf = (rules: Wanting): Sql =>
  sql`with ${SUBJECTS} as materialized (select * from ${SUBJECTS} s where s.rules && ${[...rules]}::int[])`

const allOf = (sets: Iterable<Wanting>): Set<number> => new Set([...sets].flatMap((each) => [...each]))

/** Reads every wanted fact and aggregate of the subjects, once. */
export async function fillValues(db: Db, candidates: Candidates, wanted: WantedOperands): Promise<void> {
  const { platform } = candidates
  const least = candidates.sampleLeast ?? (await sampleLeastOf(db, platform))
  await fillMoved(db, platform, wanted)
  const { facts, aggregates } = wanted
  const ofFacts = FACT_RELATIONS.flatMap((relation): Part[] => {
    const ids = [...facts.keys()].filter((id) => relationOf(id) === relation)
    if (ids.length === 0) return []
    const pairs = ids.map((id) => [id, sql`to_jsonb(${sql.id('f', id)})`] as const)
    const rules = allOf(ids.map((id) => facts.get(id) ?? new Set()))
    // facts of customers look up rows of other tables
    return [{ rows: factRows(relation, { platform, least }, ids), pairs, rules, areLoopsGood: relation === 'customer' }]
  })
  const parts = [...ofFacts, ...partsOfAggregates(platform, [...aggregates.values()])]
  for (const [number, part] of parts.entries()) {
    const insert = () => insertPart(db, part, number)
    await (part.areLoopsGood ? insert() : withoutLoops(db, insert))
  }
  await withoutLoops(db, () => joinParts(db, parts.length))
}

/** The payments of the accounts of subjects, as far back and as wide as what is wanted of them. */
async function fillMoved(db: Db, platform: string, { facts, aggregates }: WantedOperands): Promise<void> {
  const moving = [...facts].filter(([id]) => movedFor([id]).reachDays !== undefined)
  const moved = movedFor(moving.map(([id]) => id))
  const own = [...aggregates.values()].filter(({ aggregate }) => isOfAccount(aggregate))
  const reaches = [
    ...(moved.reachDays === undefined ? [] : [moved.reachDays]),
    ...own.map(({ aggregate }) => reachOfAggregate(aggregate)),
  ]
  if (reaches.length === 0) return
  const reachDays = reaches.includes(null) ? null : Math.max(...reaches.map(Number))
  const extras = [...moved.extras, ...own.flatMap(({ aggregate }) => extrasOf(aggregate))]
  const rules = allOf([...moving.map(([, wanting]) => wanting), ...own.map((one) => one.rules)])
  await sql`${subjectsOf(rules)} insert into ${MOVED} ${movedRows(platform, { reachDays, extras })}`.execute(db)
  await sql`analyze ${MOVED} (customer_id)`.execute(db)
}

interface WantedAggregate {
  aggregate: Aggregate
  rules: Wanting
}

/** Aggregates of the account that the same rules want are read together, each of the others by itself. */
function partsOfAggregates(platform: string, all: readonly WantedAggregate[]): Part[] {
  const part = (rows: Sql, of: readonly WantedAggregate[]): Part => ({
    rows,
    pairs: aggregateValues(
      of.map(({ aggregate }) => aggregate),
      'f',
    ),
    rules: allOf(of.map(({ rules }) => rules)),
    areLoopsGood: false,
  })
  const isSummed = ({ aggregate }: WantedAggregate) => isOfAccount(aggregate) && !aggregate.newOnly
  const together = new Map<string, WantedAggregate[]>()
  for (const one of all.filter(isSummed)) {
    const key = [...one.rules].join()
    together.set(key, [...(together.get(key) ?? []), one])
  }
  const across = (one: Aggregate) => acrossRows(one, movedOfAll(platform, reachOfAggregate(one), extrasOf(one)))
  return [
    ...[...together.values()].map((of) => part(accountRows(of.map(({ aggregate }) => aggregate)), of)),
    ...all
      .filter((one) => !isSummed(one))
      .map((one) => part(one.aggregate.newOnly ? newOnlyRows(one.aggregate) : across(one.aggregate), [one])),
  ]
}

async function insertPart(db: Db, { rows, pairs, rules }: Part, number: number): Promise<void> {
  await sql`
    ${subjectsOf(rules)}
    insert into condition_part (n, part, values)
    select s.n, ${number}::int, ${jsonObject(pairs)} from ${SUBJECTS} s left join (${rows}) f on f.n = s.n`.execute(db)
}

/** Puts the values of each subject together. */
async function joinParts(db: Db, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const of = (number: number) => sql.id(`p${number}`)
  const joins = numbers.map(
    (number) =>
      sql`left join condition_part ${of(number)} on ${of(number)}.n = s.n and ${of(number)}.part = ${number}::int`,
  )
  const values = numbers.map((number) => sql`coalesce(${of(number)}.values, '{}')`)
  await sql`
    insert into condition_value (n, values)
    select s.n, ${sql.join(values, sql` || `)} from ${SUBJECTS} s ${sql.join(joins, sql` `)}`.execute(db)
  await sql`analyze condition_value (n)`.execute(db)
}
