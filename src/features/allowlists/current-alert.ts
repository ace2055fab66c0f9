/** The alert of a command: under the cursor of a case, current in triage, or a row of account alerts. */
import { accountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Ctx } from '#src/commands/command.ts'
import { targetsOf, type Cases } from '#src/features/cases/public.ts'
import type { CurrentAlert } from './from-alert.ts'

/** Null where there is none, or several. */
export function currentAlert(c: Ctx, { queue }: Pick<Cases, 'queue'>): CurrentAlert | null {
  return c.atoms.view === 'case' || c.atoms.view === 'queue' ? onCase(c, queue) : onAccount(c)
}

function onCase(c: Ctx, queue: Cases['queue']): CurrentAlert | null {
  const { ids, rowOf, only } = targetsOf(c, queue)
  const row = rowOf(ids[0] ?? '')
  const [alert, another] = row?.alerts.filter(({ id }) => only?.has(id)) ?? []
  if (!row || !alert || another) return null
  const { id: caseId, platform, customerId, clientType: customerType } = row
  const client = { customerId, customerName: row.data.clientName, customerType }
  return { platform, caseId, alertId: alert.id, ruleId: alert.ruleId, ruleName: alert.ruleName, ...client }
}

function onAccount(c: Ctx): CurrentAlert | null {
  const [id, another] = c.targets
  const row = id === undefined || another !== undefined ? undefined : c.list?.rowOf(id)
  const known = accountAlertItem.safeParse(row)
  if (!known.success) return null
  const { platform, ruleId, ruleName, customerId, customerName, customerType } = known.data
  return { platform, caseId: null, alertId: known.data.id, ruleId, ruleName, customerId, customerName, customerType }
}
