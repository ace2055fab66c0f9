// The managers' dashboard: what waits, by queue and person, each number with the list behind it.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DUE_NOTE } from '#contract/model/team/team.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { ChartPanel, useCharts } from '#src/features/charts/public.ts'
import { workloadQueries } from '#src/features/workload/public.ts'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { useNow } from '#src/ui/use-now.ts'
import { loadRows, OVERVIEW, OVERVIEW_PANELS, overviewRows } from './panels.ts'

const OF_LOAD: ReadonlySet<string> = new Set(['queues', 'late', 'unassigned', 'people'])
const NOTES: Partial<Record<string, string>> = {
  late: DUE_NOTE,
  people: 'A row leads to the cases of the person; forms and tickets count for those who wrote them.',
}

export function OverviewScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const now = useNow()
  const load = useQuery(workloadQueries.load(api, platform))
  const rest = useQuery(workloadQueries.overview(api, platform))
  const rows = useMemo(
    () => ({ ...(load.data && loadRows(load.data)), ...(rest.data && overviewRows(rest.data, now)) }),
    [load.data, rest.data, now],
  )
  useCharts(OVERVIEW, platform, rows)
  return (
    <section
      aria-label="Overview of the team"
      data-kb-context="overview list"
      data-charts=""
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col"
    >
      <header className="flex flex-none flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">Overview</h2>
        <span className="grow" />
        <CommandButton command="overview.export" />
        <CommandButton command="overview.refresh" />
        <TeamPages />
      </header>
      <div className="grid min-h-0 grow grid-cols-[repeat(auto-fill,minmax(min(100%,480px),1fr))] items-start gap-3 overflow-y-auto p-4">
        {OVERVIEW_PANELS.map((panel, index) => {
          const query = OF_LOAD.has(panel.id) ? load : rest
          return (
            <ChartPanel
              key={panel.id}
              charts={OVERVIEW}
              chart={panel}
              digit={index + 1}
              platform={platform}
              query={{
                data: (rows as Partial<Record<string, never>>)[panel.id],
                isError: query.isError,
                error: query.error,
              }}
              again="overview.refresh"
              note={NOTES[panel.id]}
            />
          )
        })}
      </div>
    </section>
  )
}
