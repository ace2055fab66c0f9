/** Recommends filing a suspicious transaction report, or not; either closes the case, or proposes to where a policy asks for four eyes. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { closedTransactionStatus, type CaseItem } from '#contract/model/cases/case.ts'
import { reviewAfterClosing } from '#contract/model/cases/review.ts'
import { noteText, toStamp } from '#contract/model/common.ts'
import { seenFacts, stating } from '#contract/model/facts/seen-facts.ts'
import { templateRef } from '#contract/model/templates/template-ref.ts'
import { stackDecision } from '#contract/model/cases/stacks.ts'
import { REASONS, STR_ACTIONS, type StrAction } from '#contract/model/values.ts'
import { addNote, changeCase, changeReport, noteOf } from './change-case.ts'
import { opKind, type Op } from './op.ts'

interface Recommendation {
  action: StrAction
  leavesOpen?: boolean | undefined
}

function recommended<T extends CaseItem>(base: T, op: Op<string, Recommendation>): T {
  const { action, leavesOpen } = op.body
  const isProceed = action === 'proceed'
  const change: Partial<CaseItem> = leavesOpen
    ? { strProposal: isProceed ? { by: op.by, at: toStamp(new Date(op.at)) } : undefined }
    : {
        status: 'complete',
        recommendedStr: isProceed ? 1 : 0,
        strProposal: undefined,
        ...(base.review && { review: reviewAfterClosing(base.review, isProceed) }),
        transactionStatus: closedTransactionStatus(base, action),
      }
  return changeCase(base, op, change as Partial<T>)
}

export const caseRecommendStr = opKind({
  kind: 'case.recommendStr',
  kindV: 1,
  words: { label: 'Recommend STR', done: 'STR decisions' },
  subject: 'case',
  body: z.object({
    note: noteText,
    action: z.enum(STR_ACTIONS),
    reason: z.optional(z.enum(REASONS)),
    template: z.optional(templateRef),
    facts: z.optional(seenFacts),
    /** The stack that its case is decided with. */
    stack: z.optional(stackDecision),
    ...stating,
    /**
     * The recommendation becomes a proposal, or ends one, and closes nothing; the window shows this until the server
     * answers.
     */
    leavesOpen: z.optional(z.boolean()),
  }),
  call: cases.recommendStr,
  idParam: 'caseId',
  expiryHours: 24,
  conflict: 'ask',
  commutes: false,
  wants: ({ action, note }) => ({ status: 'complete', recommendedStr: action === 'proceed' ? 1 : 0, note }),
  caseAct: 'recommendStr',
  apply: {
    caseItem: recommended,
    caseDetail: (base, op) => {
      const next = recommended(base, op)
      return next === base ? base : addNote(next, noteOf(op, op.body.note))
    },
    alert: (base, op) => {
      if (op.body.leavesOpen || base.caseId !== op.target.caseId) return base
      const isProceed = op.body.action === 'proceed'
      const next = changeReport(base, op, { status: 'complete', recommendedStr: isProceed ? 1 : 0 })
      return isProceed && next.status === 'resolved' && next.sar === 0 ? { ...next, sar: 1 } : next
    },
  },
})
