/** The initial answers of a report: its case, earlier recommendations, and the customer. */
import { sql } from 'kysely'
import { FORM_STATUS_LABELS, type FormStatus } from '#contract/model/forms/document-form.ts'
import { actionsOf } from '#contract/model/forms/sar-actions.ts'
import { PRODUCTS } from '#contract/model/forms/sar-sections.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { Direction } from '#contract/model/values.ts'
import type { Db } from '#server/store/sql.ts'
import { addressOf, known, serviceLabel } from './labels.ts'
import type { Subject } from './subject.ts'
import { CASES_NAMED } from './queries.ts'

/** A report names a few dozen transactions, not all there ever were. */
const MOST_CASES = 50

export async function prefillSar(db: Db, subject: Subject, caseId?: string): Promise<Record<string, unknown>> {
  const { profile } = subject
  // one after the other: a transaction has one connection
  const cases = await casesFor(db, subject, caseId)
  const contact = await contactOf(db, subject)
  const identification = await identificationOf(db, subject)
  const related = await reportsBefore(db, subject)
  const dates = cases.map(({ day }) => day).toSorted()
  const institution = findPlatform(subject.platform)?.label
  const rows = cases.map((one) => actionsOf(toReported(subject, one)))
  return known({
    filingType: 'Initial',
    detectedOn: cases
      .map(({ detected }) => detected)
      .toSorted()
      .at(-1),
    caseIds: cases
      .map(({ id }) => id)
      .join(', ')
      .slice(0, 500),
    subjectType: subject.type,
    subjectName: subject.name,
    subjectBirthDate: profile['dateOfBirth'] ?? profile['dateOfBusinessRegistration'],
    subjectIdentification: profile['registrationNumber'] ?? identification,
    subjectOccupation: profile['activityDescription'] ?? profile['industry'],
    subjectAddress: addressOf(profile).line,
    subjectCity: addressOf(profile).city,
    subjectRegion: addressOf(profile).state,
    subjectPostcode: addressOf(profile).zip,
    subjectCountry: subject.country,
    subjectContact: contact,
    relationship: 'Customer',
    activityFrom: dates[0],
    activityTo: dates.at(-1),
    activityAmountUsd: cases[0]?.total,
    products: productsOf(cases),
    ipAddresses: [...new Set(cases.flatMap(({ ips }) => ips))].join(', ').slice(0, 500),
    activityInstitution: institution,
    filingInstitution: institution,
    startingActions: rows.map(({ starting }) => starting),
    completingActions: rows.map(({ completing }) => completing),
    relatedReports: related,
  })
}

interface CaseRow {
  id: string
  transactionId: string
  service: string | null
  amount: string
  currency: string
  direction: Direction
  client: string
  counterparty: string
  counterpartyCountry: string | null
  data: Readonly<Record<string, unknown>>
  ips: string[]
  /** The dates of the payments, and of the case. */
  day: string
  detected: string
  total: string
}

/**
 * The case that the report is begun on, and those that were recommended for an STR and that no report names yet. Latest
 * first.
 */
async function casesFor(db: Db, { platform, id }: Subject, caseId: string | undefined): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.*, (sum(c.usd) over ())::text as total from (
      select c.id, c.transaction_id as "transactionId", c.service, c.amount::text, c.currency, c.usd, c.direction,
        c.client_name as client, c.counterparty_name as counterparty, t.counterparty_country as "counterpartyCountry",
        coalesce(t.data, '{}') as data,
        array(select distinct ip from unnest(array[t.data ->> 'transactionIp', t.data ->> 'currentIp']) as ip
          where ip is not null) as ips,
        to_char(coalesce(t.at, c.created_at) at time zone 'UTC', 'YYYY-MM-DD') as day,
        to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as detected, c.created_at
      from monitoring_case c
      left join transaction t on t.platform = c.platform and t.id = c.transaction_id
      where c.platform = ${platform} and c.customer_id = ${id} and (c.id = ${caseId ?? ''}
        or c.recommended_str = 1 and not exists (select from document_form f
          where f.platform = c.platform and f.customer_id = c.customer_id and f.type = 'sar'
            and c.id = any(${CASES_NAMED})))
      order by c.id = ${caseId ?? ''} desc, c.created_at desc
      limit ${MOST_CASES}
    ) c order by c.created_at desc, c.id`.execute(db)
  return rows
}

function toReported(subject: Subject, one: CaseRow) {
  const field = (name: string) => (typeof one.data[name] === 'string' ? one.data[name] : null)
  const isOut = one.direction === 'outgoing'
  return {
    transactionId: one.transactionId,
    date: one.day,
    amount: one.amount,
    currency: one.currency,
    method: one.service ? serviceLabel(one.service) : 'unknown',
    direction: one.direction,
    customer: one.client,
    customerCountry: subject.country,
    customerAccount: field(isOut ? 'originatorAccountNumber' : 'beneficiaryAccountNumber'),
    counterparty: one.counterparty,
    counterpartyCountry: one.counterpartyCountry,
    counterpartyAccount: field(isOut ? 'beneficiaryAccountNumber' : 'originatorAccountNumber'),
  }
}

/** The form's codes of the used services. */
const PRODUCT_OF: readonly [RegExp, (typeof PRODUCTS)[number]][] = [
  [/crypto/i, 'Crypto transfer'],
  [/debit card/i, 'Prepaid card'],
  [/^oct|Oct/, 'Debit card'],
  [/wire/i, 'Wire'],
  [/eft/i, 'EFT'],
  [/p2p/i, 'Wallet'],
]

function productsOf(cases: readonly CaseRow[]): string[] {
  const used = new Set(cases.map(({ service }) => PRODUCT_OF.find(([sign]) => sign.test(service ?? ''))?.[1]))
  return PRODUCTS.filter((product) => used.has(product))
}

async function contactOf(db: Db, { platform, id, profile }: Subject): Promise<string> {
  const { rows } = await sql<{ contact: string }>`
    (select phone as contact from customer_phone where platform = ${platform} and customer_id = ${id}
      order by is_primary desc, phone limit 2)
    union all
    (select email from customer_email where platform = ${platform} and customer_id = ${id}
      order by is_primary desc, email limit 2)`.execute(db)
  const website = typeof profile['website'] === 'string' ? profile['website'] : ''
  return [...rows.map(({ contact }) => contact), website].filter(Boolean).join(', ').slice(0, 500)
}

async function identificationOf(db: Db, { platform, id }: Subject): Promise<string | null> {
  const row = await db
    .selectFrom('customer_document')
    .select(['type', 'number', 'country'])
    .where('platform', '=', platform)
    .where('customer_id', '=', id)
    .where('purpose', '=', 'identity')
    .where('number', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row ? [row.type, row.number, row.country].filter(Boolean).join(' ') : null
}

/** Reports on the customer that were approved or filed before. */
async function reportsBefore(db: Db, { platform, id }: Subject): Promise<string> {
  const rows = await db
    .selectFrom('document_form')
    .select(['status', sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day')])
    .where('platform', '=', platform)
    .where('customer_id', '=', id)
    .where('type', '=', 'sar')
    .where('status', 'in', ['approved', 'submitted'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ day, status }) => `SAR of ${day} (${FORM_STATUS_LABELS[status as FormStatus]})`).join(', ')
}
