/** The tables of customers: profile and what is known beside it. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CompanyRole } from '#contract/model/customer.ts'
import type { ContractStatus, AccountStatus, KycStatus } from '#contract/model/values.ts'
import type { BigIdentity, Json, When, WhenOrNull } from './columns.ts'

export interface CustomerTable {
  platform: string
  id: string
  type: 'personal' | 'business'
  name: string
  first_name: string | null
  last_name: string | null
  username: string | null
  country: string | null
  created_at: When
  profile: Json
  /** Name, user name, id, trading name and registration number, folded; made by the database, as is what follows. */
  search: ColumnType<string, never, never>
  account_status: ColumnType<AccountStatus, never, never>
  kyc_status: ColumnType<KycStatus, never, never>
  /** Line, city, postcode and country, as addresses are compared. */
  address_key: ColumnType<string | null, never, never>
}

interface CustomerEmailTable {
  platform: string
  customer_id: string
  email: string
  is_primary: Generated<boolean>
  is_confirmed: Generated<boolean>
}

interface CustomerPhoneTable {
  platform: string
  customer_id: string
  phone: string
  is_primary: Generated<boolean>
  is_confirmed: Generated<boolean>
}

interface CustomerDocumentTable {
  id: string
  platform: string
  customer_id: string
  contract_id: string | null
  purpose: 'identity' | 'address' | 'contract' | 'other'
  name: string
  type: string
  number: string | null
  country: string | null
  expires_on: ColumnType<Date | null, string | null | undefined, string | null>
  status: string
  created_at: When
}

interface CustomerProductTable {
  platform: string
  customer_id: string
  id: string
  name: string
  status: string
  currency: string | null
}

interface CustomerRiskTable {
  platform: string
  customer_id: string
  score: number
  level: 'low' | 'medium' | 'high'
  diligence: string | null
  factors: JSONColumnType<{ name: string; label: string; value: string; score: number }[]>
  updated_at: When
}

interface CustomerNoteTable {
  id: string
  platform: string
  customer_id: string
  author: string
  text: string
  created_at: When
}

/** The events of a customer's profile, as its platform reports them. */
interface CustomerEventTable {
  id: BigIdentity
  platform: string
  customer_id: string
  at: When
  author: string
  action: string
  field: string | null
  before: string | null
  after: string | null
}

interface CompanyMemberTable {
  platform: string
  company_id: string
  /** A customer's id, or the key of somebody who is none. */
  member_id: string
  role: CompanyRole
  name: string
  type: 'personal' | 'business'
  country: string | null
  share: ColumnType<string | null, string | number | null | undefined, string | number | null>
}

interface ContractTable {
  platform: string
  id: string
  customer_id: string
  type: string
  status: ContractStatus
  created_at: When
  signed_at: WhenOrNull
  ends_at: WhenOrNull
  terms: Json<Record<string, string>>
}

interface ContractEventTable {
  id: BigIdentity
  platform: string
  contract_id: string
  at: When
  author: string
  status: ContractStatus
}

export interface CustomerTables {
  customer: CustomerTable
  customer_email: CustomerEmailTable
  customer_phone: CustomerPhoneTable
  customer_document: CustomerDocumentTable
  customer_product: CustomerProductTable
  customer_risk: CustomerRiskTable
  customer_note: CustomerNoteTable
  customer_event: CustomerEventTable
  company_member: CompanyMemberTable
  contract: ContractTable
  contract_event: ContractEventTable
}
