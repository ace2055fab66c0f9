/** Charts whose rows lead to lists: what each shows, and one cursor over the rows of all of them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ActiveList } from '#src/commands/command.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

export interface ChartRow {
  key: string
  label: string
  /** The value of the bar. */
  count: number
  /** Replaces the count, if it is not a whole number. */
  text?: string
  /** Values of the chart's further columns. */
  cells?: readonly string[]
  /** It has not happened yet. */
  isExpected?: boolean
}

export interface Chart<Row extends ChartRow = ChartRow> {
  id: string
  title: string
  /** The heading of the rows. */
  of: string
  /** The heading of the counts; `Count` by default. */
  counted?: string
  /** Headings of further columns. */
  columns?: readonly string[]
  /** Drawn as columns over time in place of a bar a row. */
  isSeries?: boolean
  /** Address of the list with the filter set; null where no list shows it. */
  hrefOf: (platform: string, row: Row) => string | null
}

export interface Charts {
  /** In the order of the screen; a digit leads to each. */
  charts: readonly Chart[]
  /** The charts' rows as commands see them, by chart id. */
  store: StoreApi<{ platform: string; rows: Readonly<Record<string, readonly ChartRow[]>> }>
  /** The cursor outlives the screen, so that Back from a list returns to the row it was opened from. */
  list: ListState
  active: ActiveList
  /** A row by its id over all charts. */
  find: (id: string) => { chart: Chart; row: ChartRow } | null
}

/** A row's key over all charts. */
export const rowId = (chart: Pick<Chart, 'id'>, row: Pick<ChartRow, 'key'>): string => `${chart.id}:${row.key}`

/** The charts of a screen; `name` is what screen readers call it. */
export function createCharts(name: string, charts: readonly Chart[]): Charts {
  const store: Charts['store'] = createStore(() => ({ platform: '', rows: {} }))
  const list = createListState()
  const find: Charts['find'] = (id) => {
    const [chartId = ''] = id.split(':', 1)
    const chart = charts.find((each) => each.id === chartId)
    const row = store.getState().rows[chartId]?.find(({ key }) => `${chartId}:${key}` === id)
    return chart && row ? { chart, row } : null
  }
  const active: ActiveList = {
    name,
    noun: ['row', 'rows'],
    state: list,
    rowOf: (id) => find(id)?.row,
    isSingle: true,
  }
  return { charts, store, list, active, find }
}
