// Transaction reports: filters, rows as they are scrolled to, totals beside them, and everything as CSV.
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ReportRow } from '#contract/model/report.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useRows } from '#src/data/data.ts'
import type { RowSource } from '#src/data/lists/row-source.ts'
import { useNames } from '#src/data/names.ts'
import { activeListOf, ListFrame, SourceList, LoadError, useNarrowed } from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'
import { Empty } from '#src/ui/empty.tsx'
import { reportColumns } from './columns.tsx'
import { exportStore } from './csv-export.ts'
import { faultOf } from './filter.ts'
import { keyOf, useReportList } from './list.ts'
import { ReportSummary } from './summary.tsx'

const noun = ['transaction', 'transactions'] as const

export function ReportsScreen() {
  const { view, narrowing } = useReportList()
  const active = useMemo(() => activeListOf(view, { name: 'Transaction report', noun }), [view])
  const control = useNarrowed(view, narrowing, active)
  const { source, platform, filter } = useStore(view.store)
  return (
    <section aria-label="Transaction reports" className="flex h-full min-h-0 flex-col">
      <ExportLine />
      <div className="min-h-0 grow">
        <ListFrame
          area="report"
          noun={noun}
          view={view}
          source={source}
          narrowing={narrowing}
          control={control}
          main={source && <Rows source={source} fault={faultOf(filter)} />}
          preview={source && <ReportSummary platform={platform} filter={filter} list={view.list} source={source} />}
        />
      </div>
    </section>
  )
}

const MEGABYTE = 1_000_000

/** Downloading, and how far it has come. */
function ExportLine() {
  const running = useStore(exportStore, (state) => state.running)
  return (
    <div className="flex h-9 flex-none items-center gap-3 border-b border-line px-3 text-list">
      <CommandButton command="report.run" />
      {running ? (
        <>
          <progress aria-label="CSV download" className="w-40" />
          <span className="tabular-nums">
            {countOf(running.rows, 'row')} · {(running.bytes / MEGABYTE).toFixed(1)} MB
          </span>
          <CommandButton command="report.cancelExport" />
        </>
      ) : (
        <CommandButton command="report.export" />
      )}
    </div>
  )
}

function Rows({ source, fault }: { source: RowSource<ReportRow>; fault: string | null }) {
  useRows(source)
  const { view } = useReportList()
  const { runner } = useCommandLayer()
  const names = useNames()
  const columns = useMemo(() => reportColumns(names), [names])
  if (fault !== null) {
    return (
      <Empty title="This filter matches nothing">
        <p>{fault}</p>
        <CommandButton command="report.search">Change the filter</CommandButton>
      </Empty>
    )
  }
  return (
    <SourceList
      label="Transaction report"
      columns={columns}
      list={view.list}
      source={source}
      keyOf={keyOf}
      onOpen={() => runner.execute('report.case', { source: 'pointer' })}
      context="reports list"
      autoFocus
      failed={<LoadError noun="transactions" error={source.error} again="report.showNew" />}
      empty={
        <Empty title="No results">
          <p>No transaction matches this filter.</p>
          <CommandButton command="report.clearFilter">The last three months</CommandButton>
        </Empty>
      }
    />
  )
}
