/** The effect of a key press: a pure state machine over the keymap (docs/design/interaction.md#dispatcher). */
import type { CommandId } from '#src/commands/command.ts'
import { strokesOf, type Platform } from '#src/commands/keymap/keys.ts'
import type { KeyInput } from './key-input.ts'
import { applicable, leadsOn, preferred, type KeyNode } from './key-tree.ts'
import { leader, mayBegin, takesCharacter, type SingleKeys } from './single-keys.ts'
import type { Atoms } from './when.ts'

export interface DispatchState {
  /** Strokes of a sequence begun. */
  path: readonly string[]
  /** The count typed so far. */
  count: number | null
  /** The leader was pressed: single keys work. */
  isLed: boolean
}

export const idle: DispatchState = { path: [], count: null, isLed: false }
/** True if a sequence, a count or the leader waits for another key. */
export const isUnderWay = ({ path, count, isLed }: DispatchState) => path.length > 0 || count !== null || isLed

export interface Press {
  input: KeyInput
  atoms: Atoms
  /** Unmodified keys the focused control answers to itself: Enter on a button, arrows in a tab list. */
  own: readonly string[]
  platform: Platform
  /** The places where keys without a modifier are shortcuts; everywhere by default. */
  singleKeys?: SingleKeys
  /** Commands are still to come. */
  isComing?: boolean
}

/** Everything but `pass` and `unbound` has used the event up: its default is prevented. */
export type Outcome =
  /** Not ours, and nothing changes: text, a modifier, an input method. */
  | { kind: 'pass' }
  /** No command: the event continues, and an open sequence is abandoned. */
  | { kind: 'unbound' }
  /** May be a key of a command that is still to come: nothing changes, and it is to be pressed again. */
  | { kind: 'early' }
  | { kind: 'pending' }
  | { kind: 'counting' }
  /** Escape ended a sequence or a count. */
  | { kind: 'cancelled' }
  /** Auto-repeat of a key that does not repeat. */
  | { kind: 'swallowed' }
  /** A sequence of another role: it does nothing here, and neither does its last key alone. */
  | { kind: 'denied'; id: CommandId }
  /** Several commands and no reason to prefer one: none runs. */
  | { kind: 'ambiguous'; ids: readonly CommandId[] }
  | { kind: 'run'; id: CommandId; strokes: readonly string[]; count: number | null; digit: number | null }

export interface Step {
  state: DispatchState
  outcome: Outcome
}

/** The maximum count; more digits are typing errors. */
const maxCount = 99_999

const nodeAt = (root: KeyNode, path: readonly string[]) =>
  path.reduce<KeyNode | undefined>((node, stroke) => node?.children.get(stroke), root)

export function dispatch(root: KeyNode, state: DispatchState, press: Press): Step {
  const { input, atoms, own, platform } = press
  const pass: Step = { state, outcome: { kind: 'pass' } }
  // a dead key begins an accented letter, which belongs to the text
  if (input.key === 'Dead' && atoms.typing) return pass
  const strokes = strokesOf(input, platform).filter((stroke) => !own.includes(stroke))
  if (strokes.length === 0) return pass

  if (isUnderWay(state) && strokes[0] === 'escape') return { state: idle, outcome: { kind: 'cancelled' } }
  if (press.singleKeys === 'leader' && strokes[0] === leader && !atoms.typing)
    return { state: { ...idle, isLed: true }, outcome: { kind: 'pending' } }

  const isEarly = press.isComing === true && !atoms.typing && atoms.overlay !== 'dialog'
  const further = state.path.length > 0 ? follow(root, state, strokes, press) : null
  if (isEarly && state.path.length > 0 && !further) return { state, outcome: { kind: 'early' } }
  const denied = state.path.length > 0 && !further ? deniedBy(root, state, strokes, atoms) : null
  if (denied !== null) return { state: idle, outcome: { kind: 'denied', id: denied } }
  // a sequence that leads nowhere must not eat the key that shows it
  const afresh: DispatchState = state.path.length > 0 ? idle : state
  const step = further ?? follow(root, afresh, strokes, press)
  const { singleKeys = 'on' } = press
  const mayMean = (stroke: string) => takesCharacter(stroke) && mayBegin(stroke, singleKeys, atoms, state.isLed)
  if (!step && isEarly && strokes.some(mayMean)) return { state, outcome: { kind: 'early' } }
  return step ?? { state: idle, outcome: { kind: 'unbound' } }
}

/** The command that these strokes would run for somebody with every role. */
function deniedBy(root: KeyNode, state: DispatchState, strokes: readonly string[], atoms: Atoms): CommandId | null {
  const everyRole: Atoms = { ...atoms, admin: true, docAdmin: true, readOnly: false }
  for (const stroke of strokes) {
    const next = nodeAt(root, [...state.path, stroke])
    const [first] = next ? applicable(next, everyRole) : []
    if (first) return first.id
  }
  return null
}

/** The step these strokes make from a state; null where they lead nowhere. */
function follow(root: KeyNode, state: DispatchState, strokes: readonly string[], press: Press): Step | null {
  const node = nodeAt(root, state.path)
  const { atoms, input, singleKeys = 'on' } = press
  const isFirst = state.path.length === 0
  const usable = isFirst ? strokes.filter((stroke) => mayBegin(stroke, singleKeys, atoms, state.isLed)) : strokes
  for (const stroke of usable) {
    const next = node?.children.get(stroke)
    if (!next) continue
    const candidates = applicable(next, atoms)
    if (candidates.length === 0) {
      if (!leadsOn(next, atoms)) continue
      // holding the key that begins a sequence begins it once
      if (input.repeat) return { state, outcome: { kind: 'swallowed' } }
      return { state: { ...state, path: [...state.path, stroke] }, outcome: { kind: 'pending' } }
    }
    const chosen = preferred(candidates)
    if (!chosen) return { state: idle, outcome: { kind: 'ambiguous', ids: candidates.map(({ id }) => id) } }
    if (input.repeat && chosen.repeat === 'ignore') return { state, outcome: { kind: 'swallowed' } }
    const path = [...state.path, stroke]
    const digit = /^[0-9]$/.test(stroke) ? Number(stroke) : null
    const count = chosen.count === 'none' ? null : state.count
    return { state: idle, outcome: { kind: 'run', id: chosen.id, strokes: path, count, digit } }
  }
  return isFirst ? counted(root, state, usable, press) : null
}

function counted(root: KeyNode, state: DispatchState, strokes: readonly string[], press: Press): Step | null {
  const digit = strokes.find((stroke) => /^[0-9]$/.test(stroke))
  if (digit === undefined || (digit === '0' && state.count === null) || !countsAllowed(root, press.atoms)) return null
  const count = Math.min(maxCount, (state.count ?? 0) * 10 + Number(digit))
  return { state: { ...state, count }, outcome: { kind: 'counting' } }
}

/**
 * Digits are counts if some command takes one and no digit is a key: in the queues, not in triage (macros) nor a case
 * (tabs).
 */
function countsAllowed(root: KeyNode, atoms: Atoms): boolean {
  const isKey = [...'123456789'].some((digit) => {
    const node = root.children.get(digit)
    return node !== undefined && applicable(node, atoms).length > 0
  })
  return !isKey && takesCount(root, atoms)
}

const takesCount = (node: KeyNode, atoms: Atoms): boolean =>
  applicable(node, atoms).some((binding) => binding.count !== 'none') ||
  [...node.children.values()].some((child) => takesCount(child, atoms))
