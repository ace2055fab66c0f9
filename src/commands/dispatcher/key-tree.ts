/** The keymap as a trie of strokes (docs/design/interaction.md#dispatcher); what can be wrong with one is in conflicts.ts. */
import type { Command, CommandId } from '#src/commands/command.ts'
import type { CommandKeys, KeySource } from '#src/commands/keymap/keymap.ts'
import { isSafeInText, parseKeys } from '#src/commands/keymap/keys.ts'
import { evaluate, implies, type Atoms, type When } from './when.ts'

/** One sequence of strokes bound to a command. */
export interface Binding {
  id: CommandId
  strokes: readonly string[]
  when: When
  /** A user's binding goes before a preset's, and that before the default. */
  source: KeySource
  inText: boolean
  repeat: Command['repeat']
  count: Command['count']
}

export interface KeyNode {
  children: Map<string, KeyNode>
  bindings: Binding[]
}

/** The sequences of a command, by its own keys or by others it was given. */
export const bindingsOf = (
  command: Command,
  { keys, source }: CommandKeys = { keys: command.keys, source: 'default' },
): Binding[] =>
  keys.flatMap(parseKeys).map((strokes) => ({
    id: command.id,
    strokes,
    when: command.when,
    source,
    inText: command.whileTyping || isSafeInText(strokes[0]!),
    repeat: command.repeat,
    count: command.count,
  }))

export function buildKeymap(bindings: readonly Binding[]): KeyNode {
  const root: KeyNode = { children: new Map(), bindings: [] }
  for (const binding of bindings) {
    let node = root
    for (const stroke of binding.strokes) {
      const next = node.children.get(stroke) ?? { children: new Map(), bindings: [] }
      node.children.set(stroke, next)
      node = next
    }
    node.bindings.push(binding)
  }
  return root
}

const applies = (binding: Binding, atoms: Atoms) => (!atoms.typing || binding.inText) && evaluate(binding.when, atoms)

export const applicable = (node: KeyNode, atoms: Atoms) => node.bindings.filter((binding) => applies(binding, atoms))

/** True if a sequence going through this node can end in something that works now. */
export function leadsOn(node: KeyNode, atoms: Atoms): boolean {
  for (const child of node.children.values())
    if (child.bindings.some((binding) => applies(binding, atoms)) || leadsOn(child, atoms)) return true
  return false
}

/** The commands that work below a node, with the remaining strokes: for the which-key strip. */
export function continuations(node: KeyNode, atoms: Atoms): { strokes: readonly string[]; id: CommandId }[] {
  return [...node.children].flatMap(([stroke, child]) => {
    const here = applicable(child, atoms).map(({ id }) => ({ strokes: [stroke], id }))
    const further = continuations(child, atoms).map(({ strokes, id }) => ({ strokes: [stroke].concat(strokes), id }))
    return here.concat(further)
  })
}

const rank = { user: 2, preset: 1, default: 0 }

/** The one that wins among several that work: the user's own, then the more specific. Null is a refusal. */
export function preferred(candidates: readonly Binding[]): Binding | null {
  const best = Math.max(...candidates.map((binding) => rank[binding.source]))
  const own = candidates.filter((binding) => rank[binding.source] === best)
  const [only] = own
  if (own.length === 1) return only!
  return own.find((a) => own.every((b) => a === b || (implies(a.when, b.when) && !implies(b.when, a.when)))) ?? null
}
