/** Runs rules over candidates: for a live batch, for current customers, and for a past window. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { passes } from '#server/monitoring/filter/filter.ts'
import { passesSql } from '#server/monitoring/filter/sql.ts'
import type { Database } from '#server/schema/database.ts'
import {
  CANDIDATE_COLUMNS,
  filteredField,
  MOVEMENT_COLUMNS,
  movementsOf,
  sinceOf,
  type Candidates,
} from './movement.ts'
import type { Detector, Saw, TriggerInfo } from './rule-type.ts'
import { wantedBy, type ActiveRule } from './active-rules.ts'
import { stageMovements, overview, type Summed } from './stage-movements.ts'
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
): Promise<Hit[]> {
  if (rules.length === 0) return []
  await stageMovements(db, candidates, wantedBy(rules), summedFor(rules))
  return await detectStaged(db, rules, candidates)
}

/** The same, where movements are staged already, as these rules want them. */
export async function detectStaged(
  db: Kysely<Database>,
  rules: readonly ActiveRule[],
  candidates: Candidates,
): Promise<Hit[]> {
  await overview(db, candidates, summedFor(rules))
  const found: (readonly [ActiveRule, Hit[]])[] = []
  await withoutLoops(db, async () => {
    for (const rule of rules) found.push([rule, await runRule(db, rule, candidates)])
  })
  const hits: Hit[] = []
  for (const [rule, its] of found) hits.push(...(await ofItsCustomers(db, candidates.platform, rule, its)))
  return hits
}

/**
 * Keeps the planner from joining movements row by row: it knows little about a table that was just filled, takes what
 * is ruled out for nearly everything, and then compares everything with everything.
 */
export async function withoutLoops(db: Kysely<Database>, work: () => Promise<void>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  await work()
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
}

/** All criteria of a rule have to hold: of one movement, or of one account where it is not asked about transactions. */
async function runRule(db: Kysely<Database>, rule: ActiveRule, candidates: Candidates): Promise<Hit[]> {
  const found: Map<string, Hit>[] = []
  for (const detector of rule.detectors) found.push(await runDetector(db, rule, detector, candidates))
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
  const isOnTransactions = rule.asks === 'transaction'
  return new Map(
    rows.map(({ id, account, saw }) => {
      const { text, facts } = detector.explain(saw)
      const last = { label: 'Transaction', saw: id, allows: null, field: 'transactionId' }
      const isAfter = !isOnTransactions && id !== ''
      const trigger = { text, facts: isAfter ? [...facts, last] : facts, saw: { [detector.type]: saw } }
      const transactionId = isOnTransactions ? id : null
      return [isOnTransactions ? `${id}\n${account}` : account, { rule, transactionId, account, trigger }]
    }),
  )
}

/** The movements, and their columns. */
interface Relation {
  rows: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

/** The hits of one criterion of a rule on the movements staged, as a query. */
function hitsOf(rule: ActiveRule, detector: Detector, candidates: Candidates, relation: Relation): RawBuilder<unknown> {
  const rows = narrowed(rule, detector, candidates, relation)
  const query = detector.query({ platform: candidates.platform, rows })
  const { random_percent: percent } = rule.options
  // Sampled by the transaction's or account's id, so that a repeated run selects the same.
  const chosen =
    percent === undefined
      ? sql`true`
      : sql`(hashtextextended(coalesce(nullif(id, ''), account), ${rule.id}::bigint) & 9223372036854775807) % 100
          < ${percent}::numeric`
  return sql`select * from (${query}) hit where ${chosen}`
}

/**
 * The alerts that rules would raise on the accounts of the table `touched`, as a query for `n`, the rule's index, `id`
 * and `account`, without an id outside transactions; customer filters are left to the caller. For large batches: only
 * the needed columns are staged, once for all rules.
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
    return sql`select ${n}::int as n, id, account from (${sql.join(criteria, sql` intersect `)}) raised`
  })
  // each criterion filters candidates itself; sorting happens once
  const kept = sql.raw(wanted.reachDays === 0 ? 'not materialized' : 'materialized')
  return sql`
    with movement as ${kept} (${movementsOf(candidates, wanted)}) ${sql.join(each, sql` union all `)}`
}

const EVERYTHING: Relation = { rows: sql`movement`, columns: CANDIDATE_COLUMNS }

/**
 * The candidates if the detector needs no more, else the staged movements of the accounts that pass its quick check.
 */
function overviewed(detector: Detector, candidates: Candidates): Relation {
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
  const detectors = rules.flatMap((rule) => rule.detectors)
  return {
    accounts: [...new Set(detectors.filter(({ worth }) => worth.account).map(worthDays))],
    parties: Math.max(0, ...detectors.filter(({ worth }) => worth.party).map(worthDays)),
  }
}

function narrowed(
  { options, asks }: ActiveRule,
  { appliesTo, reachDays }: Detector,
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

function joined(hits: readonly Hit[]): TriggerInfo {
  return {
    text: hits.map(({ trigger }) => trigger.text).join('; '),
    facts: hits.flatMap(({ trigger }) => trigger.facts),
    saw: Object.assign({}, ...hits.map(({ trigger }) => trigger.saw)) as TriggerInfo['saw'] & {},
  }
}
