/** Search for commands, by text or by the keys themselves. Pure. */
import type { Command, CommandGroup } from '#src/commands/command.ts'
import { parseKeys } from '#src/commands/keymap/keys.ts'
import { fold, matchClass, matchClasses } from '#src/commands/palette/rank.ts'
import type { Registry } from '#src/commands/registry.ts'

/** In the order of a day's work. */
export const groupOrder: readonly CommandGroup[] = [
  'Navigate',
  'Select',
  'Triage',
  'Assign',
  'View',
  'Customer',
  'Rules',
  'App',
]

export type KeyQuery = { by: 'words'; text: string } | { by: 'keys'; strokes: readonly string[] }

export const emptyQuery: KeyQuery = { by: 'words', text: '' }

export const isEmpty = (query: KeyQuery) =>
  query.by === 'words' ? query.text.trim() === '' : query.strokes.length === 0

/** Commands on these keys, or on a sequence that begins with them. */
function byKeys(registry: Registry, commands: readonly Command[], strokes: readonly string[]) {
  const wanted = strokes.join(' ')
  return commands.filter(({ id }) =>
    registry
      .boundTo(id)
      .keys.flatMap(parseKeys)
      .map((sequence) => sequence.join(' '))
      .some((keys) => keys === wanted || keys.startsWith(`${wanted} `)),
  )
}

function byWords(commands: readonly Command[], text: string) {
  const folded = fold(text)
  return commands.filter(({ id, shortTitle, keywords }) =>
    [shortTitle, id, ...keywords].some((one) => matchClass(fold(one), folded) > matchClasses.abbreviation),
  )
}

/** The commands that fit, in their order. Words that are written like a key ("g c") find that key first. */
export function findCommands(registry: Registry, commands: readonly Command[], query: KeyQuery): readonly Command[] {
  if (isEmpty(query)) return commands
  if (query.by === 'keys') return byKeys(registry, commands, query.strokes)
  const found = byKeys(registry, commands, query.text.trim().toLowerCase().split(/\s+/))
  return found.length > 0 ? found : byWords(commands, query.text)
}
