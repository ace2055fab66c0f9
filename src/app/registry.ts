// Every command of the window in one list; the palette, the keys, the menus and the cheatsheet are made from it.
import type { Command } from '#src/commands/command.ts'
import { coreCommands } from '#src/commands/core-commands.ts'
import { listCommands } from '#src/commands/list-commands.ts'
import { createShellCommands, type ShellPort } from './shell-commands.ts'

/** What the features and the frame contribute; `createCommandLayer` refuses keys that are in each other's way. */
export function allCommands(port: ShellPort): readonly (readonly Command[])[] {
  return [coreCommands, listCommands, createShellCommands(port)]
}
