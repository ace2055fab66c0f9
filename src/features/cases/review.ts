/** The review of a case in words, and the plan that moves it. */
import type { CaseItem } from '#contract/model/cases/case.ts'
import { whyNotReviewDay, type CaseReview } from '#contract/model/cases/review.ts'
import type { Plan } from '#src/commands/command.ts'
import { countOf } from '#src/format/count.ts'
import { dayText } from '#src/format/day.ts'
import { MANY, planEach, type RowTargets } from './queue/plan-rows.ts'
import { whyNotCases } from './why-not.ts'

/** "Review due: deposits", or "Review on Mon 6 Apr: deposits"; null without one. */
export function reviewText(review: CaseReview | null | undefined): string | null {
  if (!review) return null
  return `${review.isDue ? 'Review due' : `Review on ${dayText(review.on)}`}: ${review.watch}`
}

/** The fault of the day of review that was typed, as text; null for none. `now` in milliseconds. */
export function reviewDayFault(on: string, now: number): string | null {
  if (on === '') return 'Enter the day on which the case comes back.'
  const why = whyNotReviewDay(on, now)
  return why === null ? null : `The day ${why}.`
}

const NONE = 'has no review'

/** The reason why no review of the cases can be moved. */
export const againstReview = (targets: RowTargets<CaseItem>) =>
  whyNotCases(targets, 'review', ({ id, review }) => (review ? null : `${id} ${NONE}`))

/** Moves the reviews of cases to a day, or cancels them. */
export function planReview(targets: RowTargets<CaseItem>, on: string | null): Plan {
  const { ops, skipped, rows } = planEach(targets, ({ id, uuid, platform, customerId, review }) => {
    if (!review) return NONE
    if (review.on === on && !review.isDue) return `comes back on ${dayText(on)} already`
    return {
      kind: 'case.review',
      target: { platform, customerId, caseId: id, caseUuid: uuid },
      body: { on },
      expect: { review: review.on },
    }
  })
  const [first] = rows
  const what = rows.length === 1 && first ? first.id : countOf(rows.length, 'case')
  const summary = on === null ? `Review of ${what} cancelled` : `Review of ${what} on ${dayText(on)}`
  return { ops, skipped, warnings: [], summary, ...(ops.length > MANY && { confirm: summary }) }
}
