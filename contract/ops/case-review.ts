/** Moves the day on which a case comes back, or lets it go. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { reviewDay } from '#contract/model/cases/review.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import { changeCase } from './change-case.ts'
import { opKind, type Op } from './op.ts'

function moved<T extends CaseItem>(base: T, op: Op<string, { on: string | null }>): T {
  const { review } = base
  const { on } = op.body
  return review
    ? changeCase(base, op, { review: on === null ? null : { ...review, on, isDue: false } } as Partial<T>)
    : base
}

export const caseReviewDay = opKind({
  kind: 'case.review',
  kindV: 1,
  words: { label: 'Move review', done: 'Review moved' },
  subject: 'case',
  /** Null for no review. */
  body: z.object({ on: z.nullable(reviewDay) }),
  call: cases.review,
  idParam: 'caseId',
  expiryHours: 72,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: ({ on }) => ({ review: on ?? '' }),
  caseAct: 'review',
  replaces: true,
  apply: { caseItem: moved, caseDetail: moved },
})
