// Every command of the window in one list; the palette, the keys, the menus and the cheatsheet are made from it.
import { createShellCommands, type ShellPort } from '#src/app/shell/shell-commands.ts'
import type { Command } from '#src/commands/command.ts'
import { coreCommands } from '#src/commands/core-commands.ts'
import { listCommands } from '#src/commands/list/list-commands.ts'
import type { Features } from './create-features.ts'

type Groups = readonly (readonly Command[])[]

/** The commands of the first screen and of the frame; a test proves that no two keys of all are in each other's way. */
export function firstCommands(port: ShellPort, { commands }: Pick<Features, 'commands'>): Groups {
  return [coreCommands, listCommands, createShellCommands(port), ...commands]
}

/** The commands of all other screens, which come with parts of the program that the first screen does not wait for. */
export async function laterCommands(port: ShellPort, features: Pick<Features, 'laterCommands'>): Promise<Groups> {
  const [ofFeatures, { frameCommands }] = await Promise.all([
    features.laterCommands(),
    import('#src/app/shell/frame-commands.ts'),
  ])
  return [...ofFeatures, frameCommands(port)]
}
