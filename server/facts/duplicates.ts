/** Earlier alerts that the same payments triggered: what an alert may be a duplicate of. */
import { sql } from 'kysely'
import type { FactItem } from '#contract/model/facts/facts.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import type { Found } from './to-facts.ts'
import type { FactSubject } from './subject.ts'
import type { Triggering } from './triggering-payments.ts'

/** The maximum number of listed alerts. */
const TOLD = 5

interface Row {
  n: number
  strs: number
  items: FactItem[] | null
}

/** Decided earlier alerts of the same type of rule on the account, raised by one of these payments. */
async function shared(
  db: Db,
  { platform, customerId }: FactSubject,
  { id, ruleType }: { id: string; ruleType: string },
  payments: readonly string[],
): Promise<Row | undefined> {
  const isStr = sql`(a.sar = 1 or k.recommended_str = 1)`
  const { rows } = await sql<Row>`
    select count(*)::int as n, (count(*) filter (where ${isStr}))::int as strs,
      to_jsonb((array_agg(jsonb_build_object('source', jsonb_build_object('kind', 'case', 'id', k.id),
        'label', a.rule_name, 'on', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD'),
        'status', case when ${isStr} then 'str' else a.status end) order by a.id desc))[1:${sql.lit(TOLD)}]) as items
    from alert a join monitoring_case k on k.platform = a.platform and k.id = a.case_id
    where a.platform = ${platform} and a.customer_id = ${customerId} and a.rule_type = ${ruleType}
      and a.id < ${id} and a.status not in ${OPEN_ALERT} and k.transaction_id = any(${payments}::text[])`.execute(db)
  return rows[0]
}

/** Facts of each alert. */
export async function duplicateFacts(db: Db, subject: FactSubject, triggering: Triggering): Promise<Found[]> {
  const found: Found[] = []
  for (const alert of subject.alerts) {
    const common = { alertId: alert.id, source: { kind: 'alert', id: alert.id } } as const
    const payments = triggering.get(alert.id)
    if (!payments) {
      const reason = 'No triggering transactions are known'
      found.push({ ...common, id: 'duplicate.shared', reason }, { ...common, id: 'duplicate.strs', reason })
      continue
    }
    const ids = payments.map(({ id }) => id)
    const { n = 0, strs = 0, items = null } = (await shared(db, subject, alert, ids)) ?? {}
    found.push(
      { ...common, id: 'duplicate.shared', value: n, items: items ?? [] },
      { ...common, id: 'duplicate.strs', value: strs },
    )
  }
  return found
}
