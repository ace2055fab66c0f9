/** The commands of the audit and of the reads of SAR material. */
import { audit } from '#contract/calls/audit.ts'
import type { AuditRow } from '#contract/model/audit/audit-row.ts'
import { REPORT_ALL } from '#contract/model/report.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ignoreRefusal } from '#src/data/net/ignore-refusal.ts'
import { caseHref, customerHref } from '#src/features/cases/public.ts'
import { filterCommands, frameCommands, type FilterChoices } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { countOf } from '#src/format/count.ts'
import { auditQueries } from './queries.ts'
import { csvDownload } from './csv.ts'
import { toQuery } from './filter.ts'
import { auditList, readsList } from './list.ts'

/** `choices`: what the filters of this window choose from. */
export const commands = (data: Data, choices: FilterChoices): Command[] => [
  ...commandsOf(data, choices, false),
  ...commandsOf(data, choices, true),
  checkCommand(data),
]

/** The link to an entry's object; null if it has no page. */
function hrefOf({ object, platform }: AuditRow): string | null {
  const where = platform ?? currentPlatform()
  const home = `/admin/${encodeURIComponent(where)}`
  const id = encodeURIComponent(object.id)
  switch (object.kind) {
    case 'case':
    case 'STR':
      return caseHref(where, object.id)
    case 'customer':
      return customerHref(where, object.id)
    case 'form':
      return `${home}/form/${id}`
    case 'rule':
      return `${home}/rules/${id}`
    default:
      return null
  }
}

function commandsOf(data: Data, choices: FilterChoices, isReads: boolean): Command[] {
  const { view, narrowing } = (isReads ? readsList : auditList)(data, choices)
  const area = isReads ? 'read' : 'audit'
  const when = inView(isReads ? 'reads' : 'audit')
  const onRow = all(when, flag('hasCursor'))
  const rowOf = (c: Ctx) => view.rowOf(c.targets[0] ?? '')

  const download = async (c: Ctx) => {
    const { platform, filter } = view.store.getState()
    const day = new Date(c.ports.now()).toISOString().slice(0, 10)
    const query = toQuery(filter, isReads)
    c.actions.say('Preparing the CSV')
    try {
      const rows = await csvDownload.save({
        open: (signal) => data.api.open(audit.csv, { query }, { signal, platform, quiet: true }),
        suggestedName: `${isReads ? 'reads' : 'audit'}-${platform}-${day}.csv`,
      })
      const saved = rows !== null && `Saved the CSV: ${countOf(rows, 'entry', 'entries')}`
      const isCut = rows !== null && rows >= REPORT_ALL
      c.actions.say(
        saved
          ? `${saved}${isCut ? ', the maximum of a file: filter by a period for the rest' : ''}`
          : 'The CSV was cancelled',
      )
    } catch (error) {
      c.actions.say(`The CSV was not saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return [
    defineCommand({
      id: `${area}.open`,
      title: 'Open what the entry is about',
      shortTitle: 'Open',
      group: 'Navigate',
      keywords: 'details, view, show entry, inspect, record',
      when: onRow,
      keys: ['enter', 'o'],
      disabledReason: (c) => {
        const row = rowOf(c)
        return row && hrefOf(row) === null ? `A ${row.object.kind} has no page of its own` : null
      },
      run: (c) => {
        const row = rowOf(c)
        const href = row && hrefOf(row)
        if (href) c.ports.navigate(href)
      },
    }),
    defineCommand({
      id: `${area}.export`,
      title: 'Download every entry that matches as CSV',
      shortTitle: 'Download CSV',
      group: 'View',
      keywords: 'export, save, spreadsheet, csv, excel, download log, extract, evidence for auditor',
      when,
      keys: ['shift+e'],
      calls: [audit.csv],
      disabledReason: () => (csvDownload.store.getState().running ? 'A CSV is being downloaded' : null),
      run: (c) => void download(c),
    }),
    defineCommand({
      id: `${area}.cancelExport`,
      title: 'Cancel the CSV download',
      shortTitle: 'Cancel CSV',
      group: 'View',
      keywords: 'stop, abort, cancel download, stop export',
      when,
      keys: ['#', 'delete'],
      disabledReason: () => (csvDownload.store.getState().running ? null : 'No CSV is being downloaded'),
      run: () => csvDownload.store.getState().running?.cancel(),
    }),
    ...frameCommands({ area, when, view, showNew: isReads ? 'Refresh the reads' : 'Refresh the audit' }),
    ...filterCommands({ area, when, place: isReads ? 'the reads' : 'the audit', view, narrowing }),
  ]
}

const checkCommand = ({ api, queries }: Data): Command =>
  defineCommand({
    id: 'audit.check',
    title: 'Check that the audit is whole',
    shortTitle: 'Check the chain',
    group: 'App',
    keywords: 'verify, hash, integrity, tamper, signed heads, verify chain, validate, tamper check, tampering',
    when: inView('audit'),
    keys: ['c'],
    calls: [audit.check],
    disabledReason: () => {
      const known = queries.getQueryData(auditQueries.checks(api, currentPlatform()).queryKey)
      return known?.items[0]?.status === 'running' ? 'It is being checked' : null
    },
    run: () => {
      const platform = currentPlatform()
      void ignoreRefusal(api.send(audit.check, {}, { platform })).then(() =>
        queries.invalidateQueries({ queryKey: auditQueries.checks(api, platform).queryKey }),
      )
    },
  })
