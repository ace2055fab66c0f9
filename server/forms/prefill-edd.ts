/** The initial answers of enhanced due diligence: profile, risk, ownership, screening, and account activity. */
import { sql } from 'kysely'
import type { SanctionOutcome } from '#contract/model/values.ts'
import { listsInForce } from '#server/screening/store-list.ts'
import type { Db } from '#server/store/sql.ts'
import { addressLine, addressOf, countryName, known, serviceLabel } from './labels.ts'
import type { Subject } from './subject.ts'

export async function prefillEdd(
  db: Db,
  type: 'edd_ong' | 'edd_ond',
  subject: Subject,
): Promise<Record<string, unknown>> {
  const { name, country, profile } = subject
  // one after the other: a transaction has one connection
  const risk = await riskOf(db, subject)
  const owners = await ownersOf(db, subject)
  const seen = await documentsOf(db, subject)
  const screening = await screeningOf(db, subject)
  const moved = await lastYear(db, subject)
  const history = type === 'edd_ong' ? await alertHistory(db, subject) : undefined
  const isOngoing = type === 'edd_ong'
  return known({
    triggers: risk?.level === 'high' ? ['Risk score'] : undefined,
    riskRating: risk?.level,
    riskReasons: risk?.reasons,
    customerType: subject.type,
    legalName: name,
    tradingName: profile['tradingName'],
    birthDate: profile['dateOfBirth'] ?? profile['dateOfBusinessRegistration'],
    registrationNumber: profile['registrationNumber'],
    address: addressLine(addressOf(profile)),
    country,
    identityVerified: seen.identity,
    owners,
    activity: profile['activityDescription'] ?? profile['industry'],
    expectedMonthlyUsd: textOf(profile['monthlyDepositsUsd']),
    isFinancialInstitution: profile['isFinancialInstitution'],
    sanctionsResult: screening,
    documents: seen.all,
    geography: moved.countries,
    products: moved.services,
    ...(isOngoing && {
      actualMonthlyUsd: moved.monthlyUsd,
      actualCount: moved.monthlyCount,
      actualCorridors: moved.corridors,
      alertHistory: history,
    }),
  })
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

type Of = Pick<Subject, 'platform' | 'id'>

async function riskOf(db: Db, { platform, id }: Of) {
  const row = await db
    .selectFrom('customer_risk')
    .select(['level', 'score', 'factors'])
    .where('platform', '=', platform)
    .where('customer_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const factors = row.factors.toSorted((a, b) => b.score - a.score)
  const lines = factors.map(({ label, value, score }) => `${label}: ${value} (${score})`)
  return { level: row.level, reasons: [`Risk score ${row.score}.`, ...lines].join('\n') }
}

async function ownersOf(db: Db, { platform, id }: Of) {
  const rows = await db
    .selectFrom('company_member')
    .select(['name', 'share', 'role', 'country'])
    .where('platform', '=', platform)
    .where('company_id', '=', id)
    .where('role', 'in', ['owner', 'owner_company'])
    .orderBy('share', (order) => order.desc().nullsLast())
    .limit(50)
    .execute()
  return rows.map((row) =>
    known({
      name: row.name,
      share: row.share === null ? undefined : String(Number(row.share)),
      control: row.role === 'owner_company' ? 'Shareholder (company)' : 'Shareholder',
      country: row.country,
    }),
  )
}

async function documentsOf(db: Db, { platform, id }: Of): Promise<{ identity?: string; all?: string }> {
  const rows = await db
    .selectFrom('customer_document')
    .select(['purpose', 'type', 'number', 'status'])
    .where('platform', '=', platform)
    .where('customer_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  const line = (row: (typeof rows)[number]) => `${[row.type, row.number].filter(Boolean).join(' ')} (${row.status})`
  const identity = rows.filter(({ purpose }) => purpose === 'identity').map(line)
  return {
    ...(identity.length > 0 && { identity: identity.join(', ').slice(0, 500) }),
    ...(rows.length > 0 && { all: rows.map(line).join('\n') }),
  }
}

const OUTCOMES: { readonly [O in SanctionOutcome]: string } = {
  true_positive: 'true match',
  true_positive_approve: 'true match, approved',
  true_positive_reject: 'true match, rejected',
  potential_match: 'open potential match',
  false_positive: 'false match',
  no_match: 'no match',
}

async function screeningOf(db: Db, { platform, id }: Of): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from sanctions_check where platform = ${platform} and customer_id = ${id}`.execute(db)
  const lists = (await listsInForce(db)).map(({ name }) => name).join(', ')
  const hits = await db
    .selectFrom('sanctions_hit')
    .select(['party', 'party_name', 'name', 'outcome'])
    .where('platform', '=', platform)
    .where('customer_id', '=', id)
    .orderBy('score', 'desc')
    .limit(10)
    .execute()
  const [check] = rows
  if (!check && hits.length === 0) return undefined
  const found = hits.map(
    (hit) =>
      `${hit.name}, ${OUTCOMES[hit.outcome]}${hit.party === 'counterparty' ? ` (counterparty ${hit.party_name})` : ''}`,
  )
  const when = check ? `Screened ${check.day} against ${lists}` : 'Screened'
  return `${when}: ${found.length > 0 ? found.join('; ') : 'no match'}`.slice(0, 500)
}

/** Actual account activity: averages of the last three months, countries and services of the last twelve. */
async function lastYear(db: Db, { platform, id }: Of) {
  const { rows } = await sql<{
    country: string | null
    service: string | null
    usd: string
    recent: string
    n: number
  }>`
    select counterparty_country as country, service, sum(usd)::text as usd,
      (coalesce(sum(usd) filter (where t.at > last.at - interval '3 months'), 0))::text as recent,
      (count(*) filter (where t.at > last.at - interval '3 months'))::int as n
    from transaction t, (select max(at) as at from transaction where platform = ${platform} and customer_id = ${id}) last
    where platform = ${platform} and customer_id = ${id} and t.at > last.at - interval '12 months'
    group by 1, 2`.execute(db)
  if (rows.length === 0) return {}
  const sum = (key: 'country' | 'service') => {
    const by = new Map<string, number>()
    for (const row of rows) if (row[key]) by.set(row[key], (by.get(row[key]) ?? 0) + Number(row.usd))
    return [...by].toSorted((a, b) => b[1] - a[1]).slice(0, 10)
  }
  const countries = sum('country')
  return {
    monthlyUsd: (rows.reduce((total, { recent }) => total + Number(recent), 0) / 3).toFixed(2),
    monthlyCount: String(Math.round(rows.reduce((total, { n }) => total + n, 0) / 3)),
    countries: countries.map(([code]) => countryName(code)).join(', '),
    corridors: countries
      .map(([code, usd]) => `${countryName(code)} ${Math.round(usd)} USD`)
      .join(', ')
      .slice(0, 500),
    services: sum('service')
      .map(([service]) => serviceLabel(service))
      .join(', '),
  }
}

async function alertHistory(db: Db, { platform, id }: Of): Promise<string | undefined> {
  const { rows } = await sql<{ alerts: number; open: number; strs: number; reports: number }>`
    select
      (select count(*) from alert where platform = ${platform} and customer_id = ${id})::int as alerts,
      (select count(*) from alert where platform = ${platform} and customer_id = ${id}
        and status in ('new', 'await', 'in_progress', 'notification_sent'))::int as open,
      (select count(*) from monitoring_case where platform = ${platform} and customer_id = ${id}
        and recommended_str = 1)::int as strs,
      (select count(*) from document_form where platform = ${platform} and customer_id = ${id} and type = 'sar'
        and status in ('approved', 'submitted'))::int as reports`.execute(db)
  const [row] = rows
  if (!row || row.alerts === 0) return undefined
  return `${row.alerts} alerts, ${row.open} of them open; ${row.strs} STRs recommended; ${row.reports} SARs approved or filed.`
}
