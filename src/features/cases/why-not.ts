/** Explains why a command cannot change its cases, shown in advance on buttons and in the palette. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { CASE_LABELS, caseMay, type CaseAct, type CaseItem } from '#contract/model/cases/case.ts'
import type { StrAction } from '#contract/model/values.ts'
import type { RowTargets } from '#src/features/cases/queue/plan-rows.ts'
import type { PlanTargets } from '#src/features/cases/queue/plans.ts'
import { countOf, formatCount } from '#src/format/count.ts'

/** Null if one of them can be changed, or is not loaded. `why` returns the reason against one of them. */
export function whyNotEach<Row>(
  { ids, rowOf }: RowTargets<Row>,
  nouns: string,
  why: (row: Row) => string | null,
): string | null {
  let first: string | null = null
  for (const id of ids) {
    const row = rowOf(id)
    const reason = row && why(row)
    if (!reason) return null
    first ??= reason
  }
  return ids.length > 1 ? `None of the ${formatCount(ids.length)} ${nouns} allows it. ${first}` : first
}

/** The same for an act on cases. `further` returns additional reasons. */
export const whyNotCases = (
  targets: PlanTargets,
  act: CaseAct,
  further: (row: CaseItem) => string | null = () => null,
): string | null =>
  whyNotEach(targets, 'cases', (row) =>
    caseMay(act, row.status) ? further(row) : `${row.id} is ${CASE_LABELS[row.statusCases]}`,
  )

/** The reason why no alert of the cases can be closed. */
export function whyNotClose(targets: PlanTargets): string | null {
  const { only } = targets
  if (only?.size === 0) return 'No alert is selected'
  return whyNotCases(targets, 'resolveAlert', ({ id, alerts }) =>
    alerts.some((alert) => isOpenAlert(alert.status) && (only?.has(alert.id) ?? true))
      ? null
      : only?.size === 1
        ? 'The alert is decided already'
        : `No alert is open on ${id}`,
  )
}

/** The reason why nothing can be recommended on the cases. An open alert prevents only no STR: an STR closes it. */
export const whyNotRecommend = (targets: PlanTargets, action?: StrAction) =>
  whyNotCases(targets, 'recommendStr', ({ id, alerts }) => {
    const open = action === 'proceed' ? 0 : alerts.filter(({ status }) => isOpenAlert(status)).length
    return open > 0 ? `${countOf(open, 'alert is', 'alerts are')} still open on ${id}` : null
  })
