/** Recommends filing a suspicious transaction report, or not; either closes the case. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases.ts'
import { noteText } from '#contract/model/common.ts'
import { templateRef } from '#contract/model/template-ref.ts'
import { REASONS, STR_ACTIONS } from '#contract/model/values.ts'
import { addNote, changeCase, noteOf } from './apply.ts'
import { laneOf, opKind } from './op.ts'

const flagOf = (action: 'proceed' | 'reject') => (action === 'proceed' ? 1 : 0)

export const caseRecommendStr = opKind({
  kind: 'case.recommendStr',
  kindV: 1,
  body: z.object({
    note: noteText,
    action: z.enum(STR_ACTIONS),
    reason: z.optional(z.enum(REASONS)),
    template: z.optional(templateRef),
  }),
  call: cases.recommendStr,
  params: (op) => ({ caseId: op.target.caseId ?? '' }),
  lane: laneOf,
  expiryHours: 24,
  conflict: 'ask',
  commutes: false,
  apply: {
    caseItem: (base, op) => changeCase(base, op, { status: 'complete', recommendedStr: flagOf(op.body.action) }),
    caseDetail: (base, op) => {
      const next = changeCase(base, op, { status: 'complete', recommendedStr: flagOf(op.body.action) })
      return next === base ? base : addNote(next, noteOf(op, op.body.note))
    },
  },
})
