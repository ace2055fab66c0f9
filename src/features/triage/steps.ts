/**
 * The order of steps through a snapshot of rows. The steps of a row depend on its kind. Pure; `triage.ts` stores the
 * position.
 */

/** `alertId` is null where the row itself waits to be decided: a case for its recommendation. */
export interface Step {
  rowId: string
  alertId: string | null
}

/** The steps of a kind of row. */
export interface TriageSteps<Row> {
  /** The current steps of a row, in order. */
  stepsOf(row: Row): Step[]
  /** Everything a row ever asks for, decided or not: what moving back goes through. Never empty. */
  stationsOf(row: Row): Step[]
  /** The number of its undecided alerts. */
  openOf(row: Row): number
}

/** The rows of the run, in order, and what is known of each; a row may not be loaded yet. */
export interface Run<Row> {
  way: TriageSteps<Row>
  ids: readonly string[]
  rowOf(id: string): Row | undefined
}

/**
 * The next step after `from` (or the first, from null) in a direction, skipping those marked `later`. An unloaded row
 * is a step with `alertId` null, so that it is not skipped. Null at the end.
 */
export function nextStep<Row>(
  { way, ids, rowOf }: Run<Row>,
  from: Step | null,
  direction: 1 | -1,
  later: ReadonlySet<string> = new Set(),
): Step | null {
  const start = from === null ? (direction === 1 ? 0 : ids.length - 1) : ids.indexOf(from.rowId)
  for (let i = Math.max(0, start); i >= 0 && i < ids.length; i += direction) {
    const rowId = ids[i]!
    const row = rowOf(rowId)
    if (row === undefined) {
      if (from?.rowId !== rowId) return { rowId, alertId: null }
      continue
    }
    const waiting = way.stepsOf(row).filter((step) => !later.has(keyOf(step)))
    if (from?.rowId !== rowId) {
      const step = direction === 1 ? waiting[0] : waiting.at(-1)
      if (step) return step
      continue
    }
    const stations = way.stationsOf(row).map(keyOf)
    const here = stations.indexOf(keyOf(from))
    const further = waiting.filter((step) => Math.sign(stations.indexOf(keyOf(step)) - here) === direction)
    const step = direction === 1 ? further[0] : further.at(-1)
    if (step) return step
  }
  return null
}

/** The steps after this one, up to a maximum number: their facts are read ahead. */
export function stepsAhead<Row>(run: Run<Row>, from: Step, most: number): Step[] {
  const next = most > 0 ? nextStep(run, from, 1) : null
  return next ? [next, ...stepsAhead(run, next, most - 1)] : []
}

/** One step as a key. */
export const keyOf = (step: Step): string => `${step.rowId}/${step.alertId ?? ''}`

/** The progress of a run: remaining steps of loaded rows, and unloaded rows. */
export function remaining<Row>({ way, ids, rowOf }: Run<Row>): { steps: number; unloaded: number } {
  let steps = 0
  let unloaded = 0
  for (const id of ids) {
    const row = rowOf(id)
    if (row === undefined) unloaded += 1
    else steps += way.openOf(row)
  }
  return { steps, unloaded }
}
