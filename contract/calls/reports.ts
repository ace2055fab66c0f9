/** Transaction reports and their CSV (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { list, page, pageNumber, pageSize, text } from '#contract/model/common.ts'
import { reportMetadata, reportRow } from '#contract/model/report.ts'
import { CUSTOMER_TYPES, DIRECTIONS } from '#contract/model/values.ts'

const base = '/management/report'
const type = z.optional(z.enum(CUSTOMER_TYPES))
/** Decimal text, so that no digit is lost. */
const amount = z.optional(z.string().check(z.regex(/^\d+(\.\d+)?$/)))

const filters = {
  platform: text,
  clientType: type,
  originatorType: type,
  counterPartyTypes: type,
  'service[]': list,
  direction: z.optional(z.enum(DIRECTIONS)),
  /** In US dollars: at most, at least. */
  lessAmount: amount,
  greaterAmount: amount,
  /** `YYYY-MM-DD HH:mm:ss`, inclusive. */
  startDate: text,
  endDate: text,
  'counterPartyCountries[]': list,
  'clientCountries[]': list,
  'originatorCountries[]': list,
}

/** Metadata and CSV are requested without paging: see `withoutPaging`. */
export const reports = {
  transactions: call('GET', `${base}/transactions`, {
    roles: 'everybody',
    query: { page: pageNumber, pageSize, ...filters },
    reply: page(reportRow),
  }),
  metadata: call('GET', `${base}/transactions-metadata`, {
    roles: 'everybody',
    query: { pageSize, ...filters },
    reply: reportMetadata,
  }),
  csv: call('GET', `${base}/report.csv`, {
    roles: 'everybody',
    query: { pageSize, ...filters },
    gives: 'file',
    reply: z.unknown(),
  }),
}
