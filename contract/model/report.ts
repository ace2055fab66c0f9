/** Transaction reports: the row, and the rules on its query (docs/design/specification.md#saving, docs/design/specification.md#calls). */
import * as z from 'zod/mini'

const text = z.string()

/** A transaction as reports list it; `id` is platform number and transaction id, the amount decimal text. */
export const reportRow = z.object({
  id: text,
  platform: text,
  /** `YYYY-MM-DD HH:mm:ss`. */
  transaction_utc_date: text,
  transaction_type: text,
  transaction_usd_amount: text,
  monitoring_case_id: z.nullable(text),
  originator_name: z.nullable(text),
  originator_type: z.nullable(text),
  originator_country: z.nullable(text),
  client_name: z.nullable(text),
  client_type: z.nullable(text),
  client_country: z.nullable(text),
  counter_party: z.nullable(text),
  counter_party_type: z.nullable(text),
  counter_party_country: z.nullable(text),
})
export type ReportRow = z.infer<typeof reportRow>

/** Sums over everything the filters match. */
export const reportMetadata = z.object({
  total: z.number(),
  usdAmount: text,
  byService: z.array(z.object({ service: z.string(), count: z.number(), usdAmount: text })),
})
export type ReportMetadata = z.infer<typeof reportMetadata>

/** The page size that CSV and metadata are asked with. */
export const REPORT_ALL = 10_000_000

/** The query of the CSV and the metadata: the same filters, no page, every row. */
export function withoutPaging<Q extends { page?: unknown; pageSize?: unknown }>(
  query: Q,
): Omit<Q, 'page' | 'pageSize'> & { pageSize: number } {
  const { page: _page, pageSize: _pageSize, ...filters } = query
  return { ...filters, pageSize: REPORT_ALL }
}

/**
 * The range reports start with: the start of the day three months ago to the end of today, in UTC. Where that month is
 * shorter, its last day.
 */
export function defaultRange(now: Date): { startDate: string; endDate: string } {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const lastDay = new Date(Date.UTC(year, month - 2, 0)).getUTCDate()
  const start = new Date(Date.UTC(year, month - 3, Math.min(date, lastDay)))
  return {
    startDate: `${start.toISOString().slice(0, 10)} 00:00:00`,
    endDate: `${now.toISOString().slice(0, 10)} 23:59:59`,
  }
}
