/** The commands of sanctions hits and of screening lists in a window. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { screeningListCommands } from '#src/features/screening/lists/commands.ts'
import { screeningCommands } from './commands.ts'

export const commands = (
  { data, session }: FeatureWindow,
  { cases }: Pick<FeatureStates, 'cases'>,
): readonly Command[] => [
  ...screeningCommands(data, cases.narrowing, () => session()?.profile),
  ...screeningListCommands(data),
]
