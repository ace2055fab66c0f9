/** The details of one customer beyond the list: contact, documents, products, risk, notes. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { LISTED_MAX, toStamp } from '#contract/model/common.ts'
import type { customerDocument, CustomerInfo, customerNote, riskProfile, riskScore } from '#contract/model/customer.ts'
import type { Db } from '#server/store/sql.ts'
import { wholeProfile, type CustomerRow } from './profile.ts'

export async function findCustomer(db: Db, platform: string, id: string): Promise<CustomerRow | undefined> {
  const query = db.selectFrom('customer').selectAll().where('platform', '=', platform).where('id', '=', id)
  return query.executeTakeFirst()
}

/** Everything of the detail screen's first call. */
export async function infoOf(db: Db, row: CustomerRow): Promise<CustomerInfo> {
  const [emails, phones, documents, products, risk] = await Promise.all([
    ofCustomer(db.selectFrom('customer_email').select(['email', 'is_primary', 'is_confirmed']), row)
      .orderBy('is_primary', 'desc')
      .orderBy('email')
      .execute(),
    ofCustomer(db.selectFrom('customer_phone').select(['phone', 'is_primary', 'is_confirmed']), row)
      .orderBy('is_primary', 'desc')
      .orderBy('phone')
      .execute(),
    proofsOf(db, row),
    ofCustomer(db.selectFrom('customer_product').select(['id', 'name', 'status', 'currency']), row)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    riskOf(db, row),
  ])
  const proofs = (purpose: string) => documents.filter((each) => each.purpose === purpose).map(toProof)
  return {
    profile: wholeProfile(row),
    address: addressOf(row),
    addressDocuments: proofs('address'),
    emails: emails.map(({ email, ...is }) => ({ email, isPrimary: is.is_primary, isConfirmed: is.is_confirmed })),
    identityDocuments: proofs('identity'),
    phones: phones.map(({ phone, ...is }) => ({ phone, isPrimary: is.is_primary, isConfirmed: is.is_confirmed })),
    products: products.map(({ id, name, status, currency }) => ({ id, name, status, ...(currency && { currency }) })),
    riskScore: risk ? scoreOf(risk) : null,
  }
}

type Of = Pick<CustomerRow, 'platform' | 'id'>

function ofCustomer<Q extends { where: (column: never, is: '=', value: string) => Q }>(
  query: Q,
  { platform, id }: Of,
): Q {
  return query.where('platform' as never, '=', platform).where('customer_id' as never, '=', id)
}

function proofsOf(db: Db, row: Of) {
  const query = db
    .selectFrom('customer_document')
    .select([
      'id',
      'purpose',
      'type',
      'number',
      'country',
      'status',
      sql<string | null>`expires_on::text`.as('expires'),
    ])
  return ofCustomer(query, row)
    .where('purpose', 'in', ['address', 'identity'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute()
}

function toProof({ id, type, number, country, expires, status }: Awaited<ReturnType<typeof proofsOf>>[number]) {
  return {
    id,
    type,
    status,
    ...(number !== null && { number }),
    ...(country !== null && { country }),
    ...(expires !== null && { expiryDate: expires }),
  }
}

/** The address of the profile; null where a line, a city or a country is missing. */
function addressOf({ profile }: CustomerRow): CustomerInfo['address'] {
  const { line, city, state, zip, country } = (profile['address'] ?? {}) as Record<string, unknown>
  if (typeof line !== 'string' || typeof city !== 'string' || typeof country !== 'string') return null
  return {
    line,
    city,
    country,
    ...(typeof state === 'string' && state !== '' && { state }),
    ...(typeof zip === 'string' && zip !== '' && { zip }),
  }
}

function riskOf(db: Db, row: Of) {
  return ofCustomer(db.selectFrom('customer_risk').selectAll(), row).executeTakeFirst()
}

type Risk = NonNullable<Awaited<ReturnType<typeof riskOf>>>

function scoreOf({ score, level, diligence }: Risk): z.infer<typeof riskScore> {
  return { score, level, ...(diligence !== null && { diligence }) }
}

/** The score with what it is made of, weightiest first; null where the customer was never scored. */
export async function riskProfileOf(db: Db, row: Of): Promise<z.infer<typeof riskProfile> | null> {
  const risk = await riskOf(db, row)
  if (!risk) return null
  const factors = risk.factors.toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
  return { ...scoreOf(risk), factors, updatedAt: toStamp(risk.updated_at) }
}

/** Every document of a customer, newest first. */
export async function documentsOf(db: Db, row: Of): Promise<z.infer<typeof customerDocument>[]> {
  const query = db.selectFrom('customer_document').select(['id', 'name', 'type', 'status', 'created_at'])
  const rows = await ofCustomer(query, row).orderBy('created_at', 'desc').orderBy('id').limit(LISTED_MAX).execute()
  return rows.map(({ id, name, type, status, created_at }) => ({
    id,
    name,
    type,
    status,
    createAt: toStamp(created_at),
  }))
}

/** Notes on a customer, newest first: its platform's, and what the staff wrote on alerts of its account. */
export async function customerNotesOf(db: Db, { platform, id }: Of): Promise<z.infer<typeof customerNote>[]> {
  const { rows } = await sql<{ id: string; text: string; author: string; at: Date }>`
    (select id, text, author, created_at as at from customer_note
      where platform = ${platform} and customer_id = ${id} order by created_at desc limit ${LISTED_MAX})
    union all
    (select n.id, n.text, p.first_name || ' ' || p.last_name, n.created_at from note n join account p on p.id = n.author_id
      where n.platform = ${platform} and n.customer_id = ${id} and n.case_id is null
      order by n.created_at desc limit ${LISTED_MAX})
    order by at desc, id limit ${LISTED_MAX}`.execute(db)
  return rows.map(({ at, ...note }) => Object.assign(note, { createAt: toStamp(at) }))
}
