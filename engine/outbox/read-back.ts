/** Whether the server's state already shows what an operation asked for, and what it says where no answer came. */
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import { isNote, wantedOf } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'

interface State {
  status?: unknown
  sar?: unknown
  recommendedStr?: unknown
  manager?: unknown
  note?: unknown
  notes?: unknown
}

const idOf = (value: unknown) => (typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value)
/** Clocks of server and device may differ by this much before a note counts as somebody's earlier one, ms. */
const TOLERANCE_MS = 2 * 60_000

function hasNote(state: State, op: Op): boolean {
  const text = (op.body as { note?: string }).note?.trim()
  if (text !== undefined && state.note === text) return true
  if (!Array.isArray(state.notes)) return false
  return (state.notes as { id?: string; text?: string; author?: unknown; createAt?: Stamp }[]).some(
    (note) =>
      note.id === op.opId ||
      (note.text?.trim() === text &&
        idOf(note.author) === op.by.id &&
        note.createAt !== undefined &&
        fromStamp(note.createAt) >= op.at - TOLERANCE_MS),
  )
}

/**
 * Compares a case or an alert as the server has it with what an operation wants; true means there is nothing left to
 * do, its note included: where somebody else did the same, the user's words are not there yet. Works on whatever part
 * of the state is known, and is false where that part does not say.
 */
export function isReached(op: Op, current: unknown): boolean {
  if (typeof current !== 'object' || current === null) return false
  const state = current as State
  const { note, ...fields } = wantedOf(op)
  const wanted = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (wanted.length === 0 && note === undefined) return false
  return (
    wanted.every(([field, value]) => idOf(state[field as keyof State]) === idOf(value)) &&
    (note === undefined || hasNote(state, op))
  )
}

/** What the state says of an operation that was sent and never answered. */
export type Verdict = 'done' | 'not done' | 'unclear'

/**
 * Reads back. It was not done where everything is as it was when the user decided, or where the note is not among the
 * notes; anything else may be somebody else's doing as well as the operation's, and only the user can tell.
 */
export function judge(op: Op, current: unknown): Verdict {
  if (typeof current !== 'object' || current === null) return 'unclear'
  if (isReached(op, current)) return 'done'
  const state = current as Record<string, unknown>
  if (isNote(op.kind)) return Array.isArray(state['notes']) ? 'not done' : 'unclear'
  const told = Object.entries(op.expect ?? {}).filter(([field]) => field in state)
  return told.length > 0 && told.every(([field, value]) => idOf(state[field]) === value) ? 'not done' : 'unclear'
}

const SHOWN = ['status', 'sar', 'recommendedStr', 'manager', 'note'] as const

/** The part of a case or an alert that the user is shown beside what he decided. */
export function shownOf(current: unknown): Record<string, unknown> {
  if (typeof current !== 'object' || current === null) return {}
  return Object.fromEntries(Object.entries(current).filter(([field]) => (SHOWN as readonly string[]).includes(field)))
}
