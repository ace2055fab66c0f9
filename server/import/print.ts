/** The output of an import: tables for people. */
import type { ImportReport } from './run.ts'
import type { Score } from './score.ts'

const SHOWN_ERRORS = 20

/** Lines of text, broken rows first, totals last. */
export function printReport(report: ImportReport): string {
  const { errors } = report
  const lines = errors.slice(0, SHOWN_ERRORS).map(({ file, line, message }) => `${file}:${line}: ${message}`)
  if (errors.length > SHOWN_ERRORS)
    lines.push(`... and ${errors.length - SHOWN_ERRORS} more broken rows: --json names them all`)
  if (report.isRefused) {
    const nothing = `Nothing was imported: ${count(errors.length, 'broken row')}, and --strict was given.`
    return [...report.said, '', ...lines, nothing, '', ...account(report)].join('\n')
  }
  return [
    ...report.said,
    ...(report.said.length > 0 ? [''] : []),
    ...lines,
    ...(errors.length > 0 ? [''] : []),
    table(rulesTable(report)),
    '',
    ...account(report),
    '',
    ...notes(report),
    '',
    totals(report),
  ].join('\n')
}

/** The counts of read, kept and left-out payments, and the fields that the kept ones lack. */
function account({ read, kept, leftOut, unread, lacking }: ImportReport): string[] {
  const out = leftOut.reduce((sum, each) => sum + each.count, 0)
  return [
    table([
      ['payments', 'number'],
      ['read', String(read)],
      ['kept', String(kept)],
      ['left out', String(out)],
      ...leftOut.map(({ reason, count: number }) => [`  ${reason}`, String(number)]),
      ...lacking.map(({ field, share }) => [`without ${field}`, percent(share)]),
    ]),
    ...(unread.length > 0 ? [`not read: ${unread.join(', ')}`] : []),
  ]
}

function rulesTable({ rules, score }: ImportReport): string[][] {
  const ofRule = new Map(score?.rules.map((each) => [each.ruleId, each]))
  const scored = (ruleId: string, isApplicable: boolean) => {
    const found = ofRule.get(ruleId)
    if (score === undefined) return []
    return isApplicable && found ? [...scoreCells(found.parties), ...scoreCells(found.subjects)] : Array(6).fill('')
  }
  const head = [
    'rule',
    'alerts',
    ...(score ? ['accounts', 'precision', 'recall', 'subjects', 'precision', 'recall'] : []),
  ]
  const all = ofRule.get('')
  return [
    head,
    ...rules.map(({ ruleId, name, applicable, alerts }) => {
      const isApplicable = applicable > 0
      const shown = ofRule.get(ruleId)?.alerts ?? alerts
      return [name, isApplicable ? String(shown) : 'not applicable', ...scored(ruleId, isApplicable)]
    }),
    ...(all ? [['any rule', String(all.alerts), ...scored('', true)]] : []),
  ]
}

function scoreCells({ flagged, precision, recall }: Score): string[] {
  return [String(flagged), percent(precision), percent(recall)]
}

function notes({ accounts, score, rules, rulesLeftOut }: ImportReport): string[] {
  const missing = rules.some(({ applicable }) => applicable === 0)
  return [
    ...(missing ? ['not applicable: the data lacks a field that the rule needs.'] : []),
    ...rulesLeftOut.map(({ name, reason }) => `left out: ${name} cannot run, ${reason}`),
    ...rules.flatMap(({ name, notEvaluated }) =>
      notEvaluated > 0 ? [`not evaluated: ${name} on ${notEvaluated} transactions`] : [],
    ),
    ...(score
      ? [
          `${score.marked} of ${accounts} accounts are marked (${percent(score.marked / accounts)}): the precision of chance.`,
          'accounts: those that take part, on either side, in a transaction the rule alerted on.',
          'subjects: those whose own activity the alert is about. recall is out of all marked accounts.',
        ]
      : []),
  ]
}

function totals(report: ImportReport): string {
  const { platform, accounts, transactions, stored, duplicates, errors, batches, seconds, alerts, cases } = report
  return [
    `${platform}: ${count(accounts, 'account')}, ${count(transactions, 'transaction')} read, ${stored} stored,`,
    `${duplicates} known already, ${count(errors.length, 'broken row')};`,
    `${count(batches, 'batch', 'batches')} in ${seconds.toFixed(1)} s, ${Math.round(transactions / (seconds || 1))} transactions/s;`,
    `${count(alerts, 'alert')}, ${count(cases, 'case')}`,
  ].join(' ')
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(1)} %`
}
