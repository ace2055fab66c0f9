/** The current alert of case triage. */
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import type { Step } from './steps.ts'
import type { Triage } from './triage.ts'

/** The case, the step on it, and its alert: where the case waits for a recommendation, its first. Null where none is loaded. */
export function currentAlertOf(triage: Triage<CaseItem>): { row: CaseItem; alert: CaseAlert; step: Step } | null {
  const row = triage.row()
  const { step } = triage.store.getState()
  const alert = row?.alerts.find((one) => one.id === step?.alertId) ?? row?.alerts[0]
  return row && alert && step ? { row, alert, step } : null
}
