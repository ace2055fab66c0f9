/** Closing a case without an STR with the last of its alerts: a disposition that clears the alert clears the case. */
import type { Reason } from '#contract/model/values.ts'
import type { CaseDeps } from '#src/features/cases/detail/case-deps.ts'
import type { CloseCase } from '#src/features/cases/queue/plans.ts'
import { alertStatusLabel } from '#src/format/label.ts'
import {
  aboutAlert,
  alertTexts,
  fillNote,
  NO_GROUNDS,
  reasonLabel,
  withOwnText,
} from '#src/features/templates/public.ts'

/** Reasons that leave nothing to report. Words of one's own give no reason: they decide the alert alone. */
const CLEARING: ReadonlySet<Reason | undefined> = new Set<Reason>([
  'FP_EXPECTED',
  'FP_DATA',
  'FP_RULE',
  'FP_DUPLICATE',
  'FP_ALLOWLISTED',
  'EXPLAINED_DOCS',
  'PREV_REVIEWED',
  'MONITOR',
])

/** True if an alert that is resolved for this reason leaves nothing to report. */
export const clears = (reason: Reason | undefined): boolean => CLEARING.has(reason)

/** The closing of a case with its last alert; undefined if the reason does not clear it. */
export function closeWithLast(
  { writing }: Pick<CaseDeps, 'writing'>,
  reason: Reason | undefined,
): CloseCase | undefined {
  if (!clears(reason)) return undefined
  return {
    noteOf(row, decided) {
      const [alert] = row.alerts
      const about = alert ? aboutAlert(row, alert, writing(), true) : { variables: {} }
      // with this decision in place of what the row has
      const told = alertTexts(row.alerts, ({ id, status }) =>
        decided.has(id) ? reasonLabel(reason) : alertStatusLabel(status),
      )
      const { text, slots, made } = fillNote(
        { templateId: NO_GROUNDS },
        { ...about, variables: { ...about.variables, 'case.alerts': told } },
      )
      const note = withOwnText(made, text.trim())
      return slots.length > 0 || note === '' ? null : note
    },
  }
}
