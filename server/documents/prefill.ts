/** What a new form starts with: what the database knows of its customer. Everything can be overwritten. */
import { sql } from 'kysely'
import type { FormType } from '#contract/model/document-form.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { CustomerType, Direction } from '#contract/model/values.ts'
import type { Db } from '#server/store/queries/pieces.ts'

/** The latest cases that were recommended for an STR; a report names a few dozen transactions, not all there ever were. */
const MOST_CASES = 50

export interface Subject {
  platform: string
  id: string
  type: CustomerType
  name: string
  country: string | null
  profile: Record<string, unknown>
}

/** The customer that a form is about; undefined where there is none. */
export async function findSubject(db: Db, platform: string, customerId: string): Promise<Subject | undefined> {
  return db
    .selectFrom('customer')
    .select(['platform', 'id', 'type', 'name', 'country', 'profile'])
    .where('platform', '=', platform)
    .where('id', '=', customerId)
    .executeTakeFirst()
}

/** Answers for a new form of that type. */
export async function prefill(db: Db, type: FormType, subject: Subject): Promise<Record<string, unknown>> {
  return type === 'sar' ? prefillSar(db, subject) : prefillEdd(db, type, subject)
}

async function prefillSar(db: Db, subject: Subject): Promise<Record<string, unknown>> {
  const { profile } = subject
  const cases = await recommended(db, subject)
  const dates = cases.map(({ day }) => day).toSorted()
  const institution = findPlatform(subject.platform)?.label
  return known({
    filingType: 'Initial',
    caseIds: cases
      .map(({ id }) => id)
      .join(', ')
      .slice(0, 500),
    subjectType: subject.type,
    subjectName: subject.name,
    subjectBirthDate: profile.dateOfBirth ?? profile.dateOfBusinessRegistration,
    subjectIdentification: profile.registrationNumber,
    subjectOccupation: profile.activityDescription ?? profile.industry,
    subjectAddress: address(profile).line,
    subjectCity: address(profile).city,
    subjectRegion: address(profile).state,
    subjectPostcode: address(profile).zip,
    subjectCountry: subject.country,
    relationship: 'Customer',
    activityFrom: dates[0],
    activityTo: dates.at(-1),
    activityAmountUsd: cases[0]?.total,
    activityInstitution: institution,
    filingInstitution: institution,
    startingActions: cases.map((one) =>
      known({
        transactionId: one.transactionId,
        amount: one.amount,
        currency: one.currency,
        date: one.day,
        method: one.service ?? 'unknown',
        conductor: one.direction === 'outgoing' ? one.client : one.counterparty,
      }),
    ),
    completingActions: cases.map((one) =>
      known({
        transactionId: one.transactionId,
        amount: one.amount,
        currency: one.currency,
        disposition: one.direction === 'outgoing' ? 'Sent to the beneficiary' : 'Credited to the account',
        beneficiary: one.direction === 'outgoing' ? one.counterparty : one.client,
      }),
    ),
  })
}

async function prefillEdd(
  db: Db,
  type: 'edd_ong' | 'edd_ond',
  { platform, id, type: customerType, name, country, profile }: Subject,
): Promise<Record<string, unknown>> {
  return known({
    customerType,
    legalName: name,
    tradingName: profile.tradingName,
    birthDate: profile.dateOfBirth ?? profile.dateOfBusinessRegistration,
    registrationNumber: profile.registrationNumber,
    address: Object.values(address(profile)).filter(Boolean).join(', '),
    country,
    activity: profile.activityDescription ?? profile.industry,
    expectedMonthlyUsd:
      profile.monthlyDepositsUsd === undefined ? undefined : `${profile.monthlyDepositsUsd as number}`,
    isFinancialInstitution: profile.isFinancialInstitution,
    ...(type === 'edd_ong' && (await lastMonths(db, platform, id))),
  })
}

async function recommended(db: Db, { platform, id }: Subject) {
  const latest = db
    .selectFrom('monitoring_case as c')
    .select(['c.id', 'c.transaction_id as transactionId', 'c.service', 'c.amount', 'c.currency', 'c.usd'])
    .select(['c.client_name as client', 'c.counterparty_name as counterparty'])
    .select(sql<Direction>`c.direction`.as('direction'))
    .select(sql<string>`to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .where('c.platform', '=', platform)
    .where('c.customer_id', '=', id)
    .where('c.recommended_str', '=', 1)
    .orderBy('c.created_at', 'desc')
    .limit(MOST_CASES)
  return db
    .selectFrom(latest.as('c'))
    .selectAll()
    .select(sql<string>`(sum(usd) over ())::text`.as('total'))
    .execute()
}

/** What really went through the account: an average of the three months before its latest transaction. */
async function lastMonths(db: Db, platform: string, customerId: string) {
  const { rows } = await sql<{ usd: string | null; n: number }>`
    select round(sum(usd) / 3, 2)::text as usd, round(count(*) / 3.0)::int as n from transaction
    where platform = ${platform} and customer_id = ${customerId} and at > (
      select max(at) - interval '3 months' from transaction
      where platform = ${platform} and customer_id = ${customerId})`.execute(db)
  const [row] = rows
  return row?.usd ? { actualMonthlyUsd: row.usd, actualCount: String(row.n) } : {}
}

function address(profile: Record<string, unknown>): { line?: string; city?: string; state?: string; zip?: string } {
  return typeof profile.address === 'object' && profile.address !== null ? profile.address : {}
}

/** Without what is not known. */
function known(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
