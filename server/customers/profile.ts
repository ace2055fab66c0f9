/** A customer's profile as the contract has it, out of what its platform sent. Pure. */
import type { Selectable } from 'kysely'
import type { CustomerItem, CustomerProfile } from '#contract/model/customer.ts'
import type { CustomerTable } from '#server/schema/customers.ts'

export type CustomerRow = Selectable<CustomerTable>

/** Fields that lists show and the profile may hold. */
const SHOWN = [
  'registrationNumber',
  'placeOfBusiness',
  'countryOfRegistration',
  'countryOfResidence',
  'countryOfCitizenship',
  'tradingName',
  'website',
] as const
const FLAGS: ReadonlySet<string> = new Set(['isFinancialInstitution', 'transactionApprovalEnabled'])

/** The name in lists: a business has a name, a person first and last name, whatever the profile has. */
export function shownProfile(row: CustomerRow): CustomerItem['customerProfile'] {
  const { profile } = row
  const isBusiness = row.type === 'business'
  // an import with a single name still needs a display name
  const names = isBusiness
    ? { name: row.name }
    : { firstName: row.first_name ?? row.name, lastName: row.first_name === null ? null : row.last_name }
  const home = isBusiness ? { countryOfRegistration: row.country } : { countryOfResidence: row.country }
  const known = Object.fromEntries(SHOWN.map((field) => [field, profile[field]]))
  return {
    customerId: row.id,
    ...texts({ ...names, username: row.username, ...home }),
    ...texts(known),
  }
}

/** The whole profile; the address is separate. */
export function wholeProfile(row: CustomerRow): CustomerProfile {
  const { address: _address, ...rest } = row.profile
  const flags = Object.entries(rest).filter(([field]) => FLAGS.has(field))
  const others = Object.entries(rest).filter(([field]) => !FLAGS.has(field))
  return {
    registrationDate: row.created_at.toISOString().slice(0, 10),
    ...texts(Object.fromEntries(others)),
    ...Object.fromEntries(flags.map(([field, value]) => [field, value === true || value === 1 || value === 'true'])),
    ...shownProfile(row),
    accountStatus: row.account_status,
    accountKycStatus: row.kyc_status,
  }
}

/** Known values as text: amounts are decimal text, whatever the platform sent. */
function texts(record: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value as string | number),
    ]),
  )
}
