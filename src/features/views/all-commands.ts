/** The commands of saved views in a window. */
import type { Command } from '#src/commands/command.ts'
import type { FeatureStates, FeatureWindow } from '#src/features/define-feature.ts'
import { viewCommands } from './commands.ts'
import { manageViewCommands } from './manage-commands.ts'
import { snoozeCommands } from './snooze-commands.ts'
import { listsOf } from './viewed-lists.ts'

export function commands({ data, platform }: FeatureWindow, states: FeatureStates): readonly Command[] {
  const { views, cases } = states
  const ports = { views, lists: listsOf(states, data.user), cases, platform, mayShare: cases.deps.mayAssign }
  return [...viewCommands(ports), ...manageViewCommands(ports), ...snoozeCommands(ports)]
}
