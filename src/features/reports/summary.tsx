// Beside the report: totals of all matches, and the current transaction.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { reports } from '#contract/calls/reports.ts'
import { withoutPaging, type ReportMetadata, type ReportRow } from '#contract/model/report.ts'
import type { ListState } from '#src/commands/list/list-state.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useIsOnline, useRow } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import type { Api } from '#src/data/net/api.ts'
import { Details } from '#src/features/cases/public.ts'
import { useDebouncedCursor } from '#src/features/lists/public.ts'
import { formatMoney } from '#src/format/amount.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { serviceName } from '#src/format/name.ts'
import { PreviewPane } from '#src/ui/list/preview-pane.tsx'
import { Table } from '#src/ui/list/table.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { partyOf } from './columns.tsx'
import { toQuery, type ReportFilter } from './filter.ts'

const metadataQuery = (api: Api, platform: string, filter: ReportFilter) =>
  queryOptions({
    queryKey: ['reports', 'metadata', platform, filter],
    queryFn: ({ signal }) =>
      api.send(
        reports.metadata,
        { query: withoutPaging(toQuery(filter, platform, new Date())) },
        { signal, platform, quiet: true },
      ),
    staleTime: 60_000,
  })

interface SummaryProps {
  platform: string
  filter: ReportFilter
  list: ListState
  source: RowSource<ReportRow>
}

export function ReportSummary({ platform, filter, list, source }: SummaryProps) {
  const { api } = useData()
  const isOnline = useIsOnline()
  const query = useQuery(metadataQuery(api, platform, filter))
  const row = useRow(source, useDebouncedCursor(list))
  return (
    <PreviewPane className="gap-4">
      <section className="grid gap-2">
        <h2 className="text-label font-medium text-muted">All that matches</h2>
        {query.data ? (
          <p className="text-title font-semibold">
            {countOf(query.data.total, 'transaction')} · {formatMoney(query.data.usdAmount)}
          </p>
        ) : query.isError || !isOnline ? (
          <p className="text-list text-muted">
            {isOnline ? `The totals could not be read: ${query.error?.message}` : 'The totals need the network.'}
          </p>
        ) : (
          <Skeleton lines={1} label="Loading the totals" />
        )}
      </section>
      {row && <OneTransaction row={row} />}
      {query.data && <ByService metadata={query.data} />}
    </PreviewPane>
  )
}

function ByService({ metadata: { byService } }: { metadata: ReportMetadata }) {
  const names = useNames()
  return (
    <section className="grid gap-2">
      <h2 className="text-label font-medium text-muted">All that matches, by service</h2>
      <Table
        label="Transactions by service"
        columns={['Service', 'Count', 'USD']}
        align={{ 1: 'end', 2: 'end' }}
        rows={byService.map(({ service, count, usdAmount: usd }) => ({
          key: service,
          cells: [serviceName(service, names.services) || 'Not known', formatCount(count), formatMoney(usd)],
        }))}
      />
    </section>
  )
}

function OneTransaction({ row }: { row: ReportRow }) {
  const names = useNames()
  return (
    <section className="grid gap-2">
      <h2 className="text-title font-semibold">Transaction {row.id}</h2>
      <Details
        rows={[
          ['Date (UTC)', row.transaction_utc_date],
          ['Service', serviceName(row.transaction_type, names.services)],
          ['Amount', formatMoney(row.transaction_usd_amount)],
          ['Originator', partyOf(row, 'originator', names)],
          ['Client', partyOf(row, 'client', names)],
          ['Counterparty', partyOf(row, 'counterparty', names)],
          ['Case', row.monitoring_case_id ?? 'None'],
        ]}
      />
      <footer className="flex flex-wrap gap-2">
        <CommandButton command="report.case" />
        <CommandButton command="report.copyId" />
      </footer>
    </section>
  )
}
