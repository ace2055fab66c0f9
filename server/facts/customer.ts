/** The customer: profile, due diligence, screening, documents, and other open work. */
import { sql } from 'kysely'
import type { FactItem, FactSource } from '#contract/model/facts/facts.ts'
import { customerRows, recordsOf, type CustomerFactId } from '#server/fact-definitions/customers.ts'
import { withSubject } from '#server/fact-definitions/one-subject.ts'
import type { Db } from '#server/store/sql.ts'
import { factOf, type Found } from './to-facts.ts'
import { oneSubject, type FactSubject, type Reading } from './subject.ts'

/** The maximum number of records per fact. */
const TOLD = 20

type Values = Readonly<Record<CustomerFactId, number | string | boolean | null>>

interface Row {
  facts: Values
  alerts: FactItem[] | null
  cases: FactItem[] | null
  strs: FactItem[] | null
  documents: FactItem[] | null
  potential: FactItem[] | null
  confirmed: FactItem[] | null
  pep_form: string | null
}

const day = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`)
const item = (kind: FactSource['kind'], id: string, label: string, on: string, status: string) => sql`
  jsonb_build_object('source', jsonb_build_object('kind', ${sql.lit(kind)}::text, 'id', ${sql.raw(id)}),
    'label', ${sql.raw(label)}, 'on', ${day(on)}, 'status', ${sql.raw(status)})`

/** The values by their definition, and the first records that each of them counts. */
async function read(db: Db, subject: FactSubject, now: Date): Promise<Row | undefined> {
  const { platform } = subject
  const records = recordsOf(platform)
  const listed = (rows: unknown) => sql`(select jsonb_agg(one.item) from (${rows}) one)`
  // the customer's own hits before those of whom it deals with
  const hits = (of: unknown) =>
    listed(sql`
    select ${item('screening', 'h.customer_id', `h.party_name || ' / ' || h.name`, 'h.checked_at', 'h.party')} as item
    ${of} order by h.party = 'customer' desc, h.id limit ${TOLD}`)
  const { rows } = await sql<Row>`
    ${withSubject(oneSubject(subject, now), { isMoved: false })}
    select to_jsonb(f) as facts,
      ${listed(sql`
        select jsonb_build_object('source', case when a.case_id is null
            then jsonb_build_object('kind', 'alert', 'id', a.id::text) else jsonb_build_object('kind', 'case', 'id', a.case_id) end,
          'label', a.rule_name, 'on', ${day('a.created_at')}, 'status', a.status) as item
        ${records.openAlert} order by a.id desc limit ${TOLD}`)} as alerts,
      ${listed(sql`
        select ${item('case', 'k.id', 'k.counterparty_name', 'k.created_at', 'k.status')} as item
        ${records.openCase} order by k.created_at desc limit ${TOLD}`)} as cases,
      ${listed(sql`
        (select ${item('case', 'k.id', `'STR recommended'`, 'coalesce(k.finished_at, k.created_at)', 'k.status')} as item
          ${records.strCase} order by k.created_at desc limit ${TOLD})
        union all
        (select ${item('alert', 'a.id::text', 'a.rule_name', 'coalesce(a.resolved_at, a.created_at)', `'sar'`)}
          ${records.sarAlert} order by a.id desc limit ${TOLD})`)} as strs,
      ${listed(sql`
        select ${item('customer', 'd.customer_id', `d.type || ' (' || d.name || ')'`, 'd.created_at', 'd.status')} as item
        ${records.document} order by d.created_at desc limit ${TOLD}`)} as documents,
      ${hits(records.potential)} as potential, ${hits(records.confirmed)} as confirmed,
      (select p.id from (${records.pep}) p) as pep_form
    from fact_subject s join (${customerRows(platform)}) f on f.n = s.n`.execute(db)
  return rows[0]
}

function screeningFacts({ facts, potential, confirmed }: Row, id: string): Found[] {
  const source: FactSource = { kind: 'screening', id }
  const never = 'The customer was never screened'
  return [
    factOf('sanctions.open', source, facts['sanctions.open'], never, { items: potential ?? [] }),
    factOf('sanctions.confirmed', source, facts['sanctions.confirmed'], never, { items: confirmed ?? [] }),
    factOf('sanctions.screened', source, facts['sanctions.screened'], never),
  ]
}

/** Facts of the customer. */
export async function customerFacts(db: Db, subject: FactSubject, { now }: Reading): Promise<Found[]> {
  const row = await read(db, subject, now)
  if (!row) return []
  const source: FactSource = { kind: 'customer', id: subject.customerId }
  const { facts } = row
  const form: FactSource = row.pep_form === null ? source : { kind: 'form', id: row.pep_form }
  const told = (id: CustomerFactId, reason = '') => factOf(id, source, facts[id], reason)
  const list = (id: CustomerFactId, items: FactItem[] | null) =>
    factOf(id, source, facts[id], '', { items: items ?? [] })
  return [
    list('customer.openAlerts', row.alerts),
    list('customer.openCases', row.cases),
    list('customer.strs', row.strs),
    told('customer.risk', 'The customer was never scored'),
    factOf('customer.pep', form, facts['customer.pep'], 'No approved EDD form states it'),
    ...screeningFacts(row, subject.customerId),
    told('kyc.status', 'The profile has no KYC status'),
    told('kyc.age', 'No change of the KYC status is on record'),
    told('customer.occupation', 'The profile states no occupation'),
    told('customer.country', 'The profile has no country'),
    told('customer.relationship'),
    list('documents.onFile', row.documents),
  ]
}
