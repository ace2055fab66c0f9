/** The content of the cheatsheet: commands with keys, by group; those that work here, all, or those of a role. Pure. */
import type { Command, CommandGroup, CommandId, Ctx } from '#src/commands/command.ts'
import { whenText } from '#src/commands/dispatcher/when-text.ts'
import { all, evaluate, flag, not, overlaps, type Atoms, type When } from '#src/commands/dispatcher/when.ts'
import type { Registry } from '#src/commands/registry.ts'
import { reason } from '#src/commands/runner.ts'
import { findCommands, groupOrder, type KeyQuery } from './key-query.ts'

export interface Line {
  id: CommandId
  title: string
  keys: readonly (readonly string[])[]
  /** The place where it works; null for everywhere or here. */
  where: string | null
}

export interface Section {
  group: CommandGroup
  lines: readonly Line[]
}

const grouped = (commands: readonly Command[], lineOf: (command: Command) => Line): Section[] =>
  groupOrder
    .map((group) => ({ group, lines: commands.filter((command) => command.group === group).map(lineOf) }))
    .filter(({ lines }) => lines.length > 0)

const hasKeys = (registry: Registry) => registry.commands.filter(({ id }) => registry.keysOf(id).length > 0)

function whereOf({ when }: Command): string | null {
  const words = whenText(when)
  return words === 'everywhere' ? null : words
}

/** The matches of the search, among those that work here or all. */
export function cheatsheetSections(registry: Registry, ctx: Ctx, isEverything: boolean, query: KeyQuery): Section[] {
  // commands below the sheet are inactive while it is open
  const sheet = { ...ctx.atoms, overlay: 'help' } as const
  const inReach = hasKeys(registry).filter(
    (command) => isEverything || reason(command, ctx) === null || evaluate(command.when, sheet),
  )
  return grouped(findCommands(registry, inReach, query), (command) => ({
    id: command.id,
    title: command.shortTitle,
    keys: registry.keysOf(command.id),
    where: isEverything ? whereOf(command) : null,
  }))
}

/** The role that a sheet is printed for. */
export interface SheetRole {
  name: string
  when: When
}

const analyst: SheetRole = { name: 'Analyst', when: all(not(flag('admin')), not(flag('docAdmin'))) }
const docAdmin: SheetRole = { name: 'Document administrator', when: all(not(flag('admin')), flag('docAdmin')) }
const admin: SheetRole = { name: 'Administrator', when: flag('admin') }

/** The roles that a person may print for, their own first, without higher ones. */
export function rolesFor(atoms: Atoms): readonly SheetRole[] {
  if (atoms.admin) return [admin, docAdmin, analyst]
  return atoms.docAdmin ? [docAdmin, analyst] : [analyst]
}

/** Everything a role has keys for, once: what is called the same and has the same keys is a line with all its places. */
export function roleSections(registry: Registry, role: SheetRole): Section[] {
  const commands = hasKeys(registry).filter(({ when }) => overlaps(when, role.when))
  const all = grouped(commands, (command) => ({
    id: command.id,
    title: command.shortTitle,
    keys: registry.keysOf(command.id),
    where: whereOf(command),
  }))
  return all.map(({ group, lines }) => ({ group, lines: joined(lines) }))
}

function joined(lines: readonly Line[]): Line[] {
  const byName = new Map<string, Line>()
  for (const line of lines) {
    const name = JSON.stringify([line.title, line.keys])
    const first = byName.get(name) ?? line
    // a command that works everywhere names no place
    const places = first.where !== null && line.where !== null ? [...new Set([first.where, line.where])] : []
    byName.set(name, { ...first, where: places.join('; ') || null })
  }
  return [...byName.values()]
}
