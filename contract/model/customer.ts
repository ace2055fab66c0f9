/** Customers, personal or business, and the pure rules on them (docs/design/specification.md#entities). */
import * as z from 'zod/mini'
import { pendingApproval, noteText, stamp } from './common.ts'
import { reopening, scorePart } from '#contract/model/screening/screening.ts'
import {
  ACCOUNT_STATUSES,
  CUSTOMER_ALERT_STATUSES,
  CUSTOMER_TYPES,
  DIRECTIONS,
  KYC_STATUSES,
  SANCTION_OUTCOMES,
  type CustomerType,
} from './values.ts'

/** The customer as lists show it; a business has `name`, a person first and last name. */
const shownProfile = {
  customerId: z.string(),
  name: z.optional(z.string()),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  registrationNumber: z.optional(z.string()),
  placeOfBusiness: z.optional(z.string()),
  countryOfRegistration: z.optional(z.string()),
  countryOfResidence: z.optional(z.string()),
  countryOfCitizenship: z.optional(z.string()),
  tradingName: z.optional(z.string()),
  username: z.optional(z.string()),
  website: z.optional(z.string()),
}

/** Amounts are decimal text. */
const account = z.object({
  accountStatus: z.enum(ACCOUNT_STATUSES),
  accountKycStatus: z.enum(KYC_STATUSES),
  currency: z.optional(z.string()),
  balance: z.optional(z.string()),
  availableBalance: z.optional(z.string()),
})

export const customerItem = z.object({
  platform: z.string(),
  customerProfile: z.object(shownProfile),
  customerAccount: account,
  alertsInfo: z.array(z.object({ status: z.enum(CUSTOMER_ALERT_STATUSES), count: z.number() })),
})
export type CustomerItem = z.infer<typeof customerItem>

/** The whole profile; a platform may know more fields than are named here. */
export const customerProfile = z.looseObject({
  ...shownProfile,
  dateOfBirth: z.optional(z.string()),
  dateOfBusinessRegistration: z.optional(z.string()),
  registrationDate: z.optional(z.string()),
  registrationIp: z.optional(z.string()),
  industry: z.optional(z.string()),
  activityDescription: z.optional(z.string()),
  isFinancialInstitution: z.optional(z.boolean()),
  accountStatus: z.optional(z.enum(ACCOUNT_STATUSES)),
  accountKycStatus: z.optional(z.enum(KYC_STATUSES)),
  accountKycUpdateRequestedStatus: z.optional(z.string()),
  transactionApprovalEnabled: z.optional(z.boolean()),
  transactionApprovalMode: z.optional(z.string()),
  balance: z.optional(z.string()),
  availableBalance: z.optional(z.string()),
  monthlyDeposits: z.optional(z.string()),
  monthlyDepositsUsd: z.optional(z.string()),
  monthlyDepositsRate: z.optional(z.string()),
  monthlyDepositsCurrency: z.optional(z.string()),
  monthlyWithdrawals: z.optional(z.string()),
  monthlyWithdrawalsUsd: z.optional(z.string()),
  monthlyWithdrawalsRate: z.optional(z.string()),
  monthlyWithdrawalsCurrency: z.optional(z.string()),
})
export type CustomerProfile = z.infer<typeof customerProfile>

const address = z.object({
  line: z.string(),
  city: z.string(),
  state: z.optional(z.string()),
  zip: z.optional(z.string()),
  country: z.string(),
})

/** A document that was shown as proof; its file is fetched by `get_document_url_by_id`. */
const proof = z.object({
  id: z.string(),
  type: z.string(),
  number: z.optional(z.string()),
  country: z.optional(z.string()),
  expiryDate: z.optional(z.string()),
  status: z.string(),
})

export const riskScore = z.object({
  score: z.number(),
  level: z.enum(['low', 'medium', 'high']),
  /** `FDD`, `EDD`, `SDD`; anything else counts as unverified. */
  diligence: z.optional(z.string()),
})

export const customerInfo = z.object({
  profile: customerProfile,
  address: z.nullable(address),
  addressDocuments: z.array(proof),
  emails: z.array(z.object({ email: z.string(), isPrimary: z.boolean(), isConfirmed: z.boolean() })),
  identityDocuments: z.array(proof),
  phones: z.array(z.object({ phone: z.string(), isPrimary: z.boolean(), isConfirmed: z.boolean() })),
  products: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), currency: z.optional(z.string()) }),
  ),
  riskScore: z.nullable(riskScore),
})
export type CustomerInfo = z.infer<typeof customerInfo>

/** A transaction as a list shows it; a platform may send more of the fields of docs/design/specification.md#entities. */
export const customerTransaction = z.looseObject({
  transactionId: z.string(),
  transactionUtcDate: z.string(),
  transactionType: z.string(),
  transactionDirection: z.enum(DIRECTIONS),
  transactionAmount: z.string(),
  transactionCurrency: z.string(),
  transactionUsdAmount: z.string(),
  transactionStatus: z.string(),
  transactionDesc: z.optional(z.string()),
  counterPartyName: z.string(),
  counterPartyCountry: z.optional(z.string()),
  /** The case that this transaction raised, where it raised one. */
  caseId: z.nullable(z.string()),
})
export type CustomerTransaction = z.infer<typeof customerTransaction>

