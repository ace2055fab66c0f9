/** Reports of transactions: a page, sums, and everything as CSV. */
import type { Parsed } from '#contract/call.ts'
import type { reports } from '#contract/calls/reports.ts'
import { defaultRange } from '#contract/model/report.ts'
import { record } from '#server/audit/audit.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { readDates } from '#server/core/ranges.ts'
import { ConcurrencyLimit } from '#server/core/concurrency-limit.ts'
import { downloadOf } from '#server/files/download.ts'
import { copyCsv } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import { csvOfReport, listReport, sumReport, type ReportFilter } from './queries.ts'

/** Exports that an account may read at the same time. */
const EXPORTS = 2

export function reportsCalls(store: Store): Handlers<typeof reports> {
  const exports = new ConcurrencyLimit(EXPORTS, 'Your other exports are still being written: wait until one is done.')
  return {
    async transactions({ query }, context) {
      const { page, pageSize, ...asked } = query
      checkPageSize(pageSize)
      const { platform, filter } = readFilter(asked, context)
      const at = { page, pageSize, reader: context.account.id, now: context.now() }
      return listReport(context.db, platform, filter, at)
    },

    async metadata({ query }, context) {
      const { platform, filter } = readFilter(query, context)
      return sumReport(context.db, platform, filter)
    },

    async csv({ query }, context) {
      const { platform, filter } = readFilter(query, context)
      // before the first byte: what leaves in bulk is known by whom
      const object = { kind: 'report', id: 'transactions' }
      const entry = { action: 'export report', object, platform, after: filter }
      const onEnd = exports.take(context.account.id)
      try {
        await context.db.transaction().execute((tx) => record(tx, context, entry))
      } catch (error) {
        onEnd()
        throw error
      }
      const { signal } = context.request
      const csv = csvOfReport(context.db, platform, filter, query.pageSize)
      const bytes = await copyCsv(store.exports, csv, { signal, onEnd })
      const day = context.now().toISOString().slice(0, 10)
      return downloadOf({ name: `transactions-${platform}-${day}.csv`, type: 'text/csv; charset=utf-8' }, bytes)
    },
  }
}

/** Without dates it is the last three months, as the window begins with (docs/design/specification.md#calls). */
function readFilter(
  { platform, startDate, endDate, pageSize: _pageSize, ...rest }: Parsed<typeof reports.csv>['query'],
  context: Context,
): { platform: string; filter: ReportFilter } {
  const given = startDate || endDate ? { startDate, endDate } : defaultRange(context.now())
  const between = readDates('startDate', [given.startDate ?? '', given.endDate ?? ''], 'endDate')
  return { platform: platform ?? context.platform, filter: { ...rest, between } }
}
