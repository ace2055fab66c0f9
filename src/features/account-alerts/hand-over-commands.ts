/** The commands that take account alerts from their assignee, by the definition of cases. */
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { Command } from '#src/commands/command.ts'
import { handOverOf, type HandOverNoun } from '#src/features/cases/public.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { alerts, nameOf, statusOf, targetOf } from './queue/plans.ts'
import { alertQueue } from './queue/queue.ts'
import { targetAlerts, onAlerts } from './queue/targets.ts'

export const alertHandOver: HandOverNoun<AccountAlertItem> = {
  area: 'accountAlert',
  many: 'alerts',
  nameOf,
  count: alerts,
  targetOf,
  againstStatus: (row) => (isOpenAlert(row.status) ? null : `is “${statusOf(row)}”`),
}

export function handOverCommands(accountAlerts: AccountAlerts): Command[] {
  const queue = alertQueue(accountAlerts)
  const of = (c: Parameters<typeof targetAlerts>[0]) => targetAlerts(c, queue)
  return handOverOf(accountAlerts.ports, { ...alertHandOver, when: onAlerts, of })
}
