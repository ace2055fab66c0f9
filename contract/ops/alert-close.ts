/** Resolves or rejects one alert of a case, with a note. */
import * as z from 'zod/mini'
import { alerts } from '#contract/calls/cases/alerts.ts'
import { isOpenAlert, type Alert } from '#contract/model/cases/alert.ts'
import type { CaseDetail, CaseItem } from '#contract/model/cases/case.ts'
import { joinReviews, reviewAsked, reviewOfClosing } from '#contract/model/cases/review.ts'
import { noteText, toStamp } from '#contract/model/common.ts'
import { seenFacts, stating } from '#contract/model/facts/seen-facts.ts'
import { templateRef } from '#contract/model/templates/template-ref.ts'
import { stackDecision } from '#contract/model/cases/stacks.ts'
import { REASONS } from '#contract/model/values.ts'
import { addNote, changeCaseAlert, noteOf } from './change-case.ts'
import { opKind, type Op } from './op.ts'

const body = z.object({
  note: noteText,
  reason: z.optional(z.enum(REASONS)),
  template: z.optional(templateRef),
  facts: z.optional(seenFacts),
  /** The stack that its case is decided with. */
  stack: z.optional(stackDecision),
  /** When the case comes back; with the reason `MONITOR`. */
  review: z.optional(reviewAsked),
  ...stating,
})
type Body = z.infer<typeof body>
type Closed = 'resolved' | 'rejected'

const common = {
  kindV: 1,
  subject: 'alert',
  body,
  idParam: 'alertId',
  expiryHours: 72,
  conflict: 'same-target-is-done',
  commutes: false,
  caseAct: 'resolveAlert',
  mayFrom: isOpenAlert,
} as const

const closeAlert = (base: Alert, op: Op<string, Body>, status: Closed): Alert =>
  op.target.alertId === base.id
    ? addNote(
        { ...base, status, note: op.body.note, resolveDate: toStamp(new Date(op.at)), resolvedManager: op.by },
        noteOf(op, op.body.note),
      )
    : base

function closeOnCase<T extends CaseItem>(base: T, op: Op<string, Body>, status: Closed): T {
  const next = changeCaseAlert(base, op, status)
  const asked = next === base || status === 'rejected' ? null : reviewOfClosing(op.body, op.at)
  return asked ? { ...next, review: joinReviews(base.review, asked) } : next
}

const closeInDetail = (base: CaseDetail, op: Op<string, Body>, status: Closed): CaseDetail => {
  const next = closeOnCase(base, op, status)
  return next === base ? base : addNote(next, noteOf(op, op.body.note))
}

export const alertResolve = opKind({
  ...common,
  kind: 'alert.resolve',
  words: { label: 'Resolve alert', done: 'Resolved' },
  call: alerts.resolve,
  wants: ({ note }) => ({ status: 'resolved', note }),
  apply: {
    caseItem: (base, op) => closeOnCase(base, op, 'resolved'),
    caseDetail: (base, op) => closeInDetail(base, op, 'resolved'),
    alert: (base, op) => closeAlert(base, op, 'resolved'),
  },
})

export const alertReject = opKind({
  ...common,
  kind: 'alert.reject',
  words: { label: 'Reject alert', done: 'Rejected' },
  call: alerts.reject,
  wants: ({ note }) => ({ status: 'rejected', note }),
  apply: {
    caseItem: (base, op) => closeOnCase(base, op, 'rejected'),
    caseDetail: (base, op) => closeInDetail(base, op, 'rejected'),
    alert: (base, op) => closeAlert(base, op, 'rejected'),
  },
})
