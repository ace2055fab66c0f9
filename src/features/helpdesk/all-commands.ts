/** The commands of tickets, their templates and unmatched messages in a window. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { unmatchedCommands } from '#src/features/helpdesk/inbox/unmatched-commands.ts'
import { helpdeskCommands } from './commands.ts'
import { templateCommands } from './template-commands.ts'

export const commands = (
  { data, platform }: FeatureWindow,
  { cases: { deps }, customers, helpdesk }: Pick<FeatureStates, 'cases' | 'customers' | 'helpdesk'>,
): readonly Command[] => [
  ...helpdeskCommands(helpdesk, data, { ...deps, opened: () => customers.store.getState().opened }),
  ...templateCommands(helpdesk, data, { platform }),
  ...unmatchedCommands(data),
]
