// The commands of the frame and of forms, over any screen.
import type { Command } from '#src/commands/command.ts'
import { formCommands } from '#src/commands/parts/form-commands.ts'
import { placeCommands } from './place-commands.ts'
import { sessionCommands } from './session-commands.ts'
import type { ShellPort } from './shell-commands.ts'

export const frameCommands = (port: ShellPort): readonly Command[] => [
  ...sessionCommands(port),
  ...placeCommands(),
  ...formCommands,
]
