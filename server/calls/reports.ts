/** Reports of transactions: a page, sums, and everything as CSV. */
import type { Parsed } from '#contract/call.ts'
import type { reports } from '#contract/calls/reports.ts'
import { defaultRange } from '#contract/model/report.ts'
import { downloadOf } from '#server/documents/download.ts'
import { record } from '#server/policy/audit.ts'
import { copyCsv } from '#server/store/copy.ts'
import type { Store } from '#server/store/pool.ts'
import { csvOfReport, listReport, sumReport, type ReportFilter } from '#server/store/queries/reports.ts'
import { readDates } from './dates.ts'
import type { Context, Handlers } from './handlers.ts'
import { checkPageSize } from './require.ts'

export function reportsCalls(store: Store): Handlers<typeof reports> {
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
      await context.db.transaction().execute((tx) => record(tx, context, entry))
      const bytes = await copyCsv(store.pool, csvOfReport(context.db, platform, filter, query.pageSize))
      const day = context.now().toISOString().slice(0, 10)
      return downloadOf({ name: `transactions-${platform}-${day}.csv`, type: 'text/csv; charset=utf-8' }, bytes)
    },
  }
}

/** Without dates it is the last three months, as the window begins with (specification 2, section 7). */
function readFilter(
  { platform, startDate, endDate, pageSize: _pageSize, ...rest }: Parsed<typeof reports.csv>['query'],
  context: Context,
): { platform: string; filter: ReportFilter } {
  const given = startDate || endDate ? { startDate, endDate } : defaultRange(context.now())
  const [from] = readDates('startDate', [given.startDate ?? '', ''])
  const [, to] = readDates('endDate', ['', given.endDate ?? ''])
  return { platform: platform ?? context.platform, filter: { ...rest, between: [from, to] } }
}
