/** The subject of facts: a payment with its alerts, or an account alert; and its customer. */
import { sql } from 'kysely'
import type { Criteria } from '#contract/model/rules/rule.ts'
import type { AlertLevel, Direction } from '#contract/model/values.ts'
import type { CaseRow } from '#server/cases/case-row.ts'
import type { OneSubject } from '#server/fact-definitions/one-subject.ts'
import type { Db } from '#server/store/sql.ts'

export interface SubjectAlert {
  id: string
  ruleId: string
  ruleType: string
  revisionId: string
  level: AlertLevel
  criteria: Criteria
  /** The measured values when it was raised, on one line. */
  measured: string
  /** It rests on a sanctions match that is not decided. */
  isMatchOpen: boolean
}

export interface Payment {
  id: string
  at: Date
  direction: Direction
  usd: number
  data: Record<string, unknown>
}

/** An account with its alerts on a case, or with its one account alert. */
export interface FactSubject {
  platform: string
  /** The case; none for an alert on an account. */
  caseId: string | null
  customerId: string
  customerName: string
  /** The time of the event: "earlier" means before it. */
  at: Date
  /** The payment as this account sees it: incoming for the payee, outgoing for the payer. */
  payment: Payment | null
  /** The alerts on this account. */
  alerts: readonly SubjectAlert[]
}

/** The moment of reading, and the least number of payments that make a distribution. */
export interface Reading {
  now: Date
  least: number
}

/** The subject as the definitions of facts take it. */
export const oneSubject = (
  { platform, customerId, payment, at, caseId, alerts }: FactSubject,
  asOf: Date,
): OneSubject => ({
  platform,
  customerId,
  transactionId: payment?.id ?? null,
  at,
  asOf,
  caseId,
  alerts: alerts.map(({ id }) => id),
})

const ALERT = [
  'id',
  'rule_id',
  'rule_type',
  'revision_id',
  'level',
  'criteria',
  'trigger_info',
  'customer_id',
  'created_at',
] as const
const MATCH_OPEN = sql<boolean>`exists (select from sanctions_hit h
  where h.id = alert.hit_id and h.platform = alert.platform and h.outcome = 'potential_match')`.as('is_match_open')

interface AlertRow {
  id: string
  rule_id: string
  rule_type: string
  revision_id: string
  level: AlertLevel
  criteria: unknown
  trigger_info: { text: string }
  is_match_open: boolean
}

const toAlert = (row: AlertRow): SubjectAlert => ({
  id: row.id,
  ruleId: row.rule_id,
  ruleType: row.rule_type,
  revisionId: row.revision_id,
  level: row.level,
  criteria: row.criteria as Criteria,
  measured: row.trigger_info.text,
  isMatchOpen: row.is_match_open,
})

interface Paid {
  id: string
  at: Date
  customer_id: string
  direction: Direction
  usd: string
  counterparty_id: string | null
  data: Record<string, unknown>
}

const REVERSED: Record<Direction, Direction> = { incoming: 'outgoing', outgoing: 'incoming' }

/** The payment from the side of an account; null where it is on neither. */
function seenBy(account: string, paid: Paid | undefined): Payment | null {
  if (!paid) return null
  const common = { id: paid.id, at: paid.at, usd: Number(paid.usd), data: paid.data }
  if (account === paid.customer_id) return { ...common, direction: paid.direction }
  return account === paid.counterparty_id ? { ...common, direction: REVERSED[paid.direction] } : null
}

/** The account of a case first, with or without alerts on it; then every other account that an alert of it is on. */
export async function subjectsOfCase(db: Db, row: CaseRow): Promise<[FactSubject, ...FactSubject[]]> {
  const { platform } = row
  const alerts = await db
    .selectFrom('alert')
    .select(ALERT)
    .select(MATCH_OPEN)
    .where('platform', '=', platform)
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute()
  const paid = await db
    .selectFrom('transaction')
    .select(['id', 'at', 'customer_id', 'direction', 'usd', 'counterparty_id', 'data'])
    .where('platform', '=', platform)
    .where('id', '=', row.transaction_id)
    .executeTakeFirst()
  const others = new Set(alerts.map(({ customer_id: account }) => account).filter((id) => id !== row.customer_id))
  const names = await namesOf(db, platform, [row.customer_id, ...others])
  const subjectOf = (customerId: string): FactSubject => ({
    platform,
    caseId: row.id,
    customerId,
    customerName: names.get(customerId) ?? '',
    at: paid?.at ?? row.created_at,
    payment: seenBy(customerId, paid),
    alerts: alerts.filter(({ customer_id: account }) => account === customerId).map(toAlert),
  })
  return [subjectOf(row.customer_id), ...[...others].map(subjectOf)]
}

async function namesOf(db: Db, platform: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = db.selectFrom('customer').select(['id', 'name']).where('platform', '=', platform)
  const rows = await found.where('id', 'in', [...ids]).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
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
  const names = await namesOf(db, platform, [customerId])
  const customerName = names.get(customerId) ?? ''
  return { platform, caseId: null, customerId, customerName, at, payment: null, alerts: [toAlert(row)] }
}
