/**
 * The way through a snapshot of cases: one open alert after the other in the order of the queue, and after the last
 * alert of a case its recommendation. Pure; `triage.ts` keeps where it is.
 */
import { isOpenAlert } from '#contract/model/alert.ts'
import { caseMay, isOpenCase, type CaseAlert, type CaseItem } from '#contract/model/case.ts'

/** `alertId` is null where the case itself waits for its recommendation. */
export interface Step {
  caseId: string
  alertId: string | null
}

/** The cases of the run, in order, and what is known of each; a row may not be loaded yet. */
export interface Run {
  ids: readonly string[]
  rowOf(id: string): CaseItem | undefined
}

/** The alerts of a case that can still be decided. */
export function openAlerts(row: CaseItem): CaseAlert[] {
  return caseMay('resolveAlert', row.status) ? row.alerts.filter((alert) => isOpenAlert(alert.status)) : []
}

/** What a case asks for now, in order: each open alert, then, when there is none, its recommendation. */
export function stepsOf(row: CaseItem): Step[] {
  const open = openAlerts(row)
  if (open.length > 0) return open.map((alert) => ({ caseId: row.id, alertId: alert.id }))
  return isOpenCase(row.status) && row.alerts.length > 0 ? [{ caseId: row.id, alertId: null }] : []
}

/** Every alert of a case in its own order, decided or not, and its recommendation: what moving back goes through. */
function stationsOf(row: CaseItem): Step[] {
  const alerts = row.alerts.map((alert) => ({ caseId: row.id, alertId: alert.id }))
  return [...alerts, { caseId: row.id, alertId: null }]
}

/**
 * The next step after `from` (or the first, from null) in a direction, leaving out what was marked `later`. A case
 * whose row is not loaded is a step of its own with `alertId` null, so that the way does not skip it unseen.
 * Null at the end.
 */
export function nextStep(
  run: Run,
  from: Step | null,
  direction: 1 | -1,
  later: ReadonlySet<string> = new Set(),
): Step | null {
  const start = from === null ? (direction === 1 ? 0 : run.ids.length - 1) : run.ids.indexOf(from.caseId)
  for (let i = Math.max(0, start); i >= 0 && i < run.ids.length; i += direction) {
    const caseId = run.ids[i]!
    const row = run.rowOf(caseId)
    if (row === undefined) {
      if (from?.caseId !== caseId) return { caseId, alertId: null }
      continue
    }
    const waiting = stepsOf(row).filter((step) => !later.has(keyOf(step)))
    if (from?.caseId !== caseId) {
      const step = direction === 1 ? waiting[0] : waiting.at(-1)
      if (step) return step
      continue
    }
    const stations = stationsOf(row).map(keyOf)
    const here = stations.indexOf(keyOf(from))
    const further = waiting.filter((step) => Math.sign(stations.indexOf(keyOf(step)) - here) === direction)
    const step = direction === 1 ? further[0] : further.at(-1)
    if (step) return step
  }
  return null
}

/** One step as a key. */
export const keyOf = (step: Step): string => `${step.caseId}/${step.alertId ?? ''}`

/** How far the run is: steps still waiting in loaded cases, and cases whose rows are not there yet. */
export function remaining(run: Run): { steps: number; unloaded: number } {
  let steps = 0
  let unloaded = 0
  for (const id of run.ids) {
    const row = run.rowOf(id)
    if (row === undefined) unloaded += 1
    else steps += openAlerts(row).length
  }
  return { steps, unloaded }
}
