/** The commands of the allowlists: the list and its filter, one of them, and adding one from an alert. */
import type { Command } from '#src/commands/command.ts'
import { editorCommands } from '#src/features/allowlists/editor/editor-commands.ts'
import type { AllowlistDeps } from './deps.ts'
import { filterCommands } from './filter-commands.ts'
import { listCommands } from './list-commands.ts'

export const allowlistCommands = (deps: AllowlistDeps): Command[] => [
  ...listCommands(deps),
  ...filterCommands(deps),
  ...editorCommands(deps),
]
