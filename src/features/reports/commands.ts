/** The commands of the transaction report. */
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { caseHref } from '#src/features/cases/public.ts'
import { goTo } from '#src/features/go-to.ts'
import { filterCommands, frameCommands, type FilterChoices } from '#src/features/lists/public.ts'
import { countOf } from '#src/format/count.ts'
import { exportCsv, exportStore } from './csv-export.ts'
import { faultOf, toQuery } from './filter.ts'
import { reportList } from './list.ts'

const inReports = inView('reports')
const onRow = all(inReports, flag('hasCursor'))

/** `choices`: what the filters of this window choose from. */
export function commands(data: Data, choices: FilterChoices): Command[] {
  const { view, narrowing } = reportList(data, choices)
  const rowOf = (c: Ctx) => view.rowOf(c.targets[0] ?? '')
  const shown = () => view.store.getState()

  const download = async (c: Ctx) => {
    const { platform, filter } = shown()
    const now = new Date(c.ports.now())
    const request = { query: toQuery(filter, platform, now), platform, day: now.toISOString().slice(0, 10) }
    c.actions.say('Preparing the CSV')
    try {
      const rows = await exportCsv(data.api, request)
      c.actions.say(rows === null ? 'The CSV was cancelled' : `Saved the CSV: ${countOf(rows, 'transaction')}`)
    } catch (error) {
      c.actions.say(`The CSV was not saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return [
    goTo({
      id: 'nav.reports',
      title: 'Data',
      path: 'reports',
      keys: ['g d'],
      keywords:
        'reports, report, reporting, csv, export, excel, spreadsheet, download transactions, extract, query, analytics, data export, transaction search, all transactions, bulk export, xls, raw data, search all payments',
    }),
    defineCommand({
      id: 'report.case',
      title: (c) => `Open case ${rowOf(c)?.monitoring_case_id ?? ''}`,
      shortTitle: 'Open case',
      group: 'Navigate',
      keywords: 'details, view case, investigate, go to case, alert',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: (c) => (rowOf(c)?.monitoring_case_id ? null : 'No case was raised on this transaction'),
      run: (c) => {
        const id = rowOf(c)?.monitoring_case_id
        if (id) c.ports.navigate(caseHref(shown().platform, id))
      },
    }),
    defineCommand({
      id: 'report.run',
      title: 'Run the report',
      shortTitle: 'Run',
      group: 'View',
      keywords: 'apply, refresh, reload, execute, run report, generate, submit query, search now',
      when: inReports,
      keys: ['mod+enter'],
      calls: [],
      run: () => view.remake(),
    }),
    defineCommand({
      id: 'report.export',
      title: 'Download everything that matches as CSV',
      shortTitle: 'Download CSV',
      group: 'View',
      keywords: 'export, save, excel, spreadsheet, csv, xlsx, download, extract, report file, download report, dump',
      when: inReports,
      keys: ['shift+e'],
      calls: [],
      disabledReason: () => (exportStore.getState().running ? 'A CSV is being downloaded' : faultOf(shown().filter)),
      run: (c) => void download(c),
    }),
    defineCommand({
      id: 'report.cancelExport',
      title: 'Cancel the CSV download',
      shortTitle: 'Cancel CSV',
      group: 'View',
      keywords: 'stop, abort, cancel download, stop export',
      when: inReports,
      keys: ['#', 'delete'],
      disabledReason: () => (exportStore.getState().running ? null : 'No CSV is being downloaded'),
      run: () => exportStore.getState().running?.cancel(),
    }),
    defineCommand({
      id: 'report.copyId',
      title: (c) => `Copy the transaction ID ${rowOf(c)?.id ?? ''}`,
      shortTitle: 'Copy ID',
      group: 'View',
      keywords: 'clipboard, transaction id, reference, number, ref',
      when: onRow,
      keys: ['y'],
      run: (c) => {
        const id = rowOf(c)?.id ?? ''
        copyText(c, id, `Copied ${id}`)
      },
    }),
    ...frameCommands({ area: 'report', when: inReports, view, showNew: 'Refresh the report' }),
    ...filterCommands({ area: 'report', when: inReports, place: 'the report', view, narrowing }),
  ]
}
