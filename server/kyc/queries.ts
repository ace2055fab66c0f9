/** The customer data of a platform for the KYC export. */
import { sql, type CompiledQuery } from 'kysely'
import { canWorkOn } from '#server/identity/workers.ts'
import { safeCell } from '#server/store/copy.ts'
import type { Db } from '#server/store/sql.ts'

/** Fields of the profile, in the order of the columns. */
const PROFILE = [
  'tradingName',
  'dateOfBirth',
  'dateOfBusinessRegistration',
  'registrationNumber',
  'registrationDate',
  'countryOfResidence',
  'countryOfCitizenship',
  'countryOfRegistration',
  'placeOfBusiness',
  'industry',
  'activityDescription',
  'isFinancialInstitution',
  'accountStatus',
  'accountKycStatus',
  'monthlyDepositsUsd',
  'monthlyWithdrawalsUsd',
] as const

/** All customers of a platform by id, as a query for CSV: no cell of it is a formula. */
export function csvOfKyc(db: Db, platform: string): CompiledQuery {
  const text = (column: string) => safeCell(sql<string | null>`${sql.ref(column)}`).as(column.slice(2))
  const address = (field: string) => safeCell(sql<string | null>`c.profile -> 'address' ->> ${sql.lit(field)}`)
  return db
    .selectFrom('customer as c')
    .select(['c.id', 'c.type', 'c.name', 'c.first_name', 'c.last_name', 'c.username', 'c.country'].map(text))
    .select(PROFILE.map((field) => safeCell(sql<string | null>`c.profile ->> ${sql.lit(field)}`).as(field)))
    .select(['line', 'city', 'state', 'zip', 'country'].map((field) => address(field).as(`address_${field}`)))
    .select(
      safeCell(sql<string | null>`(select e.email from customer_email e
        where e.platform = c.platform and e.customer_id = c.id order by e.is_primary desc, e.email limit 1)`).as(
        'email',
      ),
    )
    .where('c.platform', '=', platform)
    .orderBy('c.id')
    .compile()
}

/** True if an address is one of staff who may work on the platform. */
export async function isStaffAddress(db: Db, platform: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('account as p')
    .select('p.id')
    .where(sql<boolean>`lower(p.email) = lower(${email})`)
    .where(canWorkOn(platform))
    .executeTakeFirst()
  return found !== undefined
}
