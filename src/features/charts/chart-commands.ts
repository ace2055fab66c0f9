/** Commands on a screen of charts: the same keys on each. */
import { defineCommand, type Command, type CommandId, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { toCsv } from '#src/format/csv.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { rowId, type Chart, type Charts } from './charts.ts'

interface ChartCommands {
  charts: Charts
  /** The prefix of their ids, and their surface. */
  area: 'dashboard' | 'trend' | 'overview'
  /** The noun of the refresh: "dashboard". */
  noun: string
  /** Reads everything again. */
  refresh: () => void
}

export function chartCommands({
  charts: { charts, store, list, find },
  area,
  noun,
  refresh,
}: ChartCommands): Command[] {
  const here = inView(area)
  const at = (c: Ctx) => find(c.targets[0] ?? '')
  const hrefOf = (c: Ctx) => {
    const found = at(c)
    return found && found.chart.hrefOf(store.getState().platform, found.row)
  }
  const rowsOf = ({ id }: Chart) => store.getState().rows[id] ?? []
  const show = (chart: Chart) => {
    const [first] = rowsOf(chart)
    if (first) list.moveToId(rowId(chart, first))
  }
  const shown = (c: Ctx) => at(c)?.chart ?? charts[0]

  return [
    defineCommand({
      id: `${area}.open`,
      title: (c) => `Show ${at(c)?.row.label ?? 'the row'} in its list`,
      shortTitle: 'Show in list',
      group: 'Navigate',
      keywords: ['queue', 'filter', 'drill down'],
      when: all(here, flag('hasCursor')),
      keys: ['enter', 'o'],
      disabledReason: (c) => (at(c) && hrefOf(c) === null ? 'No list can be filtered by this' : null),
      run: (c) => {
        const href = hrefOf(c)
        if (href) c.ports.navigate(href)
      },
    }),
    defineCommand({
      id: `${area}.panel`,
      title: (c) => `Go to ${charts[(c.digit ?? 1) - 1]?.title ?? 'the panel'}`,
      shortTitle: 'Go to a panel',
      group: 'View',
      hidden: true,
      when: here,
      keys: ['1..9'],
      run: (c) => {
        const chart = charts[(c.digit ?? 0) - 1]
        if (chart) show(chart)
      },
    }),
    ...charts.map((chart) =>
      defineCommand({
        id: `${area}.${chart.id}` as CommandId,
        title: `Go to “${chart.title}”`,
        shortTitle: chart.title,
        group: 'View',
        keywords: ['chart', 'metric'],
        when: here,
        run: () => show(chart),
      }),
    ),
    defineCommand({
      id: `${area}.export`,
      title: (c) => `Download “${shown(c)?.title ?? 'the panel'}” as CSV`,
      shortTitle: 'Download CSV',
      group: 'View',
      keywords: ['export', 'save', 'spreadsheet'],
      when: here,
      keys: ['shift+e'],
      disabledReason: (c) => {
        const chart = shown(c)
        return chart && rowsOf(chart).length > 0 ? null : 'There is nothing to download'
      },
      run: (c) => {
        const chart = shown(c)
        if (!chart) return
        const { platform } = store.getState()
        const day = new Date(c.ports.now()).toISOString().slice(0, 10)
        const header = [chart.of, ...(chart.columns ?? []), chart.counted ?? 'Count']
        const rows = rowsOf(chart).map(({ label, cells = [], text, count }) => [label, ...cells, text ?? count])
        const csv = toCsv([header, ...rows])
        saveFile(`${chart.id}-${platform}-${day}.csv`, new Blob([csv], { type: 'text/csv' }))
        c.actions.say(`Downloaded “${chart.title}”`)
      },
    }),
    defineCommand({
      id: `${area}.refresh`,
      title: `Refresh the ${noun}`,
      shortTitle: 'Refresh',
      group: 'View',
      keywords: ['reload'],
      when: here,
      keys: ['g n'],
      run: refresh,
    }),
  ]
}
