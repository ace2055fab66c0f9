// Every command of the window in one list; the palette, the keys, the menus and the cheatsheet are made from it.
import type { Command } from '#src/commands/command.ts'
import { coreCommands } from '#src/commands/core-commands.ts'
import { listCommands } from '#src/commands/list-commands.ts'
import { settingsCommands } from '#src/features/settings/commands.ts'
import { currentPlatform } from '#src/features/session/platform.ts'
import { adminPath } from './routes.tsx'
import { createShellCommands, type ShellPort } from './shell-commands.ts'

/** What the features and the frame contribute; a test proves that no two keys are in each other's way. */
export function allCommands(port: ShellPort): readonly (readonly Command[])[] {
  const address = () => adminPath(currentPlatform(), 'settings/keyboard')
  const settings = settingsCommands({ registry: port.registry, address })
  return [coreCommands, listCommands, createShellCommands(port), settings]
}
