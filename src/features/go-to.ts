import { defineCommand, type Command, type CommandId, type Keywords } from '#src/commands/command.ts'
import type { View, When } from '#src/commands/dispatcher/when.ts'
import { adminPath } from './admin-path.ts'
import { currentPlatform } from './sign-in/public.ts'

interface Destination {
  id: CommandId
  /** The screen's. */
  title: string
  path: string
  keys?: readonly string[]
  keywords: Keywords
  when?: When
  /** Its surface, where the id does not name it. */
  leadsTo?: View
}

/** The command that leads to a screen. */
export const goTo = ({ id, title, path, ...rest }: Destination): Command =>
  defineCommand({
    id,
    title: `Go to ${title}`,
    shortTitle: title,
    group: 'Navigate',
    ...rest,
    run: (c) => c.ports.navigate(adminPath(currentPlatform(), path)),
  })
