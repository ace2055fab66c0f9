/** The commands of documents: the viewer, and the files of drawers and forms. */
import type { Command } from '#src/commands/command.ts'
import { documentCommands } from './commands.ts'
import { fileCommands } from './file-commands.ts'

export const commands = (): readonly Command[] => [...documentCommands(), ...fileCommands]
