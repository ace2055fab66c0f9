/** Everything that can be done to account alerts. */
import type { Command } from '#src/commands/command.ts'
import { queueCommands } from '#src/features/account-alerts/queue/queue-commands.ts'
import { goTo } from '#src/features/go-to.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { actCommands } from './act-commands.ts'
import { triageCommands } from './triage-commands.ts'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { handOverOf, type HandOverNoun } from '#src/features/cases/public.ts'
import { alerts, nameOf, statusOf, targetOf } from './queue/plans.ts'
import { alertQueue } from './queue/queue.ts'
import { targetAlerts, onAlerts } from './queue/targets.ts'

/** The commands of this window's account alerts. */
export const commands = (accountAlerts: AccountAlerts): readonly Command[] => [
  goTo({
    id: 'nav.account-alerts',
    title: 'Account alerts',
    path: 'account-alerts/',
    keys: ['g l'],
    keywords:
      'customers with alerts, customer alerts, profile alerts, kyc alerts, client alerts, alerts, account monitoring, periodic review',
  }),
  ...queueCommands(accountAlerts),
  ...actCommands(accountAlerts),
  ...handOverCommands(accountAlerts),
  ...triageCommands(accountAlerts),
]

export const alertHandOver: HandOverNoun<AccountAlertItem> = {
  area: 'accountAlert',
  many: 'alerts',
  nameOf,
  count: alerts,
  targetOf,
  againstStatus: (row) => (isOpenAlert(row.status) ? null : `is “${statusOf(row)}”`),
}

function handOverCommands(accountAlerts: AccountAlerts): Command[] {
  const queue = alertQueue(accountAlerts)
  const of = (c: Parameters<typeof targetAlerts>[0]) => targetAlerts(c, queue)
  return handOverOf(accountAlerts.ports, { ...alertHandOver, when: onAlerts, of })
}
