import { defineCommand, type Command } from '#src/commands/command.ts'

interface Refresh extends Pick<Command, 'id' | 'when'> {
  /** The noun of the screen: "rules". */
  noun: string
  /** Asks for it. */
  run(): void
}

/** The command that reads what a screen shows again: the same key wherever there is one. */
export const refreshCommand = ({ id, noun, when, run }: Refresh): Command =>
  defineCommand({
    id,
    title: `Refresh the ${noun}`,
    shortTitle: 'Refresh',
    group: 'View',
    keywords: 'reload, update, read again, latest, f5, new data, sync',
    when,
    keys: ['g n'],
    run,
  })
