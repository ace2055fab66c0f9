/** Everything that can be done to account alerts. */
import type { Command } from '#src/commands/command.ts'
import { queueCommands } from '#src/features/account-alerts/queue/queue-commands.ts'
import { goTo } from '#src/features/go-to.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { actCommands } from './act-commands.ts'
import { handOverCommands } from './hand-over-commands.ts'
import { triageCommands } from './triage-commands.ts'

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
