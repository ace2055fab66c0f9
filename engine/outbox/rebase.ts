/**
 * The user's answers to an operation in conflict (docs/design/offline.md#states-of-an-operation,
 * docs/design/offline.md#conflicts).
 */
import type { OpName } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'

/** The operation on top of what the server has now: what it takes for granted is what it was refused with. */
export function rebase(op: Op, current: unknown): Op {
  if (!op.expect || typeof current !== 'object' || current === null) return op
  const now = current as Record<string, unknown>
  const fields = Object.keys(op.expect).filter((field) => field in now)
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

/** Preconditions name people by their id. */
const idOf = (value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : value)
