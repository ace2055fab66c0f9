/** The account alerts that a command acts on, in any list. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { targetLabel, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inView, not, orInDrawer } from '#src/commands/dispatcher/when.ts'
import { countOf } from '#src/format/count.ts'
import type { AlertTargets } from './plans.ts'
import type { AlertQueue } from './alert-queue.ts'

export const inQueue = all(inView('accountAlerts'), not(flag('triage')))
export const onRow = all(inQueue, flag('hasCursor'))
/** An alert is current or selected, in the queue or among those of an open customer; or in its drawer. */
export const onAlerts = orInDrawer(
  any(
    all(inView('accountAlerts'), any(flag('hasCursor'), flag('hasSelection'))),
    all(inView('customer'), flag('alertCursor')),
  ),
)

export interface TargetAlerts extends AlertTargets {
  /** "Residence changed of Ada Byron", or "37 alerts". */
  label: string
}

/** The current alert of triage with its included ones, else the selection or the cursor row. */
export function targetAlerts(c: Ctx, queue: AlertQueue): TargetAlerts {
  const { id, included } = queue.front.getState()
  const isTriage = c.atoms.view === 'accountAlerts' && c.atoms.triage
  const meant = isTriage ? (id === null ? [] : [id, ...included]) : c.targets
  const ids = queue.stacks.expand(meant)
  const listed = (of: string) => c.list?.rowOf(of) as AccountAlertItem | undefined
  const rowOf = c.atoms.view === 'customer' ? listed : queue.rowOf
  const first = rowOf(ids[0] ?? '')
  const isOne = isTriage ? ids.length === 1 : c.size === 1 && ids.length === 1
  if (isOne && first) return { ids, rowOf, label: `${first.ruleName} of ${first.customerName}` }
  return { ids, rowOf, label: isTriage || ids !== meant ? countOf(ids.length, 'alert') : targetLabel(c) }
}