/** Sums of money as decimal text, US dollars. */
const moved = z.object({ count: z.number(), usd: z.string() })

/**
 * A customer's payments over the last twelve months, including the current one; a transfer to itself counts as its own.
 */
export const customerActivity = z.object({
  /** Oldest first, none left out; `2026-03`, by UTC. */
  months: z.array(z.object({ month: z.string(), deposits: moved, withdrawals: moved })),
  /** By country of the counterparty, the largest total first; null if unknown. */
  countries: z.array(z.object({ country: z.nullable(z.string()), incoming: moved, outgoing: moved })),
  /** The other parties, the largest sum first; `id` where it is a customer of the platform. */
  parties: z.array(
    z.object({
      id: z.nullable(z.string()),
      name: z.string(),
      country: z.nullable(z.string()),
      incoming: moved,
      outgoing: moved,
    }),
  ),
})
export type CustomerActivity = z.infer<typeof customerActivity>

export const riskProfile = z.extend(riskScore, {
  factors: z.array(z.object({ name: z.string(), label: z.string(), value: z.string(), score: z.number() })),
  updatedAt: stamp,
})

export const sanctionMatch = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  /** Likeness between 0 and 1. */
  score: z.number(),
  outcome: z.enum(SANCTION_OUTCOMES),
  checkedAt: stamp,
  details: z.record(z.string(), z.unknown()),
  /** Ours: what makes the score, and why a decision was taken off. */
  parts: z.optional(z.array(scorePart)),
  reopened: z.optional(reopening),
  /** Ours; absent where nothing can be decided on: no match, or another server. */
  version: z.optional(z.number()),
  /** A decision on it that waits for a second person (ours). */
  approval: z.optional(pendingApproval),
})
export type SanctionMatch = z.infer<typeof sanctionMatch>

/**
 * The decision on a match (ours); `no_match` is set by screening only. `version` is the state that was seen; 409 with
 * the current match if it has changed.
 */
export const sanctionDecision = z.object({
  outcome: z
    .enum(SANCTION_OUTCOMES)
    .check(z.refine((outcome) => outcome !== 'no_match', 'is for the screening to say')),
  note: noteText,
  version: z.number().check(z.int(), z.minimum(1)),
})

export const customerDocument = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  createAt: stamp,
})

export const customerNote = z.object({ id: z.string(), text: z.string(), author: z.string(), createAt: stamp })

/** The history of a customer's profile with its authors, newest first. */
export const customerLogEntry = z.object({
  id: z.string(),
  at: stamp,
  by: z.string(),
  action: z.string(),
  field: z.optional(z.string()),
  before: z.optional(z.nullable(z.string())),
  after: z.optional(z.nullable(z.string())),
})

/** Roles of a company's people. */
export const COMPANY_ROLES = ['User', 'Administrator', 'owner', 'owner_company', 'Authorized'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

/** A person or company behind a company, with its own owners. */
export interface CompanyNode {
  customerId: string | null
  name: string
  type: CustomerType
  role: CompanyRole | null
  /** Part owned, in per cent. */
  share: number | null
  country: string | null
  children: CompanyNode[]
}

export const companyNode: z.ZodMiniType<CompanyNode> = z.object({
  customerId: z.nullable(z.string()),
  name: z.string(),
  type: z.enum(CUSTOMER_TYPES),
  role: z.nullable(z.enum(COMPANY_ROLES)),
  share: z.nullable(z.number()),
  country: z.nullable(z.string()),
  children: z.lazy(() => z.array(companyNode)),
})

/** Accepted spellings of a customer type (docs/design/specification.md#entities). */
const TYPES = new Map<string, CustomerType>([
  ['personalprofile', 'personal'],
  ['personal', 'personal'],
  ['businessprofile', 'business'],
  ['business', 'business'],
])

/** The type that a spelling means; undefined for any other word. */
export function readCustomerType(text: string): CustomerType | undefined {
  return TYPES.get(text.toLowerCase())
}

type Named = { name?: string | undefined; firstName?: string | undefined; lastName?: string | undefined }

/** A profile with a name is a business, any other a person. */
export function customerType(profile: Named): CustomerType {
  return profile.name ? 'business' : 'personal'
}

/** The name of a business, or first and last name of a person; empty where neither is known. */
export function customerName(profile: Named): string {
  return profile.name || [profile.firstName, profile.lastName].filter(Boolean).join(' ')
}

/** A customer's alert summary in the order in which it is shown: by status name, whatever its case. */
export function sortAlertsInfo<T extends { status: string }>(info: readonly T[]): T[] {
  const key = (one: T) => one.status.toLowerCase()
  return info.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

/** A search term as it travels to customers and users: an empty one is a single space (docs/design/specification.md#saving). */
export function pathTerm(term: string): string {
  return term === '' ? ' ' : term
}
