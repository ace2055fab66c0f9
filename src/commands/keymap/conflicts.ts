/**
 * The faults of a keymap, decided exactly: two bindings conflict if some state of the atoms lets both work
 * (docs/design/interaction.md#help-and-conflicts). Pure; not in the first load, where the dispatcher decides by itself.
 */
import type { CommandId } from '#src/commands/command.ts'
import { preferred, type Binding } from '#src/commands/dispatcher/key-tree.ts'
import { all, flag, implies, not, overlaps, type When } from '#src/commands/dispatcher/when.ts'
import { isTypable, type CommandKeys } from './keymap.ts'
import { parseKeys, type Platform } from './keys.ts'
import { canType, type Layout } from './layout.ts'
import { reserved } from './reserved.ts'

/** Two bindings that can meet. */
export interface Clash {
  /**
   * `hard`: the same keys, neither more specific. `prefix`: a key that is also the start of a sequence. Both are refused.
   * `shadowed`: the first wins, by being the user's own or more specific; a warning.
   */
  kind: 'hard' | 'prefix' | 'shadowed'
  keys: string
  ids: readonly [CommandId, CommandId]
}

/** Keys that may not arrive, or cannot be pressed; a warning. */
export interface Caution {
  kind: 'reserved' | 'layout'
  keys: string
  id: CommandId
  why: string
}

export type ConflictKind = Clash['kind'] | Caution['kind']
export const conflictKinds: readonly ConflictKind[] = ['hard', 'prefix', 'shadowed', 'reserved', 'layout']

/** The states in which a binding can run: without the option it does not run in text fields. */
const reachOf = ({ when, inText }: Binding): When => (inText ? when : all(when, not(flag('typing'))))

const narrows = (a: Binding, b: Binding) => implies(reachOf(a), reachOf(b)) && !implies(reachOf(b), reachOf(a))

/** The relation of two bindings; null if they never meet. The source of their keys only decides which wins. */
export function clash(a: Binding, b: Binding): Clash | null {
  const [short, long] = a.strokes.length <= b.strokes.length ? [a, b] : [b, a]
  const isPrefix = short.strokes.length < long.strokes.length
  if (!short.strokes.every((stroke, at) => stroke === long.strokes[at])) return null
  if ((a.id === b.id && !isPrefix) || !overlaps(reachOf(a), reachOf(b))) return null
  const keys = short.strokes.join(' ')
  if (isPrefix) return { kind: 'prefix', keys, ids: [short.id, long.id] }
  if (!narrows(a, b) && !narrows(b, a)) return { kind: 'hard', keys, ids: [a.id, b.id] }
  return { kind: 'shadowed', keys, ids: preferred([a, b]) === b ? [b.id, a.id] : [a.id, b.id] }
}

/** Every pair of bindings that can get in each other's way. */
export function findConflicts(bindings: readonly Binding[]): Clash[] {
  // only what begins with the same stroke can meet
  const byFirst = new Map<string, Binding[]>()
  const found: Clash[] = []
  for (const binding of bindings) {
    const [first = ''] = binding.strokes
    const before = byFirst.get(first) ?? []
    for (const other of before) found.push(...listed(clash(other, binding)))
    byFirst.set(first, [...before, binding])
  }
  return found
}

/** The conflicts of some bindings with all others. */
export const findClashes = (own: readonly Binding[], others: readonly Binding[]): Clash[] => [
  ...findConflicts(own),
  ...own.flatMap((binding) => others.flatMap((other) => listed(clash(binding, other)))),
]

const listed = <T>(one: T | null): T[] => (one === null ? [] : [one])

/** True if a keymap with it is refused. */
export const isRefused = ({ kind }: Clash | Caution) => kind === 'hard' || kind === 'prefix'

/** Alternatives for symbols that many keyboards have only behind AltGr, or not at all. */
const standIns: Readonly<Record<string, string>> = {
  '?': 'f1',
  '/': 'f3',
  '*': 'f8',
  '#': 'delete',
  '.': 'f4',
  ';': 'mod+j',
  ']': 'g j',
  '[': 'g k',
}

/** Keys of a command that the browser may keep, and a command none of whose keys the keyboard has. */
export function findCautions(id: CommandId, { keys }: CommandKeys, layout: Layout, platform: Platform): Caution[] {
  const cautions = keys.flatMap((spec): Caution[] => {
    const why = parseKeys(spec)
      .flat()
      .map((stroke) => reserved(stroke, platform))
      .find((one) => one !== null)
    return why ? [{ kind: 'reserved', keys: spec, id, why }] : []
  })
  if (keys.length === 0 || keys.some((spec) => isTypable(spec, layout))) return cautions
  const [spec = ''] = keys
  const symbol = [...spec].find((character) => !canType(character, layout)) ?? spec
  const standIn = standIns[symbol]
  const why = `not on this keyboard${standIn ? `: ${standIn} does the same elsewhere` : ': give it another key'}`
  return [...cautions, { kind: 'layout', keys: spec, id, why }]
}
