/** Data related to a case: payments before and after, its rules, similar cases, earlier decisions. */
import { sql } from 'kysely'
import type { Output } from '#contract/call.ts'
import type { cases, FlowEntry } from '#contract/calls/cases/cases.ts'
import { toStamp } from '#contract/model/common.ts'
import type { AlertLevel } from '#contract/model/values.ts'
import type { Db } from '#server/store/sql.ts'
import { selectCaseRows, toCaseItem, type CaseRow } from './case-row.ts'

/** The number of payments on each side of the case's own. */
const FLOW_SIDE = 20
/** The number of similar cases, and of those compared per kind. */
const SIMILAR = 20
const CANDIDATES = 200

interface Moved {
  id: string
  at: Date
  customer_id: string
  client_name: string
  counterparty_name: string
  service: string | null
  direction: FlowEntry['direction']
  usd: string
}

/** Transactions of the case's customer and of the counterparty around the case's own, oldest first. */
export async function flowOf(db: Db, row: CaseRow): Promise<FlowEntry[]> {
  const own = await db
    .selectFrom('transaction')
    .select(['at', 'counterparty_id'])
    .where('platform', '=', row.platform)
    .where('id', '=', row.transaction_id)
    .executeTakeFirst()
  if (!own) return []
  const parties = [row.customer_id, own.counterparty_id].filter((id) => id !== null)
  const sides = [sql`(at, id) < (${own.at}, ${row.transaction_id}) order by at desc, id desc`]
  sides.push(sql`(at, id) >= (${own.at}, ${row.transaction_id}) order by at, id`)
  // one short index range for each party, part in the transaction and side
  const ranges = parties.flatMap((party) =>
    ['customer_id', 'counterparty_id'].flatMap((column) =>
      sides.map(
        (
          side,
        ) => sql`(select id, at, customer_id, client_name, counterparty_name, service, direction, usd from transaction
          where platform = ${row.platform} and ${sql.ref(column)} = ${party} and ${side} limit ${FLOW_SIDE + 1})`,
      ),
    ),
  )
  const { rows } = await sql<Moved>`select * from (${sql.join(ranges, sql` union `)}) as moved order by at, id`.execute(
    db,
  )
  const mine = rows.findIndex((moved) => moved.id === row.transaction_id)
  return rows.slice(Math.max(0, mine - FLOW_SIDE), mine + FLOW_SIDE + 1).map((moved) => ({
    at: toStamp(moved.at),
    customerId: moved.customer_id,
    name: moved.client_name,
    counterpartyName: moved.counterparty_name,
    transactionId: moved.id,
    service: moved.service ?? '',
    direction: moved.direction,
    usd: moved.usd,
    isThis: moved.id === row.transaction_id,
  }))
}

/** The rules that speak about the case: those that hit, then those of its platform that apply to its transaction. */
export async function rulesOf(db: Db, row: CaseRow): Promise<Output<typeof cases.rules>['items']> {
  const { rows } = await sql<{
    id: string
    name: string
    type: string
    description: string
    action: AlertLevel
    revision_id: string
    hit: boolean
  }>`
    select r.id, r.name, r.type, r.description, coalesce(r.options ->> 'action', 'alert') as action,
      coalesce(a.revision_id, r.revision_id) as revision_id, a.id is not null as hit
    from rule r
    left join alert a on a.platform = ${row.platform} and a.case_id = ${row.id} and a.rule_id = r.id
    where a.id is not null or (r.platform = ${row.platform} and r.deleted_at is null and r.area = 'transaction'
      and coalesce(r.options ->> 'trigger_event', 'transaction') = 'transaction'
      and coalesce(r.options ->> 'transaction_direction', '') in ('', ${row.direction})
      and (coalesce(r.options -> 'transaction_services', '[]') = '[]'
        or r.options -> 'transaction_services' @> to_jsonb(${row.service}::text)))
    order by hit desc, lower(r.name), r.id`.execute(db)
  return rows.map(({ revision_id, ...rule }) => Object.assign(rule, { revisionId: revision_id }))
}

/** Cases of the same customer or counterparty with a rule or the service in common, newest first. */
export async function similarCasesTo(
  db: Db,
  row: CaseRow,
  now: number,
): Promise<Output<typeof cases.similar>['items']> {
  const { platform, id } = row
  const found = await selectCaseRows(db)
    .where('c.platform', '=', platform)
    .where(
      'c.id',
      'in',
      sql<string>`(
      (select id from monitoring_case where platform = ${platform} and customer_id = ${row.customer_id}
        order by created_at desc limit ${CANDIDATES})
      union
      (select o.id from transaction own
        join transaction t on t.platform = own.platform and t.counterparty_id = own.counterparty_id
        join monitoring_case o on o.platform = t.platform and o.transaction_id = t.id
        where own.platform = ${platform} and own.id = ${row.transaction_id}
        order by t.at desc limit ${CANDIDATES}))`,
    )
    .where('c.id', '!=', id)
    .where((eb) =>
      eb.or([
        sql<boolean>`c.service = ${row.service}`,
        sql<boolean>`exists (select from alert mine join alert theirs on theirs.rule_id = mine.rule_id
          where mine.platform = ${platform} and mine.case_id = ${id}
            and theirs.platform = c.platform and theirs.case_id = c.id)`,
      ]),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(SIMILAR)
    .execute()
  return found.map((one) => {
    const { uuid, status, statusCases, createAt, recommendedStr, data, manager, alerts, ...rest } = toCaseItem(one, now)
    return { id: rest.id, uuid, status, statusCases, createAt, recommendedStr, data, manager, alerts }
  })
}

/** Earlier decisions of the same rules on the same customer, by rule. */
export async function precedentOf(db: Db, row: CaseRow): Promise<Output<typeof cases.precedent>['items']> {
  const { rows } = await sql<Output<typeof cases.precedent>['items'][number]>`
    select mine.rule_id::text as "ruleId", mine.rule_name as "ruleName", count(old.id)::int as earlier,
      (count(old.id) filter (where old.status = 'resolved'))::int as resolved,
      (count(old.id) filter (where old.status = 'rejected'))::int as rejected,
      (count(old.id) filter (where c.recommended_str = 1))::int as str
    from alert mine
    left join alert old on old.platform = mine.platform and old.customer_id = mine.customer_id
      and old.rule_id = mine.rule_id and old.kind = 'transaction' and old.case_id <> mine.case_id
      and old.created_at < ${row.created_at}
    left join monitoring_case c on c.platform = old.platform and c.id = old.case_id
    where mine.platform = ${row.platform} and mine.case_id = ${row.id}
    group by mine.rule_id, mine.rule_name
    order by earlier desc, mine.rule_name`.execute(db)
  return rows
}
