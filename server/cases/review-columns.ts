/** The review of a case as its columns, and back. */
import type { CaseReview } from '#contract/model/cases/review.ts'
import type { LockedCase } from './lock-rows.ts'

type Columns = Pick<LockedCase, 'review_on' | 'review_watch' | 'review_due_at'>

export const reviewOf = ({ review_on: on, review_watch: watch, review_due_at: dueAt }: Columns): CaseReview | null =>
  on === null || watch === null ? null : { on, watch, isDue: dueAt !== null }

/** The columns of a review whose day has not come, or of none. */
export const reviewColumns = (review: CaseReview | null): Columns => ({
  review_on: review?.on ?? null,
  review_watch: review?.watch ?? null,
  review_due_at: null,
})
