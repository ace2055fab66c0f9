/** The hits of one criterion of a rule, as a query over staged movements. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { passesSql } from '#server/monitoring/filter/sql.ts'
import type { Database } from '#server/schema/database.ts'
import { CANDIDATE_COLUMNS, filteredField, MOVEMENT_COLUMNS, sinceOf, type Candidates } from './movement.ts'
import type { Detector } from './rule-type.ts'
import { detectorsOf, type ActiveRule } from './active-rules.ts'
import type { Summed } from './stage-movements.ts'

/**
 * Keeps the planner from joining movements row by row: it knows little about a table that was just filled, takes what
 * is ruled out for nearly everything, and then compares everything with everything.
 */
export async function withoutLoops(db: Kysely<Database>, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  await work()
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
}

/** The movements, and their columns. */
export interface Relation {
  rows: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

/** The hits of one criterion of a rule on the movements staged, as a query. */
export function hitsOf(
  rule: ActiveRule,
  detector: Detector,
  candidates: Candidates,
  relation: Relation,
): RawBuilder<unknown> {
  const rows = narrowed(rule, detector, candidates, relation)
  const query = detector.query({ platform: candidates.platform, rows })
  return sql`select * from (${query}) hit where ${isSampled(rule)}`
}

/** Sampled by the transaction's or account's id, so that a repeated run selects the same. */
export function isSampled({ id, options: { random_percent: percent } }: ActiveRule): RawBuilder<unknown> {
  if (percent === undefined) return sql`true`
  return sql`(hashtextextended(coalesce(nullif(id, ''), account), ${id}::bigint) & 9223372036854775807) % 100
    < ${percent}::numeric`
}

/**
 * The candidates if the detector needs no more, else the staged movements of the accounts that pass its quick check.
 */
export function overviewed(detector: Detector, candidates: Candidates): Relation {
  const { reachDays, worth } = detector
  const columns = MOVEMENT_COLUMNS
  if (reachDays === 0) return { rows: sql`candidate_movement`, columns: CANDIDATE_COLUMNS }
  const since = sinceOf(candidates, worthDays(detector))
  // arrays, so that a few accounts are looked up by the index
  const conditions = [
    worth.candidate && sql`no = any(array(select c.no from candidate_movement c where ${worth.candidate}))`,
    worth.account && sql`no = any(array(select a.no from activity a where a.since >= ${since} and ${worth.account}))`,
    worth.party &&
      sql`(no, other, direction) in (select p.no, p.other, p.direction from dealing p where ${worth.party})`,
  ].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return { rows: sql`movement`, columns }
  return { rows: sql`(select * from movement where ${sql.join(conditions, sql` and `)}) worth`, columns }
}

/** The period of the totals for a detector's quick check. */
function worthDays({ reachDays, worth }: Detector): number {
  return worth.days ?? reachDays
}

/** The totals for the quick checks of all rules. */
export function summedFor(rules: readonly ActiveRule[]): Summed {
  const detectors = rules.flatMap(detectorsOf)
  return {
    accounts: [...new Set(detectors.filter(({ worth }) => worth.account).map(worthDays))],
    parties: Math.max(0, ...detectors.filter(({ worth }) => worth.party).map(worthDays)),
  }
}

export function narrowed(
  { options, asks }: ActiveRule,
  { appliesTo, reachDays }: Pick<Detector, 'appliesTo' | 'reachDays'>,
  candidates: Candidates,
  { rows, columns }: Relation,
): RawBuilder<unknown> {
  const { transaction_direction: direction, transaction_services: services, account_type: accountType } = options
  const filter = options.transaction_filters?.where
  const isOnCustomers = asks !== 'transaction' && appliesTo === 'customer'
  return sql`(
    select ${columns}, ${isOnCustomers ? sql`candidate and id = '' as candidate` : sql`candidate`} from ${rows}
    where ${reachDays === 0 ? sql`candidate` : sql`at >= ${sinceOf(candidates, reachDays)}`}
      ${isOnCustomers ? sql`` : sql`and id <> ''`}
      ${direction ? sql`and (id = '' or direction = ${direction})` : sql``}
      ${services?.length ? sql`and (id = '' or service = any(${services}))` : sql``}
      ${filter ? sql`and (id = '' or ${passesSql([filter], (name) => filteredField(candidates.platform, name))})` : sql``}
      ${accountType ? sql`and account_type = ${accountType}` : sql``}
  )`
}
