/**
 * Facts of the customer as of a moment, as far as the record tells: what came later is left out. Risk, KYC status and
 * the outcome of a sanctions hit are kept without their past, and are as they are now.
 */
import { sql, type RawBuilder } from 'kysely'
import { OPEN_ALERT } from '#server/store/sql.ts'
import { SUBJECTS } from './subjects.ts'

type Sql = RawBuilder<unknown>

/** The rows behind counted facts of subject `s`, as `from … where …`: a sheet lists what it counts. */
export function recordsOf(platform: string) {
  const mine = (alias: string) => sql`${sql.ref(`${alias}.platform`)} = ${platform}
    and ${sql.ref(`${alias}.customer_id`)} = s.customer_id`
  const isOtherCase = (column: string) => sql`(s.case_id is null or ${sql.ref(column)} is distinct from s.case_id)`
  const hits = (outcomes: string) => sql`from sanctions_hit h where ${mine('h')} and h.checked_at <= s.as_of
    and h.outcome in ${sql.raw(outcomes)}`
  return {
    openAlert: sql`from alert a where ${mine('a')} and a.status in ${OPEN_ALERT} and a.created_at <= s.as_of
      and a.id <> all(s.own) and ${isOtherCase('a.case_id')}`,
    openCase: sql`from monitoring_case k where ${mine('k')} and k.status in ('new', 'await') and k.open_alert_count > 0
      and k.created_at <= s.as_of and ${isOtherCase('k.id')}`,
    strCase: sql`from monitoring_case k where ${mine('k')} and k.recommended_str = 1
      and coalesce(k.finished_at, k.created_at) <= s.as_of and ${isOtherCase('k.id')}`,
    sarAlert: sql`from alert a where ${mine('a')} and a.kind = 'account' and a.sar = 1
      and coalesce(a.resolved_at, a.created_at) <= s.as_of and a.id <> all(s.own)`,
    document: sql`from customer_document d where ${mine('d')} and d.created_at <= s.as_of`,
    potential: hits(`('potential_match')`),
    confirmed: hits(`('true_positive', 'true_positive_approve', 'true_positive_reject')`),
    screened: sql`(select max(k.checked_at) from sanctions_check k where ${mine('k')} and k.checked_at <= s.as_of)`,
    kycAt: sql`(select max(e.at) from customer_event e where ${mine('e')} and e.field = 'accountKycStatus'
      and e.at <= s.as_of)`,
    /** The latest approved form that says whether the customer is politically exposed, as `id, pep`. */
    pep: sql`select f.id, f.data -> 'isPep' as pep from document_form f where ${mine('f')}
      and f.type in ('edd_ong', 'edd_ond') and f.status in ('approved', 'submitted') and f.data ? 'isPep'
      and f.updated_at <= s.as_of order by f.updated_at desc limit 1`,
    score: sql`(select r.score from customer_risk r where ${mine('r')})`,
  }
}

export const CUSTOMER_FACTS = [
  'customer.openAlerts',
  'customer.openCases',
  'customer.strs',
  'customer.risk',
  'customer.pep',
  'customer.occupation',
  'customer.country',
  'customer.relationship',
  'sanctions.open',
  'sanctions.confirmed',
  'sanctions.screened',
  'kyc.status',
  'kyc.age',
  'documents.onFile',
] as const
export type CustomerFactId = (typeof CUSTOMER_FACTS)[number]

const days = (since: Sql) => sql`greatest(0, floor(extract(epoch from s.as_of - ${since}) / 86400))::int`
/** A text of the profile that is no blank. */
const told = (name: string) =>
  sql.raw(`case when jsonb_typeof(c.profile -> '${name}') = 'string' and c.profile ->> '${name}' ~ '\\S'
    then c.profile ->> '${name}' end`)

function valuesOf(platform: string): Record<CustomerFactId, Sql> {
  const records = recordsOf(platform)
  const count = (rows: Sql) => sql`(select count(*)::int ${rows})`
  // a customer with a hit was screened, however the hit came about
  const counted = (rows: Sql) => sql`case when ${records.screened} is not null or exists (select ${records.potential})
    or exists (select ${records.confirmed}) then ${count(rows)} end`
  return {
    'customer.openAlerts': count(records.openAlert),
    'customer.openCases': count(records.openCase),
    'customer.strs': sql`(${count(records.strCase)} + ${count(records.sarAlert)})`,
    'customer.risk': sql`${records.score}::float8`,
    'customer.pep': sql`(select case when jsonb_typeof(p.pep) = 'boolean' then p.pep::boolean end from (${records.pep}) p)`,
    'customer.occupation': sql`coalesce(${told('occupation')}, ${told('activityDescription')}, ${told('industry')})`,
    'customer.country': sql`nullif(c.country, '')`,
    'customer.relationship': days(sql`c.created_at`),
    'sanctions.open': counted(records.potential),
    'sanctions.confirmed': counted(records.confirmed),
    'sanctions.screened': sql`to_char(${records.screened} at time zone 'UTC', 'YYYY-MM-DD')`,
    'kyc.status': sql`nullif(c.kyc_status, '')`,
    'kyc.age': days(records.kycAt),
    'documents.onFile': count(records.document),
  }
}

/** `n` and a column for each wanted fact, of every subject whose customer is stored; what is unknown is null. */
export function customerRows(platform: string, wanted: readonly CustomerFactId[] = CUSTOMER_FACTS): Sql {
  const values = valuesOf(platform)
  return sql`
    select ${sql.join([sql`s.n`, ...wanted.map((id) => sql`${values[id]} as ${sql.id(id)}`)])}
    from ${SUBJECTS} s join customer c on c.platform = ${platform} and c.id = s.customer_id`
}
