/** What the cheatsheet lists: commands that have keys, by group, found by words or by the key itself. Pure. */
import type { Command, CommandGroup, CommandId, Ctx } from './command.ts'
import { parseKeys } from './keys.ts'
import { fold, matchClass, matchClasses } from './rank.ts'
import type { Registry } from './registry.ts'
import { reason } from './run.ts'
import { evaluate } from './when.ts'

export interface Line {
  id: CommandId
  title: string
  keys: readonly (readonly string[])[]
  /** Why not now, in the list of what works here. */
  against: string | null
}

export interface Section {
  group: CommandGroup
  lines: readonly Line[]
}

const groups: readonly CommandGroup[] = ['Navigate', 'Select', 'Triage', 'Assign', 'View', 'Customer', 'Rules', 'App']

/** Whether a query names a key of the command: 'r', 'g c', 'mod+k', or the start of a sequence. */
function hasKey(command: Command, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return command.keys.flatMap(parseKeys).some((strokes) => {
    const keys = strokes.join(' ')
    return keys === wanted || keys.startsWith(`${wanted} `)
  })
}

const reads = (command: Command, query: string) =>
  [command.shortTitle, ...command.keywords].some((text) => matchClass(fold(text), query) > matchClasses.subsequence)

/** Lines by group; those whose key was asked for come alone, before any by word. */
export function sections(registry: Registry, ctx: Ctx, isEverything: boolean, query: string): Section[] {
  const folded = fold(query)
  const inReach = registry.commands.filter(
    (command) => command.keys.length > 0 && (isEverything || evaluate(command.when, ctx.atoms)),
  )
  const byKey = folded === '' ? [] : inReach.filter((command) => hasKey(command, query))
  const found = byKey.length > 0 ? byKey : inReach.filter((command) => reads(command, folded))
  return groups
    .map((group) => ({
      group,
      lines: found.filter((command) => command.group === group).map((c) => line(registry, c, ctx, isEverything)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

const line = (registry: Registry, command: Command, ctx: Ctx, isEverything: boolean): Line => ({
  id: command.id,
  title: command.shortTitle,
  keys: registry.keysOf(command.id),
  against: isEverything ? null : reason(command, ctx),
})
