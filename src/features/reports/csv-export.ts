/** The report as CSV. */
import { reports } from '#contract/calls/reports.ts'
import { withoutPaging } from '#contract/model/report.ts'
import type { Api } from '#src/data/net/api.ts'
import { createCsvDownload } from '#src/features/lists/public.ts'
import type { ReportQuery } from './filter.ts'

const download = createCsvDownload()

/** The export that is running; null where none is. */
export const exportStore = download.store

interface ExportRequest {
  query: ReportQuery
  platform: string
  /** `YYYY-MM-DD`, for the file's name where the server gives none. */
  day: string
}

/** Downloads everything that the query matches; how many rows that was, or null where it was cancelled. Throws `ApiError`. */
export const exportCsv = (api: Api, { query, platform, day }: ExportRequest): Promise<number | null> =>
  download.save({
    open: (signal) => api.open(reports.csv, { query: withoutPaging(query) }, { signal, platform, quiet: true }),
    suggestedName: `transactions-${platform.replaceAll(/[^\w-]/g, '')}-${day}.csv`,
  })
