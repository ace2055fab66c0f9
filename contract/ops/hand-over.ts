/**
 * A case or an account alert leaves its assignee: back to the queue, or on to a manager with a note. The status stays:
 * it is still to be decided.
 */
import * as z from 'zod/mini'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import { noteText, person, toStamp } from '#contract/model/common.ts'
import { addNote, changeCase, noteOf } from './change-case.ts'
import { opKind, type Op } from './op.ts'

const common = { kindV: 1, expiryHours: 24, conflict: 'same-target-is-done', commutes: false } as const

const escalation = z.object({ manager: person, note: noteText })
type Escalation = z.infer<typeof escalation>

const release = { ...common, body: z.object({}), wants: () => ({ manager: null }) } as const
const escalate = { ...common, body: escalation, wants: ({ manager, note }: Escalation) => ({ manager, note }) } as const

const unassigned = { manager: null, assignDate: null } as const
const handed = (op: Op<string, Escalation>) => ({
  manager: op.body.manager,
  assignDate: toStamp(new Date(op.at)),
})

/** An alert on an account with another assignee; the same object for any other alert. */
function changeHolder<T extends { id: string; manager?: unknown }>(base: T, op: Op, manager: T['manager']): T {
  return op.target.alertId === base.id ? { ...base, manager } : base
}

export const caseRelease = opKind({
  ...release,
  kind: 'case.release',
  words: { label: 'Release case', done: 'Released' },
  subject: 'case',
  call: cases.release,
  idParam: 'caseId',
  caseAct: 'release',
  apply: {
    caseItem: (base, op) => changeCase(base, op, unassigned),
    caseDetail: (base, op) => changeCase(base, op, unassigned),
  },
})

export const caseEscalate = opKind({
  ...escalate,
  kind: 'case.escalate',
  words: { label: 'Escalate case', done: 'Escalated' },
  subject: 'case',
  call: cases.escalate,
  idParam: 'caseId',
  caseAct: 'escalate',
  apply: {
    caseItem: (base, op) => changeCase(base, op, handed(op)),
    caseDetail: (base, op) =>
      op.target.caseId === base.id ? addNote(changeCase(base, op, handed(op)), noteOf(op, op.body.note)) : base,
  },
})

export const accountAlertRelease = opKind({
  ...release,
  kind: 'accountAlert.release',
  words: { label: 'Release account alert', done: 'Alerts released' },
  subject: 'accountAlert',
  call: accountAlerts.release,
  idParam: 'alertId',
  mayFrom: isOpenAlert,
  apply: {
    accountAlertItem: (base, op) => changeHolder(base, op, null),
    alert: (base, op) => changeHolder(base, op, null),
  },
})

export const accountAlertEscalate = opKind({
  ...escalate,
  kind: 'accountAlert.escalate',
  words: { label: 'Escalate account alert', done: 'Alerts escalated' },
  subject: 'accountAlert',
  call: accountAlerts.escalate,
  idParam: 'alertId',
  mayFrom: isOpenAlert,
  apply: {
    accountAlertItem: (base, op) => changeHolder(base, op, op.body.manager),
    alert: (base, op) =>
      op.target.alertId === base.id ? addNote(changeHolder(base, op, op.body.manager), noteOf(op, op.body.note)) : base,
  },
})
