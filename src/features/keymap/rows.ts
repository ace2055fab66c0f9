// The table of the keyboard settings: one row a command, with everything that is wrong with its keys.
import type { Command, CommandId } from '#src/commands/command.ts'
import { whenText } from '#src/commands/dispatcher/when-text.ts'
import { findCommands, groupOrder, type KeyQuery } from '#src/commands/help/key-query.ts'
import { findCautions, findConflicts, isRefused, type Caution, type Clash } from '#src/commands/keymap/conflicts.ts'
import type { KeySource } from '#src/commands/keymap/keymap.ts'
import type { Registry } from '#src/commands/registry.ts'

export interface KeyRow {
  id: CommandId
  title: string
  keys: readonly (readonly string[])[]
  when: string
  source: KeySource
  conflicts: readonly (Clash | Caution)[]
}

/** Every command that fits the search, by group and in the order of its declaration. */
export function keyRows(registry: Registry, query: KeyQuery): readonly KeyRow[] {
  const clashes = findConflicts(registry.bindings)
  // keys used inside forms cannot be assigned
  const bindable = registry.commands.filter(({ hidden, keys }) => !hidden || keys.length > 0)
  const ordered = groupOrder.flatMap((group) => bindable.filter((command) => command.group === group))
  return findCommands(registry, ordered, query).map((command) => rowOf(registry, command, clashes))
}

function rowOf(registry: Registry, { id, shortTitle, when }: Command, clashes: readonly Clash[]): KeyRow {
  const bound = registry.boundTo(id)
  const cautions = findCautions(id, bound, registry.setup.layout, registry.platform)
  const own = clashes.filter(({ ids }) => ids.includes(id))
  return {
    id,
    title: shortTitle,
    keys: bound.keys.map((spec) => registry.labelsOf(spec)),
    when: whenText(when),
    source: bound.source,
    conflicts: [...own, ...cautions].toSorted((a, b) => Number(isRefused(b)) - Number(isRefused(a))),
  }
}
