import { useLayoutEffect, useRef } from 'react'
import { arrayOrder } from '#src/commands/list-order.ts'
import { useActiveList } from '#src/commands/provider.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { rowId, type ChartRow, type Charts } from './charts.ts'

/** Makes the charts those that commands act on. `rows`: by chart id; the same object as long as nothing was read again. */
export function useCharts(charts: Charts, platform: string, rows: Readonly<Record<string, readonly ChartRow[]>>): void {
  useActiveList(charts.active)
  const first = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    charts.store.setState({ platform, rows })
    const ids = charts.charts.flatMap((chart) => (rows[chart.id] ?? []).map((row) => rowId(chart, row)))
    const { id } = charts.list.cursor.getState()
    charts.list.refresh(arrayOrder(ids))
    // on the first row of all until somebody moves it, whichever chart was read first
    const [top] = ids
    if (top !== undefined && id !== null && id === first.current) charts.list.moveToId(top)
    first.current = top
  }, [charts, platform, rows])
  // downloading needs rows
  useReasonsOf(charts.charts.map(({ id }) => rows[id]?.length ?? '').join(' '))
}
