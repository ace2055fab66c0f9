/** The operations on one account alert: status, comment, assignee. */
import * as z from 'zod/mini'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { accountAlertMay, isAlertDay, type AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import type { Alert } from '#contract/model/cases/alert.ts'
import { flag, noteText, person, toStamp } from '#contract/model/common.ts'
import { seenFacts, stating } from '#contract/model/facts/seen-facts.ts'
import { templateRef } from '#contract/model/templates/template-ref.ts'
import { ALERT_TARGETS, REASONS } from '#contract/model/values.ts'
import { stackDecision } from '#contract/model/cases/stacks.ts'
import { addNote, noteOf } from './change-case.ts'
import { opKind, type Op } from './op.ts'

const isOn = (base: { id: string }, op: Op) => op.target.alertId === base.id

const statusBody = z.object({
  status: z.enum(ALERT_TARGETS),
  /** Required for a decision and for taking one back; see `needsNote`. */
  note: z.optional(noteText),
  /** 1 only with resolved. */
  sar: z.prefault(flag, 0),
  reason: z.optional(z.enum(REASONS)),
  template: z.optional(templateRef),
  facts: z.optional(seenFacts),
  /** The stack that it is decided with. */
  stack: z.optional(stackDecision),
  ...stating,
})
type StatusOp = Op<string, z.infer<typeof statusBody>>

function setItem(base: AccountAlertItem, op: StatusOp): AccountAlertItem {
  if (!isOn(base, op)) return base
  const { status, sar } = op.body
  return { ...base, status, sar, isDay: isAlertDay({ status, createAt: base.createAt }, op.at) }
}

function setAlert(base: Alert, op: StatusOp): Alert {
  if (!isOn(base, op)) return base
  const { status, sar, note } = op.body
  const decided =
    status === 'resolved'
      ? { note: note ?? null, resolveDate: toStamp(new Date(op.at)), resolvedManager: op.by }
      : { note: null, resolveDate: null, resolvedManager: null }
  const next: Alert = { ...base, status, sar, ...decided }
  return note === undefined ? next : addNote(next, noteOf(op, note))
}

export const accountAlertStatus = opKind({
  kind: 'accountAlert.status',
  kindV: 1,
  words: { label: 'Status of account alert', done: 'Status set of' },
  subject: 'accountAlert',
  body: statusBody,
  call: accountAlerts.changeStatus,
  idParam: 'alertId',
  params: ({ status }) => ({ status }),
  expiryHours: 72,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: ({ status, sar, note }) => ({ status, sar, note }),
  mayFrom: (from, { status }) => accountAlertMay(from, status),
  apply: { accountAlertItem: setItem, alert: setAlert },
})

export const accountAlertNote = opKind({
  kind: 'accountAlert.note',
  kindV: 1,
  words: { label: 'Note on account alert', done: 'Alerts noted' },
  subject: 'accountAlert',
  body: z.object({ note: noteText }),
  call: accountAlerts.addComment,
  idParam: 'alertId',
  expiryHours: 7 * 24,
  conflict: 'append',
  commutes: true,
  wants: ({ note }) => ({ note }),
  apply: { alert: (base, op) => (isOn(base, op) ? addNote(base, noteOf(op, op.body.note)) : base) },
})

/** The name travels for the screen; the call carries only the id. */
export const accountAlertAssign = opKind({
  kind: 'accountAlert.assign',
  kindV: 1,
  words: { label: 'Assign account alert', done: 'Alerts assigned' },
  subject: 'accountAlert',
  body: z.object({ manager: person }),
  call: accountAlerts.assign,
  idParam: 'alertId',
  params: ({ manager }) => ({ managerId: manager.id }),
  expiryHours: 24,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: ({ manager }) => ({ manager }),
  replaces: true,
  apply: {
    accountAlertItem: (base, op) => (isOn(base, op) ? { ...base, manager: op.body.manager } : base),
    alert: (base, op) => (isOn(base, op) ? { ...base, manager: op.body.manager } : base),
  },
})
