/** Rules in shadow: what they would have raised is counted by day and revision, and nothing else comes of it. */
import { sql, type Kysely } from 'kysely'
import type { RuleShadow } from '#contract/model/rules/rule.ts'
import type { Database } from '#server/schema/database.ts'
import type { Hit } from './detect.ts'

/** Counts hits of rules in shadow mode; `raised` are hits of rules in force, `timeOf` is the time of each. */
export async function countShadow(
  db: Kysely<Database>,
  shadowed: readonly Hit[],
  raised: readonly Hit[],
  timeOf: (hit: Hit) => Date | undefined,
): Promise<void> {
  if (shadowed.length === 0) return
  const subjectOf = ({ transactionId, account }: Hit) => transactionId ?? `account ${account}`
  const alerted = new Set(raised.map(subjectOf))
  const rows = new Map<string, { rule: Hit['rule']; day: string; subjects: Set<string> }>()
  for (const hit of shadowed) {
    const day = (timeOf(hit) ?? new Date()).toISOString().slice(0, 10)
    const key = `${hit.rule.id} ${day}`
    const row = rows.get(key) ?? { rule: hit.rule, day, subjects: new Set() }
    rows.set(key, row)
    row.subjects.add(subjectOf(hit))
  }
  const counted = [...rows.values()].map(({ rule, day, subjects }) => ({
    rule_id: rule.id,
    revision_id: rule.revisionId,
    day,
    hits: subjects.size,
    also_alerted: [...subjects].filter((one) => alerted.has(one)).length,
  }))
  await sql`
    insert into rule_shadow as s
    select * from jsonb_populate_recordset(null::rule_shadow, ${JSON.stringify(counted)}::jsonb)
    on conflict (rule_id, revision_id, day) do update set
      hits = s.hits + excluded.hits, also_alerted = s.also_alerted + excluded.also_alerted`.execute(db)
}

/**
 * The new hits of shadow rules on accounts: none yet under this revision, or other values. Earlier shadow hits count as
 * closed, since there is no alert to be open.
 */
export async function freshInShadow(db: Kysely<Database>, hits: readonly Hit[]): Promise<readonly Hit[]> {
  if (hits.length === 0) return hits
  const seen = hits.map(({ rule, account, trigger }) => {
    return { rule_id: rule.id, customer_id: account, revision_id: rule.revisionId, saw: trigger.saw ?? {} }
  })
  const { rows } = await sql<{ rule_id: string; customer_id: string }>`
    insert into rule_shadow_seen as s
    select distinct on (rule_id, customer_id) *
    from jsonb_populate_recordset(null::rule_shadow_seen, ${JSON.stringify(seen)}::jsonb) order by rule_id, customer_id
    on conflict (rule_id, customer_id) do update set revision_id = excluded.revision_id, saw = excluded.saw
      where s.revision_id <> excluded.revision_id or s.saw <> excluded.saw
    returning rule_id, customer_id`.execute(db)
  const fresh = new Set(rows.map((row) => `${row.rule_id}\n${row.customer_id}`))
  return hits.filter(({ rule, account }) => fresh.has(`${rule.id}\n${account}`))
}

/** The maximum number of days. */
const DAYS = 366

/** The shadow hits of a rule under its current revision. */
export async function shadowOf(
  db: Kysely<Database>,
  { id, revisionId }: { id: string; revisionId: string },
): Promise<RuleShadow> {
  const days = await db
    .selectFrom('rule_shadow')
    .select([sql<string>`day::text`.as('day'), 'hits', 'also_alerted as alsoAlerted'])
    .where('rule_id', '=', id)
    .where('revision_id', '=', revisionId)
    .orderBy('day', 'desc')
    .limit(DAYS)
    .execute()
  const sum = (name: 'hits' | 'alsoAlerted') => days.reduce((all, day) => all + day[name], 0)
  return { revisionId, hits: sum('hits'), alsoAlerted: sum('alsoAlerted'), days }
}
