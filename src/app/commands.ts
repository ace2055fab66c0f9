// Every command of the window in one list; the palette, the keys, the menus and the cheatsheet are made from it.
import { createShellCommands, type ShellPort } from '#src/app/shell/shell-commands.ts'
import type { Command } from '#src/commands/command.ts'
import { coreCommands } from '#src/commands/core-commands.ts'
import { createListCommands } from '#src/commands/list/list-commands.ts'
import type { Features } from './create-features.ts'
import { FEATURES } from './features.ts'
import { screensOf } from './tables.ts'

const LIST_VIEWS = screensOf(FEATURES).flatMap(({ view, hasList }) => (view && hasList ? [view] : []))

type Groups = readonly (readonly Command[])[]

/** The commands of the first screen and of the frame; a test proves that no two keys of all are in each other's way. */
export function firstCommands(port: ShellPort, { commands }: Pick<Features, 'commands'>): Groups {
  return [coreCommands, createListCommands(LIST_VIEWS), createShellCommands(port), ...commands]
}

/** The commands of all other screens, which come with parts of the program that the first screen does not wait for. */
export async function laterCommands(port: ShellPort, features: Pick<Features, 'laterCommands'>): Promise<Groups> {
  const [ofFeatures, { frameCommands }] = await Promise.all([
    features.laterCommands(),
    import('#src/app/shell/frame-commands.ts'),
  ])
  return [...ofFeatures, frameCommands(port)]
}
