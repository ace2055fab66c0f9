/** The transaction report. */
import { reports } from '#contract/calls/reports.ts'
import type { ReportRow } from '#contract/model/report.ts'
import { PAGE_SIZES } from '#contract/model/values.ts'
import { useData } from '#src/data/data.ts'
import { createServerSource } from '#src/data/lists/server-source.ts'
import { useCases } from '#src/features/cases/public.ts'
import { defineReadList, type ReadList } from '#src/features/lists/public.ts'
import { reportFilter, toQuery, type ReportFilter } from './filter.ts'

export const keyOf = ({ id }: ReportRow) => id

/** A window's report. It needs the network: nothing is stored on the device. */
export const reportList = defineReadList<ReportRow, ReportFilter>({
  filter: reportFilter,
  path: 'reports',
  choose: (choices) => ({
    ...choices,
    async lookups(platform) {
      const known = await choices.lookups(platform)
      const { countries = [] } = known
      return { ...known, clientCountries: countries, originatorCountries: countries, counterPartyCountries: countries }
    },
  }),
  open: (data, platform, filter) =>
    createServerSource<ReportRow>(data, {
      async load(page, pageSize, { signal, isBackground }) {
        const query = { ...toQuery(filter, platform, new Date()), page, pageSize }
        return data.api.send(reports.transactions, { query }, { signal, platform, quiet: isBackground })
      },
      keyOf,
      pageSize: PAGE_SIZES.reports,
    }),
})

/** The report of this window. */
export const useReportList = (): ReadList<ReportRow, ReportFilter> => reportList(useData(), useCases().narrowing)
