// The trend for managers: each chart with its table, whose rows link to the queue.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { ChartPanel, useCharts } from '#src/features/charts/public.ts'
import { DateField } from '#src/ui/form/date-field.tsx'
import { TeamPages } from '#src/features/team-pages/public.ts'
import { periodFault, readPeriod, type Period } from './period.ts'
import { trendQueries } from './queries.ts'
import { forecastNote, outlookRows, periodRows, TREND, TREND_CHARTS } from './trend-charts.ts'

const FIELDS = [
  { field: 'from', label: 'From' },
  { field: 'to', label: 'To' },
] as const

const IN_TIME_NOTE = 'By the due date at the last pause. Decisions without a due date are not counted.'

export function TrendScreen() {
  const { platform = '' } = useParams({ strict: false })
  const address: Record<string, unknown> = useSearch({ strict: false })
  const { api } = useData()
  // the day on which the page was opened
  const [openedAt] = useState(() => Date.now())
  const period = readPeriod(address, openedAt)
  const fault = periodFault(period)
  const wrong = fault.from ?? fault.to
  const decided = useQuery({ ...trendQueries.period(api, platform, period), enabled: wrong === undefined })
  const outlook = useQuery(trendQueries.outlook(api, platform))
  const inPeriod = wrong === undefined ? decided.data : undefined
  const rows = useMemo(
    () => ({ ...(inPeriod && periodRows(inPeriod)), ...(outlook.data && outlookRows(outlook.data)) }),
    [inPeriod, outlook.data],
  )
  useCharts(TREND, platform, rows)
  const refused = { isError: true, error: new Error(wrong) }
  const notes: Partial<Record<string, string>> = {
    ...(outlook.data && { clearing: forecastNote(outlook.data) }),
    cases: IN_TIME_NOTE,
  }

  return (
    <section
      aria-label="Trend"
      data-kb-context="trend list"
      data-charts=""
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col"
    >
      <header className="flex flex-none flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">Trend</h2>
        <PeriodFields period={period} fault={fault} />
        <span className="grow" />
        <CommandButton command="trend.period" />
        <CommandButton command="trend.export" />
        <TeamPages />
      </header>
      <div className="grid min-h-0 grow grid-cols-[repeat(auto-fill,minmax(min(100%,480px),1fr))] items-start gap-3 overflow-y-auto p-4">
        {TREND_CHARTS.map((chart, index) => {
          const query =
            chart.id === 'clearing' || chart.id === 'ages' ? outlook : wrong === undefined ? decided : refused
          return (
            <ChartPanel
              key={chart.id}
              charts={TREND}
              chart={chart}
              digit={index + 1}
              platform={platform}
              query={{
                data: (rows as Partial<Record<string, never>>)[chart.id],
                isError: query.isError,
                error: query.error,
              }}
              again="trend.refresh"
              note={notes[chart.id]}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Applied on Enter and on leaving a field; a fault is shown below it, and independent charts stay. */
function PeriodFields({ period, fault }: { period: Period; fault: Partial<Record<keyof Period, string>> }) {
  const navigate = useNavigate()
  return FIELDS.map(({ field, label }) => (
    <DateField
      key={field}
      label={label}
      value={period[field]}
      error={fault[field]}
      onCommit={(day) => void navigate({ to: '.', search: { ...period, [field]: day } })}
    />
  ))
}
