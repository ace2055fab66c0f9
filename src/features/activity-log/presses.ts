/** Keyboard statistics from the record of commands: presses per decision. Pure. */

/** The parts of an act that are counted. */
export interface Counted {
  commandId: string
  presses: number
  targets: readonly unknown[]
  plan: { writes: number }
}

export interface Presses {
  /** Decisions on one alert or case each, and the middle of what they cost. */
  dispositions: number
  perDisposition: number | null
  /** Acts on several. */
  bulks: number
  perBulk: number | null
}

/** The commands that decide; assigning, notes and waiting dispose of nothing. */
export const DISPOSITIONS: readonly string[] = [
  'alert.resolve',
  'alert.reject',
  'alert.resolveAll',
  'alert.macro',
  'alert.macroEdit',
  'alert.moreMacros',
  'case.recommendStr',
  'accountAlert.resolve',
  'accountAlert.resolveSar',
  'accountAlert.macro',
  'accountAlert.macroEdit',
  'accountAlert.moreMacros',
]

/** Presses per disposition and per bulk, medians; null where there was none. */
export function pressesOf(acts: readonly Counted[]): Presses {
  const written = acts.filter(({ plan }) => plan.writes > 0)
  // the last alert of a case also closes the case: two operations, one decision
  const single = written.filter(({ commandId, targets }) => targets.length === 1 && DISPOSITIONS.includes(commandId))
  const bulk = written.filter(({ targets }) => targets.length > 1)
  return {
    dispositions: single.length,
    perDisposition: median(single.map(({ presses }) => presses)),
    bulks: bulk.length,
    perBulk: median(bulk.map(({ presses }) => presses)),
  }
}

function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const above = sorted[middle]
  if (above === undefined) return null
  return sorted.length % 2 === 1 ? above : (sorted[middle - 1]! + above) / 2
}
