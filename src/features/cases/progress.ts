/** The progress of decisions on a case. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { CASE_LABELS, isOpenCase, type CaseItem } from '#contract/model/cases/case.ts'

/** Every alert is decided and the case is not: it waits for an STR, or none. */
export const waitsForStr = ({ status, alerts }: CaseItem) =>
  isOpenCase(status) && alerts.length > 0 && !alerts.some((alert) => isOpenAlert(alert.status))

/** The progress of a case: its status, or its decided alerts. */
export function progressOf(row: CaseItem): string {
  const { alerts, status, statusCases, strProposal, review } = row
  if (strProposal) return 'STR proposed'
  if (review?.isDue) return 'Review due'
  if (review && status === 'complete') return `Review ${review.on}`
  if (waitsForStr(row)) return 'STR decision'
  const open = alerts.filter((alert) => isOpenAlert(alert.status)).length
  const isPartly = isOpenCase(status) && open < alerts.length
  return isPartly ? `${open} of ${alerts.length} open` : CASE_LABELS[statusCases]
}
