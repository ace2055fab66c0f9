/** The payments that made a rule fire: those that its criterion counts, up to the triggering one. */
import { sql } from 'kysely'
import type { FactItem } from '#contract/model/facts/facts.ts'
import { daysOf } from '#contract/model/rules/period.ts'
import type { Criteria, RuleOptions } from '#contract/model/rules/rule.ts'
import type { Direction } from '#contract/model/values.ts'
import { sidesOf } from '#server/customers/transactions.ts'
import { passes } from '#server/monitoring/filter/filter.ts'
import { keyOf, loadSubjects } from '#server/monitoring/filter-subjects.ts'
import type { Db } from '#server/store/sql.ts'
import { dayOf, type Found } from './to-facts.ts'
import type { FactSubject, SubjectAlert } from './subject.ts'

const DAY = 86_400_000
/** The maximum number of listed payments. */
const TOLD = 50
const MOST = 500

export interface Counted {
  id: string
  at: Date
  direction: Direction
  usd: number
  /** The counterparty: its account or its name. */
  other: string
  otherCountry: string | null
  country: string | null
  isDispute: boolean
  isCash: boolean
  service: string | null
}

type Counts = (one: Counted, own: Counted, values: Readonly<Record<string, unknown>>) => boolean

/** The payments that a criterion counts within its period; types that are absent evaluate a single payment. */
const COUNTS: Readonly<Record<string, Counts>> = {
  account_velocity: () => true,
  summary_amount_transaction: () => true,
  transit_transaction: () => true,
  substantial_increase: () => true,
  significant_deposit: (one) => one.direction === 'incoming',
  multiple_senders: (one) => one.direction === 'incoming',
  high_disputes: (one) => one.isDispute,
  CrossCountryAtmUsage: (one) => one.isCash,
  threshold_breakdown: (one, own, { limit }) => one.direction === own.direction && one.usd < Number(limit),
  repeated_transaction: (one, own, { amountRate }) =>
    one.direction === own.direction &&
    one.other === own.other &&
    Math.abs(one.usd - own.usd) <= (own.usd * Number(amountRate)) / 100,
  high_risk_transactionality: (one, _own, { countries }) =>
    Array.isArray(countries) && [one.country, one.otherCountry].some((country) => countries.includes(country)),
}

const valuesOf = (criteria: Criteria, type: string) => (criteria[type] ?? {}) as Readonly<Record<string, unknown>>
const reachOf = ({ criteria, ruleType }: SubjectAlert) => daysOf(valuesOf(criteria, ruleType)['period'] ?? 0)

/** The payments that the criterion of an alert counts, oldest first; the last is the one that met it. */
export function triggering(alert: SubjectAlert, own: Counted, earlier: readonly Counted[]): Counted[] {
  const counts = COUNTS[alert.ruleType]
  if (!counts) return [own]
  const values = valuesOf(alert.criteria, alert.ruleType)
  const from = own.at.getTime() - reachOf(alert) * DAY
  return [...earlier.filter((one) => one.at.getTime() >= from && counts(one, own, values)), own]
}

const toItem = ({ id, at, usd, other, direction }: Counted): FactItem => ({
  source: { kind: 'transaction', id },
  label: other || 'No counterparty named',
  on: dayOf(at),
  status: direction,
  usd: usd.toFixed(2),
})

/** Checks whether the rule of an alert, as it was, looks at a payment: by direction, service and filter. */
async function scopesOf(
  db: Db,
  { platform, customerId, alerts }: Pick<FactSubject, 'platform' | 'customerId' | 'alerts'>,
  payments: readonly Counted[],
): Promise<(alert: SubjectAlert, one: Counted) => boolean> {
  const { rows } = await sql<{ id: string; options: RuleOptions }>`
    select id, options from rule_revision where id = any(${alerts.map(({ revisionId }) => revisionId)}::bigint[])`.execute(
    db,
  )
  const scopes = new Map(rows.map(({ id, options }) => [id, options]))
  const judged = (id: string) => ({ transactionId: id, account: customerId })
  const isFiltered = rows.some(({ options }) => options.transaction_filters)
  const subjects = await loadSubjects(db, platform, isFiltered ? payments.map(({ id }) => judged(id)) : [])
  return ({ revisionId }, { id, direction, service }) => {
    const options = scopes.get(revisionId)
    const { transaction_direction: wanted, transaction_services: services, transaction_filters: filter } = options ?? {}
    return (
      (!wanted || wanted === direction) &&
      (!services?.length || (service !== null && services.includes(service))) &&
      (!filter?.where || passes(filter.where, subjects.get(keyOf(judged(id)))?.subject ?? {}))
    )
  }
}

/** By alert, the payments that triggered it, oldest first; null where the payment is not on the account. */
export type Triggering = ReadonlyMap<string, readonly Counted[] | null>

/** The payments that triggered each alert of a subject; empty without a payment. */
export async function readTriggering(
  db: Db,
  { platform, customerId, payment, alerts }: FactSubject,
): Promise<Triggering> {
  if (!payment || alerts.length === 0) return new Map()
  const days = Math.max(0, ...alerts.filter(({ ruleType }) => ruleType in COUNTS).map(reachOf))
  const between = [new Date(payment.at.getTime() - days * DAY), new Date(payment.at.getTime() + 1)] as const
  const parts = sidesOf({ platform, id: customerId }, { between }).map(
    ({ side, from }) => sql`(select t.id, t.at, ${side.direction} as direction, t.usd::float8 as usd,
      ${side.name} as other, ${side.country} as "otherCountry", t.country,
      t.data ? 'disputedTransactionId' as "isDispute",
      t.service, t.data ->> 'merchantCode' in ('6010', '6011') is true as "isCash" ${from} order by t.at desc limit ${MOST})`,
  )
  const { rows } = await sql<Counted>`select * from (${sql.join(parts, sql` union all `)}) as counted
    where (at, id) <= (${payment.at}, ${payment.id}) order by at, id`.execute(db)
  const own = rows.find(({ id }) => id === payment.id)
  const isLookedAt = await scopesOf(db, { platform, customerId, alerts }, rows)
  return new Map(
    alerts.map((alert) => {
      const looked = rows.filter((one) => one.id !== own?.id && isLookedAt(alert, one))
      return [alert.id, own ? triggering(alert, own, looked) : null]
    }),
  )
}

/** The triggering payments as facts. */
export const triggeringFacts = (found: Triggering): Found[] =>
  [...found].map(([id, payments]): Found => {
    const common = { id: 'rule.transactions', alertId: id, source: { kind: 'alert', id } } as const
    if (!payments) return { ...common, reason: 'The payment is not on this account' }
    return { ...common, value: payments.length, items: payments.slice(-TOLD).map(toItem) }
  })
