/** Before, now and yours: what an operation was decided on, what the server has, and what it would make of it. */
import { accountAlertMay } from '#contract/model/account-alert.ts'
import { ALERT_LABELS, isOpenAlert } from '#contract/model/alert.ts'
import { CASE_LABELS, caseMay, type CaseAct } from '#contract/model/case.ts'
import type { Person, Stamp } from '#contract/model/common.ts'
import type { AlertStatus, AlertTarget, CaseStatus } from '#contract/model/values.ts'
import type { PendingOp } from '#src/data/pending.ts'

/** What a refusal tells of the case or the alert that stood in the way. */
interface Current {
  status?: string
  sar?: number
  recommendedStr?: number
  manager?: Person | null
  note?: string | null
  /** Told of a case, not of an alert. */
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
  /** What the server has is neither what was decided on nor what was wanted. */
  differs: boolean
}

const LABELS = {
  status: 'Status',
  manager: 'Manager',
  sar: 'SAR',
  recommendedStr: 'STR recommended',
  note: 'Note',
} as const
type Field = keyof typeof LABELS

const UNKNOWN = '–'

export function currentOf({ current }: Pick<PendingOp, 'current'>): Current | null {
  return typeof current === 'object' && current !== null ? current : null
}

/** Words an operation carries: what must never be lost with it. */
export function textOf(body: unknown): string {
  const note = (body as { note?: unknown } | null)?.note
  return typeof note === 'string' ? note : ''
}

const DECIDED: Record<string, Partial<Record<Field, unknown>>> = {
  'alert.resolve': { status: 'resolved' },
  'alert.reject': { status: 'rejected' },
  'case.await': { status: 'await' },
  'case.renew': { status: 'new' },
  'case.recommendStr': { status: 'complete' },
}

/** What the operation would make of it. */
function yoursOf({ op }: PendingOp): Partial<Record<Field, unknown>> {
  const { status, sar, manager, action } = (op.body ?? {}) as Record<string, unknown>
  const note = textOf(op.body)
  return {
    ...DECIDED[op.kind],
    ...(status !== undefined && { status }),
    ...(sar !== undefined && { sar }),
    ...(manager !== undefined && { manager }),
    ...(action !== undefined && { recommendedStr: action === 'proceed' ? 1 : 0 }),
    ...(note !== '' && { note }),
  }
}

/** Field by field; `nameOf` knows people by their id. */
export function fieldRows(entry: PendingOp, nameOf: (id: string) => string | undefined): FieldRow[] {
  const before = (entry.op.expect ?? {}) as Partial<Record<Field, unknown>>
  const now = currentOf(entry) ?? {}
  const yours = yoursOf(entry)
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
  if (value === null) return 'Nobody'
  if (typeof value === 'string') return nameOf(value) ?? value
  return (value as Person).name
}

const caseStatus = (value: unknown) =>
  value === 'complete' || value === 'str' ? 'Closed' : CASE_LABELS[value as keyof typeof CASE_LABELS]

const ACTS: Partial<Record<string, CaseAct>> = {
  'case.assign': 'assign',
  'case.await': 'await',
  'case.renew': 'new',
  'case.recommendStr': 'recommendStr',
  'alert.resolve': 'resolveAlert',
  'alert.reject': 'resolveAlert',
}

/** Why the decision cannot be taken on top of what the server has, or null where it may. */
export function whyNotMine(entry: PendingOp): string | null {
  const current = currentOf(entry)
  if (entry.error?.code === 'unreadable') return 'It cannot be read any more'
  if (!current?.status) return null
  const { op } = entry
  if (op.target.alertId === undefined || current.openAlerts !== undefined) {
    const act = ACTS[op.kind]
    const status = current.status as CaseStatus
    return act === undefined || caseMay(act, status) ? null : `The case is “${caseStatus(status)}” now`
  }
  const status = current.status as AlertStatus
  const isClosing = op.kind === 'alert.resolve' || op.kind === 'alert.reject'
  const target = (op.body as { status?: AlertTarget } | null)?.status
  const may = isClosing ? isOpenAlert(status) : target === undefined || accountAlertMay(status, target)
  return may ? null : `The alert is “${ALERT_LABELS[status]}” already`
}

/** Why its words cannot be kept as a note, or null where they can. */
export function whyNotNote({ op, error, reached }: PendingOp): string | null {
  if (error?.code === 'unreadable') return 'It cannot be read any more'
  if (textOf(op.body) === '') return 'There are no words in it'
  if (op.kind.endsWith('.note')) return 'It is a note already'
  return reached ? 'It may have been done: send it again as it is' : null
}

/** Why it cannot be sent with other words, or null where it can. */
export function whyNotEdit(entry: PendingOp): string | null {
  const { op, error, reached } = entry
  if (error?.code === 'unreadable') return 'It cannot be read any more'
  if (textOf(op.body) === '') return 'There are no words in it'
  return reached ? 'It may have been done: send it again as it is' : whyNotMine(entry)
}
