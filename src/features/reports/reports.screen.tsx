// Transaction reports: filters, rows as they are scrolled to, totals beside them, and everything as CSV.
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useNames } from '#src/data/names.ts'
import { ListScreen } from '#src/features/lists/public.ts'
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
  const { platform, filter } = useStore(view.store)
  const names = useNames()
  const columns = useMemo(() => reportColumns(names), [names])
  const fault = faultOf(filter)
  return (
    <section aria-label="Transaction reports" className="flex h-full min-h-0 flex-col">
      <ExportLine />
      <div className="min-h-0 grow">
        <ListScreen
          area="report"
          name="Transaction report"
          noun={noun}
          view={view}
          narrowing={narrowing}
          keyOf={keyOf}
          columns={columns}
          open="report.case"
          context="reports list"
          unfiltered="The last three months"
          preview={(source) => <ReportSummary platform={platform} filter={filter} list={view.list} source={source} />}
          withoutRows={
            fault !== null && (
              <Empty title="This filter matches nothing">
                <p>{fault}</p>
                <CommandButton command="report.search">Change the filter</CommandButton>
              </Empty>
            )
          }
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
