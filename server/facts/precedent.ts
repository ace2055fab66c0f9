/** Earlier decisions on similar alerts: of the same customer, and of any with a similar amount and risk. */
import { sql, type RawBuilder } from 'kysely'
import type { FactItem, FactSource } from '#contract/model/facts/facts.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import type { Found } from './to-facts.ts'
import type { FactSubject } from './subject.ts'

/** The number of latest decided alerts of the rule that are compared; amounts are similar within a factor of two. */
const COMPARED = 1000
const FACTOR = 2
const TOLD = 5

interface Row {
  id: string
  n: number
  rejected: number
  strs: number
  items: FactItem[] | null
  like_n: number
  like_rejected: number
  like_strs: number
  like_items: FactItem[] | null
}

/** Facts of each alert, in their order. */
export async function precedentFacts(
  db: Db,
  { platform, customerId, caseId, payment, alerts }: FactSubject,
): Promise<Found[]> {
  if (alerts.length === 0) return []
  const isStr = sql`(a.sar = 1 or coalesce(k.recommended_str, 0) = 1)`
  const decided = sql`a.platform = ${platform} and a.id < mine.id and a.status not in ${OPEN_ALERT}
    and a.case_id is distinct from ${caseId}::text`
  const like = payment ? sql`and k.usd between ${payment.usd / FACTOR} and ${payment.usd * FACTOR}` : sql``
  // the latest of them, as links
  const told = (
    account: RawBuilder<unknown>,
  ) => sql`to_jsonb((array_agg(jsonb_build_object('source', case when a.case_id is null
      then ${account} else jsonb_build_object('kind', 'case', 'id', a.case_id) end,
    'label', a.rule_name, 'on', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD'),
    'status', case when ${isStr} then 'str' else a.status end) order by a.id desc))[1:${sql.lit(TOLD)}])`
  const isRejected = sql`(a.status = 'rejected' and not ${isStr})`
  const { rows } = await sql<Row>`
    with level as (select level from customer_risk where platform = ${platform} and customer_id = ${customerId})
    select mine.id::text, own.*, alike.*
    from alert mine
    cross join lateral (
      select count(*)::int as n, (count(*) filter (where ${isRejected}))::int as rejected,
        (count(*) filter (where ${isStr}))::int as strs, ${told(sql`jsonb_build_object('kind', 'alert', 'id', a.id::text)`)} as items
      from alert a left join monitoring_case k on k.platform = a.platform and k.id = a.case_id
      where ${decided} and a.customer_id = mine.customer_id and a.rule_id = mine.rule_id
    ) own
    cross join lateral (
      select count(*)::int as like_n, (count(*) filter (where ${isRejected}))::int as like_rejected,
        (count(*) filter (where ${isStr}))::int as like_strs,
        ${told(sql`jsonb_build_object('kind', 'customer', 'id', a.customer_id)`)} as like_items
      from (select * from alert a where ${decided} and a.rule_id = mine.rule_id order by a.id desc limit ${COMPARED}) a
      left join monitoring_case k on k.platform = a.platform and k.id = a.case_id
      left join customer_risk r on r.platform = a.platform and r.customer_id = a.customer_id
      where r.level is not distinct from (select level from level) ${like}
    ) alike
    where mine.platform = ${platform} and mine.id = any(${alerts.map(({ id }) => id)}::bigint[])
    order by mine.id`.execute(db)
  return rows.flatMap((row): Found[] => {
    const alert = alerts.find(({ id }) => id === row.id)
    const source: FactSource = { kind: 'rule', id: alert?.ruleId ?? '' }
    const common = { alertId: row.id, source }
    return [
      { ...common, id: 'precedent.customer', value: row.n, items: row.items ?? [] },
      { ...common, id: 'precedent.customerCleared', value: row.n - row.strs },
      { ...common, id: 'precedent.customerRejected', value: row.rejected },
      { ...common, id: 'precedent.customerStrs', value: row.strs },
      { ...common, id: 'precedent.alike', value: row.like_n, items: row.like_items ?? [] },
      { ...common, id: 'precedent.alikeCleared', value: row.like_n - row.like_strs },
      { ...common, id: 'precedent.alikeRejected', value: row.like_rejected },
      { ...common, id: 'precedent.alikeStrs', value: row.like_strs },
    ]
  })
}
