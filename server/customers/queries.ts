/** The list of customers: every query of the specification, one order, a capped count. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Parsed } from '#contract/call.ts'
import type { customers } from '#contract/calls/customers.ts'
import { ticketIn } from '#contract/model/cases/case-search.ts'
import { foldText } from '#contract/fold-text.ts'
import type { CustomerItem } from '#contract/model/customer.ts'
import {
  CUSTOMER_ALERT_STATUSES,
  FIRST_ALERT_DAYS,
  UNKNOWN_COUNTRY,
  type CustomerType,
} from '#contract/model/values.ts'
import { showsStatus } from '#server/account-alerts/queries.ts'
import { countRows, readPage, type Order, type PageAt } from '#server/store/pages.ts'
import { ALERT_KEY, containing, isId, OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { shownProfile } from './profile.ts'

type Query = Parsed<typeof customers.list>['query']
export type CustomerFilter = Omit<Query, 'date[]' | 'page' | 'pageSize' | 'type'> & {
  /** From the first moment, included, to the second, excluded. */
  between?: readonly [Date | null, Date | null]
  type?: CustomerType | undefined
}

/** Pairs of rule and customer whom the rule found within these days for the first time; of one rule, if given. */
export function firstAlerts(platform: string, now: Date, rule?: string): RawBuilder<unknown> {
  const since = sql`${now}::timestamptz - ${FIRST_ALERT_DAYS} * interval '1 day'`
  const ofRule = rule === undefined ? sql`` : sql`and rule_id = ${rule}`
  return sql`(select n.rule_id, n.customer_id
    from (select distinct rule_id, customer_id from alert
      where platform = ${platform} and created_at > ${since} ${ofRule}) n
    where not exists (select from alert old where old.platform = ${platform} and old.customer_id = n.customer_id
      and old.rule_id = n.rule_id and old.created_at <= ${since}))`
}

function matching(db: Db, platform: string, filter: CustomerFilter, now: Date) {
  const { between = [null, null], firstAlert } = filter
  let query = db.selectFrom('customer as c').where('c.platform', '=', platform)
  for (const type of [filter.accountType, filter.type]) if (type) query = query.where('c.type', '=', type)
  if (filter.accountStatus) query = query.where('c.account_status', '=', filter.accountStatus)
  if (filter.accountKycStatus) query = query.where('c.kyc_status', '=', filter.accountKycStatus)
  if (filter.customerId) query = query.where('c.id', '=', filter.customerId)
  if (between[0]) query = query.where('c.created_at', '>=', between[0])
  if (between[1]) query = query.where('c.created_at', '<', between[1])
  const conditions = [
    ...countryConditions(filter),
    ...searchConditions(platform, filter),
    ...(filter.alertId ? [hasAlertOfId(filter.alertId)] : []),
    ...alertConditions(filter),
    ...(firstAlert ? [isNewTo(platform, firstAlert, now)] : []),
    ...caseConditions(filter),
  ]
  for (const condition of conditions) query = query.where(condition)
  return query
}

function countryConditions({ country, 'country[]': several = [] }: CustomerFilter): RawBuilder<SqlBool>[] {
  const wanted = [...several, ...(country ? [country] : [])]
  if (wanted.length === 0) return []
  const unknown = wanted.includes(UNKNOWN_COUNTRY) ? sql`or c.country is null` : sql``
  return [sql`(c.country in (${sql.join(wanted)}) ${unknown})`]
}

/** A term of nothing but space asks for everybody (docs/design/specification.md#saving). */
function searchConditions(platform: string, { search = '', field = 'search' }: CustomerFilter): RawBuilder<SqlBool>[] {
  const term = foldText(search)
  if (!term) return []
  if (field === 'customerId') return [sql`c.id = ${search.trim()}`]
  if (field === 'alertId') return [hasAlertOfId(term)]
  const ticket = ticketIn(search)
  if (ticket !== undefined) return [sql`(c.search like ${containing(term)} or c.id = ${customerOfTicket(ticket)})`]
  const contact = contactCondition(platform, search.trim().toLowerCase())
  if (!contact) return [sql`c.search like ${containing(term)}`]
  const named = sql`select n.id from customer n where n.platform = ${platform} and n.search like ${containing(term)}`
  return [sql`c.id in (${named} union all ${contact})`]
}

const customerOfTicket = (ticket: string) => sql`(
  select t.customer_id from helpdesk_ticket t where t.platform = c.platform and t.id = ${ticket})`

/** Digits of a number before it counts as one of a phone: shorter ones are parts of names and ids. */
const PHONE_DIGITS = 5

