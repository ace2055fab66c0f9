/**
 * Compares the server's state with an operation's wanted values: the outcome of an unanswered one, and the answers to
 * one in conflict (docs/design/offline.md#conflicts).
 */
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import { isNote, wantedOf, type OpName } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'

interface State {
  status?: unknown
  sar?: unknown
  recommendedStr?: unknown
  manager?: unknown
  note?: unknown
  notes?: unknown
}

/** Preconditions name people by their id; other values stand for themselves. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value
/** The accepted clock difference between server and device, within which a note counts as older, ms. */
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
 * Compares a case or an alert with the wanted values; true means that nothing is left to do, including the note: after
 * somebody else's identical change the user's note is still missing. Accepts partial states, and is false where they
 * lack a value.
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

/** The outcome of a sent and unanswered operation, according to the state. */
export type Verdict = 'done' | 'not done' | 'unclear'

/**
 * Reads back. The operation was not done if everything is as the user saw it, or the note is missing; any other
 * difference may be somebody else's, and the user has to decide.
 */
export function evaluateReadBack(op: Op, current: unknown): Verdict {
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

/**
 * The operation on top of what the server has now: what it takes for granted is what it was refused with. `isAfter`: its
 * version was to be that of the operation before it.
 */
export function rebase(op: Op, current: unknown, isAfter: boolean): Op {
  if (!op.expect || typeof current !== 'object' || current === null) return op
  const now = current as Record<string, unknown>
  const fields = [...Object.keys(op.expect), ...(isAfter ? ['version'] : [])].filter((field) => field in now)
  return { ...op, expect: { ...op.expect, ...Object.fromEntries(fields.map((field) => [field, idOf(now[field])])) } }
}

/** The operation's words alone, as a note where it was about to decide; null where it has none. */
export function toNote(op: Op): Op | null {
  const note = (op.body as { note?: unknown } | null)?.note
  if (typeof note !== 'string' || note.trim() === '') return null
  const { expect: _, ...rest } = op
  const kind: OpName = op.target.caseId === undefined ? 'accountAlert.note' : 'case.note'
  return { ...rest, kind, body: { note } }
}
