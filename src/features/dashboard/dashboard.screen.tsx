// The dashboard of a platform, for administrators: eight metrics, each row of which leads to the list behind it.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { ChartPanel, useCharts } from '#src/features/charts/public.ts'
import { agoText } from '#src/format/age.ts'
import { formatCount } from '#src/format/count.ts'
import { useNow } from '#src/ui/use-now.ts'
import { activeCasesHref, DASHBOARD, DASHBOARD_KEY, PANELS, totalsQuery } from './panels.ts'

/** Many decisions in a row are one refresh. */
const SETTLE_MS = 2000

export function DashboardScreen() {
  const { platform = '' } = useParams({ strict: false })
  const { api } = useData()
  const queries = useQueries({ queries: PANELS.map((panel) => panel.query(api, platform)) })
  const totals = useQuery(totalsQuery(api, platform))
  useLive()

  const data = queries.map((query) => query.data)
  // the arrays are the same as long as nothing was read again
  // oxlint-disable-next-line react/exhaustive-deps -- one entry for each panel, whose number never changes
  const rows = useMemo(() => Object.fromEntries(PANELS.map(({ id }, index) => [id, data[index] ?? []])), data)
  useCharts(DASHBOARD, platform, rows)

  const readAt = Math.min(...queries.flatMap(({ dataUpdatedAt }) => (dataUpdatedAt > 0 ? [dataUpdatedAt] : [])))
  return (
    <section
      aria-label="Dashboard"
      data-kb-context="dashboard list"
      data-charts=""
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="flex flex-none flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">Dashboard</h2>
        <Total label="Active cases" value={totals.data?.activeCases} href={activeCasesHref(platform)} />
        <Total
          label="Active alerts"
          value={totals.data?.activeAlerts}
          note="of both kinds: no list shows them together"
        />
        <span className="grow" />
        {Number.isFinite(readAt) && <Age readAt={readAt} />}
        <CommandButton command="dashboard.export" />
        <CommandButton command="dashboard.refresh" />
      </header>
      {/* read down the columns, so that short panels leave no gaps */}
      <div className="columns-[400px] gap-3 p-4 *:mb-3 *:break-inside-avoid">
        {PANELS.map((panel, index) => {
          const query = queries[index]
          return (
            query && (
              <ChartPanel
                key={panel.id}
                charts={DASHBOARD}
                chart={panel}
                digit={index + 1}
                platform={platform}
                query={query}
                again="dashboard.refresh"
                note={panel.note}
              />
            )
          )
        })}
      </div>
    </section>
  )
}

interface TotalProps {
  label: string
  value: number | undefined
  /** The list that shows as many. */
  href?: string
  /** The reason why no list does. */
  note?: string
}

function Total({ label, value, href, note }: TotalProps) {
  const figure = <strong className="text-title tabular-nums">{value === undefined ? '–' : formatCount(value)}</strong>
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-muted">{label}</span>
      {href === undefined ? (
        figure
      ) : (
        <Link to={href} aria-label={`${label}: ${value ?? 'loading'}`} className="underline">
          {figure}
        </Link>
      )}
      {note !== undefined && <span className="text-label text-muted">{note}</span>}
    </p>
  )
}

function Age({ readAt }: { readAt: number }) {
  const now = useNow()
  const isOnline = useIsOnline()
  return (
    <span className="text-label text-muted">
      {isOnline ? 'Updated' : 'Offline, updated'} {agoText(now - readAt)}
    </span>
  )
}

/** Reads the metrics again once the event stream has told of changes and they have settled. */
function useLive(): void {
  const { engine } = useData()
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = engine.replica.subscribeRows(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: [DASHBOARD_KEY] })
      }, SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [engine, queries])
}