/** Customers whose e-mail address has the term, or whose phone number its digits, however either writes them. */
function contactCondition(platform: string, term: string): RawBuilder<unknown> | undefined {
  if (term.includes('@')) {
    return sql`select e.customer_id from customer_email e
      where e.platform = ${platform} and lower(e.email) like ${containing(term)}`
  }
  const digits = term.replaceAll(/\D/g, '')
  if (!/^[+\d\s()./-]+$/.test(term) || digits.length < PHONE_DIGITS) return undefined
  return sql`select p.customer_id from customer_phone p
    where p.platform = ${platform} and regexp_replace(p.phone, '\\D', '', 'g') like ${containing(digits)}`
}

const hasAlertOfId = (id: string): RawBuilder<SqlBool> =>
  isId(id) ? sql`c.id = (select a.customer_id from alert a where a.id = ${id} and a.platform = c.platform)` : sql`false`

/** One account alert has to meet all that is asked of alerts; another may be the one that is active. */
function alertConditions(filter: CustomerFilter): RawBuilder<SqlBool>[] {
  const { alertStatus, 'alertStatus[]': several = [], alertSar, customerStatus, rule, manager } = filter
  const statuses = [...several, ...(alertStatus ? [alertStatus] : [])]
  const wanted = [
    statuses.length > 0 || alertSar ? showsStatus(statuses, alertSar) : undefined,
    rule ? (isId(rule) ? sql`a.rule_id = ${rule}` : sql`false`) : undefined,
    manager ? sql`a.manager_id = ${manager}` : undefined,
  ].filter((each) => each !== undefined)
  const active = customerStatus && hasAccountAlert([sql`a.status in ${OPEN_ALERT}`])
  return [
    ...(wanted.length > 0 ? [hasAccountAlert(wanted)] : []),
    ...(active ? [customerStatus === '2' ? active : sql<SqlBool>`not ${active}`] : []),
  ]
}

const hasAccountAlert = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`exists (select from alert a where a.platform = c.platform and a.customer_id = c.id
    and a.kind = 'account' and ${sql.join(conditions, sql` and `)})`

const isNewTo = (platform: string, rule: string, now: Date): RawBuilder<SqlBool> =>
  isId(rule) ? sql`c.id in (select customer_id from ${firstAlerts(platform, now, rule)} f)` : sql`false`

/** One case has to meet all that is asked of cases. */
function caseConditions({ status, recommendedStr, withoutAlerts, service }: CustomerFilter): RawBuilder<SqlBool>[] {
  const wanted = [
    status && sql`k.status = ${status}`,
    recommendedStr && sql`k.recommended_str = ${Number(recommendedStr)}`,
    withoutAlerts && (withoutAlerts === '1' ? sql`k.alert_count = 0` : sql`k.alert_count > 0`),
    service && sql`k.service = ${service}`,
  ].filter((each) => typeof each === 'object')
  if (wanted.length === 0) return []
  return [
    sql`exists (select from monitoring_case k where k.platform = c.platform and k.customer_id = c.id
      and ${sql.join(wanted, sql` and `)})`,
  ]
}

/** Account alerts of customer `c` by what they show, in order of its name whatever its case. */
const alertsInfo = sql<CustomerItem['alertsInfo']>`coalesce((
  select jsonb_agg(jsonb_build_object('status', s.status, 'count', s.count) order by lower(s.status))
  from (
    select ${ALERT_KEY} as status, count(*) as count from alert a
    where a.platform = c.platform and a.customer_id = c.id and a.kind = 'account' group by 1
  ) s where s.status in (${sql.join(CUSTOMER_ALERT_STATUSES)})), '[]')`

const ORDER: Order = { by: 'c.created_at', type: 'timestamptz', id: 'c.id' }

/** One page, newest registration first, the id breaking ties. */
export async function listCustomers(
  db: Db,
  platform: string,
  filter: CustomerFilter,
  at: Omit<PageAt, 'list'>,
): Promise<{ items: CustomerItem[]; total: number; capped: boolean }> {
  const rows = matching(db, platform, filter, at.now)
  const [found, count] = await Promise.all([
    readPage(db, { ...at, list: { name: 'customers', platform, filter } }, ORDER, rows, (keys) =>
      db
        .selectFrom(keys.as('k'))
        .innerJoin('customer as c', (join) => join.onRef('c.id', '=', 'k.id').on('c.platform', '=', platform))
        .selectAll('c')
        .select(['k.sort', alertsInfo.as('alerts_info')])
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute(),
    ),
    countRows(db, rows),
  ])
  const items = found.map((row) => {
    const { currency, balance, availableBalance } = row.profile
    const money = { currency, balance, availableBalance }
    const known = Object.entries(money).filter(([, value]) => value !== undefined && value !== null)
    return {
      platform: row.platform,
      customerProfile: shownProfile(row),
      customerAccount: {
        accountStatus: row.account_status,
        accountKycStatus: row.kyc_status,
        ...Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
      },
      alertsInfo: row.alerts_info,
    }
  })
  return { items, ...count }
}
