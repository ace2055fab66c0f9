/** The review of what is closed as `MONITOR`: the day on which its case comes back, and what is watched until then. */
import * as z from 'zod/mini'
import type { Reason } from '#contract/model/values.ts'

const DAY_MS = 86_400_000
/** A later day would be a way to forget a case. */
export const REVIEW_DAYS_MAX = 731
/** For a closing that names no day, such as a plain call of the catalogue. */
export const REVIEW_DAYS = 30
/** Of the words that are shown when the case is back. */
export const WATCH_MAX = 2000

/** `YYYY-MM-DD` of a moment, in milliseconds, UTC. */
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A day of the calendar, written in full. */
export const isCalendarDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && dayAt(at) === text
}

export const reviewDay = z.string().check(z.refine(isCalendarDay, 'must be a day, YYYY-MM-DD'))

/** The review that an analyst requests with a closing. */
export const reviewAsked = z.object({
  on: reviewDay,
  /** The subject to watch. */
  watch: z.string().check(z.trim(), z.minLength(1), z.maxLength(WATCH_MAX)),
})
export type ReviewAsked = z.infer<typeof reviewAsked>

/** The review of a case, on its row. */
export const caseReview = z.extend(reviewAsked, {
  /** The day has come, and the case is back in the queue. */
  isDue: z.boolean(),
})
export type CaseReview = z.infer<typeof caseReview>

/** How the list is narrowed: the day has come, or it has not. */
export const REVIEW_STATES = ['due', 'planned'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]
export const reviewState = (review: CaseReview | null | undefined): ReviewState | null =>
  review ? (review.isDue ? 'due' : 'planned') : null

/** The reason why a day cannot be one of review, as text; null where it can. `at` in milliseconds. */
export function whyNotReviewDay(on: string, at: number): string | null {
  if (on <= dayAt(at)) return 'must be after today'
  return on > dayAt(at + REVIEW_DAYS_MAX * DAY_MS) ? `must be within ${REVIEW_DAYS_MAX} days` : null
}

/** The review that a closing requests: none, except with `MONITOR`, which always has one. `at` in milliseconds. */
export function reviewOfClosing(
  { reason, review, note }: { reason?: Reason | undefined; review?: ReviewAsked | undefined; note: string },
  at: number,
): ReviewAsked | null {
  if (reason !== 'MONITOR') return null
  return review ?? { on: dayAt(at + REVIEW_DAYS * DAY_MS), watch: note.slice(0, WATCH_MAX).trim() }
}

/** The review of a case after one of its alerts asked for one: the earlier day counts, and one that came is answered. */
export function joinReviews(was: CaseReview | null | undefined, asked: ReviewAsked | null): CaseReview | null {
  if (!asked || (was && !was.isDue && was.on <= asked.on)) return was ?? null
  return { on: asked.on, watch: asked.watch, isDue: false }
}

/** The review after the case is closed: an STR leaves nothing to watch, and a review that came is answered. */
export const reviewAfterClosing = (was: CaseReview | null | undefined, isReported: boolean): CaseReview | null =>
  !was || was.isDue || isReported ? null : was
