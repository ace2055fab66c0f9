/** The subject of facts: a payment with its alerts, or an account alert; and its customer. */
import { sql } from 'kysely'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { AlertLevel, Direction } from '#contract/model/values.ts'
import type { CaseRow } from '#server/cases/case-row.ts'
import type { Db } from '#server/store/sql.ts'

export interface SubjectAlert {
  id: string
  ruleId: string
  ruleType: string
  revisionId: string
  level: AlertLevel
  criteria: Criteria
  /** It rests on a sanctions match that is not decided. */
  isMatchOpen: boolean
}

export interface Payment {
  id: string
  at: Date
  direction: Direction
  usd: number
  counterpartyId: string | null
  counterpartyName: string
  counterpartyCountry: string | null
  country: string | null
  data: Record<string, unknown>
}

export interface FactSubject {
  platform: string
  /** The case; none for an alert on an account. */
  caseId: string | null
  customerId: string
  /** The time of the event: "earlier" means before it. */
  at: Date
  payment: Payment | null
  alerts: readonly SubjectAlert[]
}

const ALERT = ['id', 'rule_id', 'rule_type', 'revision_id', 'level', 'criteria', 'customer_id', 'created_at'] as const
const MATCH_OPEN = sql<boolean>`exists (select from sanctions_hit h
  where h.id = alert.hit_id and h.platform = alert.platform and h.outcome = 'potential_match')`.as('is_match_open')

interface AlertRow {
  id: string
  rule_id: string
  rule_type: string
  revision_id: string
  level: AlertLevel
  criteria: unknown
  is_match_open: boolean
}

const toAlert = (row: AlertRow): SubjectAlert => ({
  id: row.id,
  ruleId: row.rule_id,
  ruleType: row.rule_type,
  revisionId: row.revision_id,
  level: row.level,
  criteria: row.criteria as Criteria,
  isMatchOpen: row.is_match_open,
})

export async function subjectOfCase(db: Db, row: CaseRow): Promise<FactSubject> {
  const { platform } = row
  const alerts = db
    .selectFrom('alert')
    .select(ALERT)
    .select(MATCH_OPEN)
    .where('platform', '=', platform)
    .where('case_id', '=', row.id)
  const payment = db
    .selectFrom('transaction')
    .select([
      'at',
      'direction',
      'usd',
      'counterparty_id',
      'counterparty_name',
      'counterparty_country',
      'country',
      'data',
    ])
    .where('platform', '=', platform)
    .where('id', '=', row.transaction_id)
  const own = await alerts.orderBy('id').execute()
  const paid = await payment.executeTakeFirst()
  return {
    platform,
    caseId: row.id,
    customerId: row.customer_id,
    at: paid?.at ?? row.created_at,
    alerts: own.map(toAlert),
    payment: paid
      ? {
          id: row.transaction_id,
          at: paid.at,
          direction: paid.direction,
          usd: Number(paid.usd),
          counterpartyId: paid.counterparty_id,
          counterpartyName: paid.counterparty_name,
          counterpartyCountry: paid.counterparty_country,
          country: paid.country,
          data: paid.data,
        }
      : null,
  }
}

/** Null where the platform has no such alert on an account. */
export async function subjectOfAlert(db: Db, platform: string, id: string): Promise<FactSubject | null> {
  const query = db
    .selectFrom('alert')
    .select(ALERT)
    .select(MATCH_OPEN)
    .where('platform', '=', platform)
    .where('id', '=', id)
  const row = await query.where('kind', '=', 'account').executeTakeFirst()
  if (!row) return null
  const { customer_id: customerId, created_at: at } = row
  return { platform, caseId: null, customerId, at, payment: null, alerts: [toAlert(row)] }
}
