// The result of a measurement, and its presentation.
import { cpus, loadavg } from 'node:os'

export interface Report {
  title: string
  rows: Record<string, string | number>[]
  /** The conclusion of the figures, and the method. */
  notes: string[]
  /** A goal that has to be kept is not: the command ends with 1. */
  isMissed?: boolean
}

export function print(report: Report, asJson: boolean): void {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load: loadavg()[0]?.toFixed(1) }
  if (asJson) {
    console.log(JSON.stringify({ ...report, machine }))
    return
  }
  console.log(report.title)
  console.table(report.rows)
  for (const note of report.notes) console.log(note)
  console.log(`${machine.cores} cores of ${machine.cpu}, load ${machine.load}`)
}

/** The value below which the given share of the figures lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
