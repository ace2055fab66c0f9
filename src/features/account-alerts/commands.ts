/** Everything that can be done to account alerts. */
import type { Command } from '#src/commands/command.ts'
import { queueCommands } from '#src/features/account-alerts/queue/queue-commands.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { actCommands } from './act-commands.ts'
import { handOverCommands } from './hand-over-commands.ts'
import { triageCommands } from './triage-commands.ts'

/** The commands of this window's account alerts. */
export const accountAlertCommands = (accountAlerts: AccountAlerts): readonly Command[] => [
  ...queueCommands(accountAlerts),
  ...actCommands(accountAlerts),
  ...handOverCommands(accountAlerts),
  ...triageCommands(accountAlerts),
]
