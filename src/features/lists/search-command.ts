import { defineCommand, type Command, type Keywords } from '#src/commands/command.ts'
import { focusListSearch } from './list-search.tsx'

interface Search extends Pick<Command, 'id' | 'when'> {
  keywords: Keywords
  /** The name of the searched list: "the rules". */
  noun: string
}

/** The command that moves the focus to the search field of a list. */
export const searchCommand = ({ id, noun, keywords, when }: Search): Command =>
  defineCommand({
    id,
    title: `Search in ${noun}`,
    shortTitle: 'Search',
    group: 'View',
    keywords,
    when,
    keys: ['/', 'f3'],
    run: focusListSearch,
  })
