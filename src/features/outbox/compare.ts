/** Before, now and yours: what an operation was decided on, what the server has, and what it would make of it. */
import { ALERT_LABELS } from '#contract/model/cases/alert.ts'
import { CASE_LABELS, caseMay } from '#contract/model/cases/case.ts'
import type { Person, Stamp } from '#contract/model/common.ts'
import { readRefusalCode, type RefusalCode } from '#contract/refusal-code.ts'
import type { AlertStatus, CaseStatus } from '#contract/model/values.ts'
import { findKind, isNote, wantedOf } from '#contract/ops/kinds.ts'
import type { Wanted } from '#contract/ops/op.ts'
import type { PendingOp } from '#src/data/engine-client/pending.ts'

/** The server's state of the case or alert, from a refusal. */
interface Current {
  status?: string
  sar?: number
  recommendedStr?: number
  manager?: Person | null
  note?: string | null
  review?: string
  /** For a case, not an alert. */
  openAlerts?: number
  changedBy?: Person | null
  changedAt?: Stamp | null
}

export interface FieldRow {
  field: string
  label: string
  before: string
  now: string
  yours: string
  /** The server's value is neither the earlier nor the wanted one. */
  differs: boolean
}

const LABELS: Record<keyof Wanted, string> = {
  status: 'Status',
  manager: 'Manager',
  sar: 'SAR',
  recommendedStr: 'STR recommended',
  note: 'Note',
  review: 'Review on',
}
type Field = keyof Wanted

const UNKNOWN = '–'

export function currentOf({ current }: Pick<PendingOp, 'current'>): Current | null {
  return typeof current === 'object' && current !== null ? current : null
}

/** Words an operation carries: what must never be lost with it. */
export function textOf(body: unknown): string {
  const note = (body as { note?: unknown } | null)?.note
  return typeof note === 'string' ? note : ''
}

/** The wanted values; none for a note without a text. */
function yoursOf(op: PendingOp['op']): Partial<Record<Field, unknown>> {
  const wanted = Object.entries(wantedOf(op)).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(wanted)
}

/** Field by field; `nameOf` knows people by their id. */
export function comparedFields(entry: PendingOp, nameOf: (id: string) => string | undefined): FieldRow[] {
  const before = (entry.op.expect ?? {}) as Partial<Record<Field, unknown>>
  const now = currentOf(entry) ?? {}
  const yours = yoursOf(entry.op)
  const isCase = entry.op.target.alertId === undefined
  const fields = Object.keys(LABELS) as Field[]
  return fields
    .filter((field) => field in yours || field in before)
    .map((field) => {
      const words = (from: object) =>
        field in from ? wordsOf(field, (from as Record<string, unknown>)[field], isCase, nameOf) : UNKNOWN
      const row = { field, label: LABELS[field], before: words(before), now: words(now), yours: words(yours) }
      return { ...row, differs: row.now !== UNKNOWN && row.now !== row.before && row.now !== row.yours }
    })
}

function wordsOf(field: Field, value: unknown, isCase: boolean, nameOf: (id: string) => string | undefined): string {
  if (field === 'status') return (isCase ? caseStatus(value) : ALERT_LABELS[value as AlertStatus]) ?? String(value)
  if (field === 'sar' || field === 'recommendedStr') return value === 1 ? 'Yes' : 'No'
  if (field === 'note') return typeof value === 'string' && value !== '' ? value : 'None'
  if (field === 'review') return typeof value === 'string' && value !== '' ? value : 'None'
  if (value === null) return 'Nobody'
  if (typeof value === 'string') return nameOf(value) ?? value
  return (value as Person).name
}

const caseStatus = (value: unknown) =>
  value === 'complete' || value === 'str' ? 'Closed' : CASE_LABELS[value as keyof typeof CASE_LABELS]

/** Refusals of what a decision rests on: the same decision would be refused again. */
const EVIDENCE: ReadonlySet<RefusalCode | undefined> = new Set([
  'facts-unread',
  'facts-too-old',
  'facts-passed-over',
  'steps-passed-over',
] as const)

/** The reason why it need not be decided again on its facts, or null if it must. */
export const whyNotAgain = ({ error }: PendingOp): string | null =>
  EVIDENCE.has(readRefusalCode(error?.code)) ? null : 'Only for a decision that was refused for its facts or steps'

/** The reason why the decision cannot be made on the server's state, or null if it can. */
export function whyNotMine(entry: PendingOp): string | null {
  const current = currentOf(entry)
  if (entry.error?.code === 'unreadable') return 'It can no longer be read'
  if (whyNotAgain(entry) === null) return 'It would be refused again: open it and decide again'
  if (!current?.status) return null
  const { op } = entry
  const kind = findKind(op.kind)
  if (op.target.alertId === undefined || current.openAlerts !== undefined) {
    const act = kind?.caseAct
    const status = current.status as CaseStatus
    return act === undefined || caseMay(act, status) ? null : `The case is “${caseStatus(status)}” now`
  }
  const status = current.status as AlertStatus
  return !kind?.mayFrom || kind.mayFrom(status, op.body) ? null : `The alert is “${ALERT_LABELS[status]}” already`
}

/** The reason why its text cannot be kept as a note, or null if it can. */
export function whyNotNote({ op, error, reached }: PendingOp): string | null {
  if (error?.code === 'unreadable') return 'It can no longer be read'
  if (textOf(op.body) === '') return 'It has no text'
  if (isNote(op.kind)) return 'It is a note already'
  return reached ? 'It may have been done: send it again as it is' : null
}

/** The reason why it cannot be reworded, or null if it can. */
export function whyNotEdit(entry: PendingOp): string | null {
  const { op, error, reached } = entry
  if (error?.code === 'unreadable') return 'It can no longer be read'
  if (textOf(op.body) === '') return 'It has no text'
  return reached ? 'It may have been done: send it again as it is' : whyNotMine(entry)
}
