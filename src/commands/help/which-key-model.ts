/** The continuations of the typed keys: the entries of the which-key panel, in order. Pure. */
import type { CommandId } from '#src/commands/command.ts'
import type { DispatchState } from '#src/commands/dispatcher/dispatcher.ts'
import { applicable, continuations, type KeyNode } from '#src/commands/dispatcher/key-tree.ts'
import { takesCharacter } from '#src/commands/dispatcher/single-keys.ts'
import type { Atoms } from '#src/commands/dispatcher/when.ts'
import type { Registry } from '#src/commands/registry.ts'

export interface Continuation {
  /** Labels of the keys still to press. */
  keys: readonly string[]
  title: string
}

/** All continuations of a sequence, or of the leader, that work here; by letter, then symbol, then digit. */
export function whichKeyMenu(registry: Registry, { path, isLed }: DispatchState, atoms: Atoms): Continuation[] {
  const node = path.reduce<KeyNode | undefined>((at, stroke) => at?.children.get(stroke), registry.keymap)
  if (!node) return []
  const begun = () => entriesOf(registry, continuations(node, atoms))
  const entries = path.length > 0 ? begun() : isLed ? singles(registry, node, atoms) : []
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b) || textOf(a).localeCompare(textOf(b), 'en'))
}

/** After the leader: every key that acts alone, and the beginnings of sequences with how many they lead to. */
function singles(registry: Registry, root: KeyNode, atoms: Atoms): Continuation[] {
  const single = [...root.children].filter(([stroke]) => takesCharacter(stroke))
  const acting = single.flatMap(([stroke, child]) =>
    applicable(child, atoms).map(({ id }) => ({ id, strokes: [stroke] })),
  )
  const leading = single.flatMap(([stroke, child]) => {
    const count = entriesOf(registry, continuations(child, atoms)).length
    return count > 0 ? [{ keys: registry.labelsOf(stroke), title: `${count} more` }] : []
  })
  return [...entriesOf(registry, acting), ...leading]
}

/** One entry per command, by its first key: nine digits of one command are one entry. */
function entriesOf(registry: Registry, found: readonly { strokes: readonly string[]; id: CommandId }[]) {
  const byId = new Map(found.toReversed().map((one) => [one.id, one]))
  return [...byId.values()].map(({ id, strokes }): Continuation => {
    const isNine = found.filter((one) => one.id === id && isDigit(one.strokes.at(-1)!)).length === 9
    const shown = strokes.map((stroke) => (isNine && isDigit(stroke) ? '1..9' : stroke))
    return { keys: shown.flatMap((stroke) => registry.labelsOf(stroke)), title: registry.get(id).shortTitle }
  })
}

const isDigit = (stroke: string) => /^[1-9]$/.test(stroke)
/** By the key itself, then by modifier: r, Shift+R, s. */
const textOf = ({ keys }: Continuation) => keys.map((key) => `${key.split(/\+(?=.)/).at(-1)} ${key}`).join(' ')
const placeOf = ({ keys: [first = ''] }: Continuation) => (/^\d/.test(first) ? 2 : /^\p{Letter}/u.test(first) ? 0 : 1)
