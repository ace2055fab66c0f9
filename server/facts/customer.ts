/** The customer: profile, due diligence, screening, documents, and other open work. */
import { sql } from 'kysely'
import type { FactItem, FactSource } from '#contract/model/facts/facts.ts'
import { OPEN_ALERT, type Db } from '#server/store/sql.ts'
import { dayOf, factOf, type Found } from './to-facts.ts'
import type { Declared } from './history.ts'
import type { FactSubject } from './subject.ts'

const DAY = 86_400_000
/** The maximum number of records per fact. */
const TOLD = 20

/** Records of one kind: how many there are, and the first of them. */
interface Listed {
  n: number
  items: FactItem[]
}

interface Row {
  profile: Record<string, unknown>
  country: string | null
  created_at: Date
  kyc_status: string | null
  kyc_at: Date | null
  risk: { score: number; level: string } | null
  open_alerts: number
  alerts: FactItem[] | null
  open_cases: number
  cases: FactItem[] | null
  str_count: number
  strs: FactItem[] | null
  document_count: number
  documents: FactItem[] | null
  potential: Listed | null
  confirmed: Listed | null
  screened_at: Date | null
  pep: { form: string; value: unknown } | null
}

const day = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`)
const item = (kind: FactSource['kind'], id: string, label: string, on: string, status: string) => sql`
  jsonb_build_object('source', jsonb_build_object('kind', ${sql.lit(kind)}::text, 'id', ${sql.raw(id)}),
    'label', ${sql.raw(label)}, 'on', ${day(on)}, 'status', ${sql.raw(status)})`

async function read(db: Db, { platform, customerId, caseId, alerts }: FactSubject): Promise<Row | undefined> {
  const own = alerts.map(({ id }) => id)
  const mine = (alias: string) =>
    sql`${sql.ref(`${alias}.platform`)} = ${platform} and ${sql.ref(`${alias}.customer_id`)} = ${customerId}`
  const openAlert = sql`from alert a where ${mine('a')} and a.status in ${OPEN_ALERT}
    and a.id <> all(${own}::bigint[]) and a.case_id is distinct from ${caseId}::text`
  const openCase = sql`from monitoring_case k where ${mine('k')} and k.status in ('new', 'await')
    and k.open_alert_count > 0 and k.id is distinct from ${caseId}::text`
  const strCase = sql`from monitoring_case k where ${mine('k')} and k.recommended_str = 1
    and k.id is distinct from ${caseId}::text`
  const sarAlert = sql`from alert a where ${mine('a')} and a.kind = 'account' and a.sar = 1 and a.id <> all(${own}::bigint[])`
  // the customer's own hits before those of whom it deals with
  const hits = (outcomes: string) => sql`(select jsonb_build_object('n', max(h.n),
      'items', jsonb_agg(h.item order by h.party = 'customer' desc, h.id)) from (
    select h.id, h.party, count(*) over ()::int as n,
      ${item('screening', 'h.customer_id', `h.party_name || ' / ' || h.name`, 'h.checked_at', 'h.party')} as item
    from sanctions_hit h where ${mine('h')} and h.outcome in ${sql.raw(outcomes)}
    order by h.party = 'customer' desc, h.id limit ${TOLD}) h having count(*) > 0)`
  const { rows } = await sql<Row>`
    select c.profile, c.country, c.created_at, c.kyc_status,
      (select max(e.at) from customer_event e where ${mine('e')} and e.field = 'accountKycStatus') as kyc_at,
      (select jsonb_build_object('score', r.score, 'level', r.level) from customer_risk r where ${mine('r')}) as risk,
      (select count(*)::int ${openAlert}) as open_alerts,
      (select jsonb_agg(one.item order by one.id desc) from (
        select a.id, jsonb_build_object('source', case when a.case_id is null
            then jsonb_build_object('kind', 'alert', 'id', a.id::text) else jsonb_build_object('kind', 'case', 'id', a.case_id) end,
          'label', a.rule_name, 'on', ${day('a.created_at')}, 'status', a.status) as item
        ${openAlert} order by a.id desc limit ${TOLD}) one) as alerts,
      (select count(*)::int ${openCase}) as open_cases,
      (select jsonb_agg(one.item) from (
        select ${item('case', 'k.id', 'k.counterparty_name', 'k.created_at', 'k.status')} as item
        ${openCase} order by k.created_at desc limit ${TOLD}) one) as cases,
      (select jsonb_agg(one.item) from (
        (select ${item('case', 'k.id', `'STR recommended'`, 'coalesce(k.finished_at, k.created_at)', 'k.status')} as item
          ${strCase} order by k.created_at desc limit ${TOLD})
        union all
        (select ${item('alert', 'a.id::text', 'a.rule_name', 'coalesce(a.resolved_at, a.created_at)', `'sar'`)}
          ${sarAlert} order by a.id desc limit ${TOLD})) one) as strs,
      (select (select count(*) ${strCase}) + (select count(*) ${sarAlert}))::int as str_count,
      (select count(*)::int from customer_document d where ${mine('d')}) as document_count,
      (select jsonb_agg(one.item) from (
        select ${item('customer', 'd.customer_id', `d.type || ' (' || d.name || ')'`, 'd.created_at', 'd.status')} as item
        from customer_document d where ${mine('d')} order by d.created_at desc limit ${TOLD}) one) as documents,
      ${hits(`('potential_match')`)} as potential, ${hits(`('true_positive', 'true_positive_approve', 'true_positive_reject')`)} as confirmed,
      (select max(s.checked_at) from sanctions_check s where ${mine('s')}) as screened_at,
      (select jsonb_build_object('form', f.id, 'value', f.data -> 'isPep') from document_form f
        where ${mine('f')} and f.type in ('edd_ong', 'edd_ond') and f.status in ('approved', 'submitted') and f.data ? 'isPep'
        order by f.updated_at desc limit 1) as pep
    from customer c where c.platform = ${platform} and c.id = ${customerId}`.execute(db)
  return rows[0]
}

const amountOf = (value: unknown): number | null => {
  const amount = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(amount) && amount > 0 ? amount : null
}

const textOf = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null

const daysTo = (now: Date, at: Date | null): number | null =>
  at && Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY))

function screeningFacts({ potential, confirmed, screened_at }: Row, id: string): Found[] {
  const source: FactSource = { kind: 'screening', id }
  const isKnown = screened_at !== null || potential !== null || confirmed !== null
  const counted = (listed: Listed | null) => (isKnown ? (listed?.n ?? 0) : null)
  const never = 'The customer was never screened'
  return [
    factOf('sanctions.open', source, counted(potential), never, { items: potential?.items ?? [] }),
    factOf('sanctions.confirmed', source, counted(confirmed), never, { items: confirmed?.items ?? [] }),
    factOf('sanctions.screened', source, screened_at && dayOf(screened_at), never),
  ]
}

/** Facts of the customer, and what it declared a month. */
export async function customerFacts(
  db: Db,
  subject: FactSubject,
  now: Date,
): Promise<{ found: Found[]; declared: Declared }> {
  const row = await read(db, subject)
  if (!row) return { found: [], declared: { incoming: null, outgoing: null } }
  const source: FactSource = { kind: 'customer', id: subject.customerId }
  const { profile, pep } = row
  const form: FactSource = pep ? { kind: 'form', id: pep.form } : source
  const list = (id: Found['id'], value: number, items: FactItem[] | null) =>
    factOf(id, source, value, '', { items: items ?? [] })
  const found: Found[] = [
    list('customer.openAlerts', row.open_alerts, row.alerts),
    list('customer.openCases', row.open_cases, row.cases),
    list('customer.strs', row.str_count, row.strs),
    factOf('customer.risk', source, row.risk?.score, 'The customer was never scored'),
    factOf('customer.pep', form, typeof pep?.value === 'boolean' ? pep.value : null, 'No approved EDD form states it'),
    ...screeningFacts(row, subject.customerId),
    factOf('kyc.status', source, row.kyc_status, 'The profile has no KYC status'),
    factOf('kyc.age', source, daysTo(now, row.kyc_at), 'No change of the KYC status is on record'),
    factOf(
      'customer.occupation',
      source,
      textOf(profile['occupation'], profile['activityDescription'], profile['industry']),
      'The profile states no occupation',
    ),
    factOf('customer.country', source, row.country, 'The profile has no country'),
    factOf('customer.relationship', source, daysTo(now, row.created_at), ''),
    list('documents.onFile', row.document_count, row.documents),
  ]
  const declared = {
    incoming: amountOf(profile['monthlyDepositsUsd']),
    outgoing: amountOf(profile['monthlyWithdrawalsUsd']),
  }
  return { found, declared }
}
