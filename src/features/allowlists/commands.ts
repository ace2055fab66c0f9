/** The commands of the allowlists: the list and its filter, one of them, and adding one from an alert. */
import type { Command } from '#src/commands/command.ts'
import { editorCommands } from '#src/features/allowlists/editor/editor-commands.ts'
import { goTo } from '#src/features/go-to.ts'
import type { AllowlistDeps } from './deps.ts'
import { filterCommands } from './filter-commands.ts'
import { listCommands } from './list-commands.ts'

export const commands = (deps: AllowlistDeps): Command[] => [
  goTo({
    id: 'nav.allowlists',
    title: 'Allow lists',
    path: 'allowlists',
    keys: ['g w'],
    keywords:
      'whitelist, whitelists, white list, good guy list, good guys, suppression, suppressions, suppression rules, exceptions, exemptions, ignore list, trusted',
  }),
  ...listCommands(deps),
  ...filterCommands(deps),
  ...editorCommands(deps),
]
