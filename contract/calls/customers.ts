/** Customers, what is known of one, searches, and contracts (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { dates, list, noteText, page, pageNumber, pageSize, queryFlag, text } from '#contract/model/common.ts'
import { contract, contractDetail } from '#contract/model/contract.ts'
import {
  companyNode,
  customerActivity,
  customerDocument,
  customerInfo,
  customerItem,
  customerLogEntry,
  customerNote,
  customerTransaction,
  riskProfile,
  sanctionDecision,
  sanctionMatch,
} from '#contract/model/customer.ts'
import {
  ACCOUNT_STATUSES,
  CASE_STATUSES,
  CONTRACT_STATUSES,
  CUSTOMER_ALERT_STATUSES,
  CUSTOMER_TYPES,
  DIRECTIONS,
  KYC_STATUSES,
} from '#contract/model/values.ts'

/** The query of a list of customers; without any parameter, page 1 of ten. */
export const customerQuery = {
  page: pageNumber,
  pageSize,
  platform: text,
  search: text,
  accountType: z.optional(z.enum(CUSTOMER_TYPES)),
  accountStatus: z.optional(z.enum(ACCOUNT_STATUSES)),
  accountKycStatus: z.optional(z.enum(KYC_STATUSES)),
  /** `1` without active alerts, `2` with active ones. */
  customerStatus: z.optional(z.enum(['1', '2'])),
  alertStatus: z.optional(z.enum(CUSTOMER_ALERT_STATUSES)),
  /** With `alertSar`: alerts in any of these statuses that were closed with a SAR. */
  'alertStatus[]': z.optional(z.array(z.enum(CUSTOMER_ALERT_STATUSES))),
  alertSar: z.optional(z.literal('1')),
  customerId: text,
  alertId: text,
  /** A rule's id. */
  rule: text,
  /** A rule's id: customers whom it found within the last `FIRST_ALERT_DAYS` for the first time (ours). */
  firstAlert: text,
  country: text,
  'country[]': list,
  /** A manager's id. */
  manager: text,
  /** A case's status: with the three below, customers with one case that meets all that is asked. */
  status: z.optional(z.enum(CASE_STATUSES)),
  recommendedStr: queryFlag,
  withoutAlerts: queryFlag,
  service: text,
  /** As `accountType`, in any spelling that `readCustomerType` accepts. */
  type: text,
  /** The field that `search` applies to. */
  field: z.optional(z.enum(['search', 'customerId', 'alertId'])),
  /** The first and last day of registration. */
  'date[]': dates,
}

const info = '/management/customer/info/{platform}/{customerId}'
const items = <T extends z.ZodMiniType>(item: T) => ({ reply: z.object({ items: z.array(item) }) })
const hits = items(z.object({ id: z.string(), name: z.string(), detail: z.optional(z.string()) }))

/** In the searches an empty term travels as a single space: see `pathTerm`. */
export const customers = {
  list: call('GET', '/management/customers', { roles: 'everybody', query: customerQuery, reply: page(customerItem) }),
  info: call('GET', '/management/customerInfo/{platform}/{customerId}', { roles: 'everybody', reply: customerInfo }),
  transactions: call('GET', `${info}/transactions`, {
    roles: 'everybody',
    query: {
      page: pageNumber,
      pageSize,
      search: text,
      'service[]': list,
      direction: z.optional(z.enum(DIRECTIONS)),
      'date[]': dates,
    },
    reply: page(customerTransaction),
  }),
  /** Twelve months in sums: by month, by country, by counterparty (ours). */
  activity: call('GET', `${info}/activity`, { roles: 'everybody', ours: true, reply: customerActivity }),
  riskProfile: call('GET', `${info}/risk_profile`, { roles: 'everybody', reply: z.nullable(riskProfile) }),
  sanctions: call('GET', `${info}/sanctions`, { roles: 'everybody', ...items(sanctionMatch) }),
  decideSanction: call('PATCH', `${info}/sanctions/{matchId}`, {
    roles: 'everybody',
    ours: true,
    body: sanctionDecision,
    reply: sanctionMatch,
    notice: 'SAVE',
  }),
  documents: call('GET', `${info}/documents`, { roles: 'everybody', ...items(customerDocument) }),
  /** A 500 is tried again; any failure then counts as no notes (docs/design/specification.md#errors). */
  notes: call('GET', `${info}/notes`, { roles: 'everybody', ...items(customerNote) }),
  /** Writes a note on the customer, beside those on alerts and cases (ours). */
  addNote: call('POST', `${info}/notes`, {
    roles: 'everybody',
    ours: true,
    body: z.object({ note: noteText }),
    reply: customerNote,
    notice: 'SAVE',
  }),
  companyTree: call('GET', '/management/companyTree/{platform}/{customerId}', {
    roles: 'everybody',
    reply: z.nullable(companyNode),
  }),
  log: call('GET', '/management/customerLog/{platform}/{customerId}', {
    roles: 'everybody',
    ...items(customerLogEntry),
  }),
  searchPlatforms: call('GET', '/management/search/platform/{term}/', { roles: 'everybody', ...hits }),
  searchUsers: call('GET', '/management/search/user/{term}/', { roles: 'everybody', ...hits }),
  search: call('GET', '/management/search/{platform}/customer/{term}/', { roles: 'everybody', ...hits }),
  findUsers: call('GET', '/management/user/search/{term}', { roles: 'everybody', ...hits }),
  contracts: call('GET', '/management/contract/search', {
    roles: ADMINISTRATORS,
    query: {
      page: pageNumber,
      pageSize,
      platform: text,
      search: text,
      customerId: text,
      status: z.optional(z.enum(CONTRACT_STATUSES)),
    },
    reply: page(contract),
  }),
  contract: call('GET', '/management/contract/{platform}/{contractId}', {
    roles: ADMINISTRATORS,
    ours: true,
    reply: contractDetail,
  }),
}
