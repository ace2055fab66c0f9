import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isCalendarDay, joinReviews, reviewAfterClosing, reviewOfClosing, whyNotReviewDay } from './review.ts'

const AT = Date.UTC(2026, 1, 27, 23, 59)
const asked = (on: string, watch = 'deposits') => ({ on, watch })

it('refuses days that the calendar does not have, that have come, and that are too far', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', 'soon', ''].filter(isCalendarDay)).toEqual([])
  expect(
    ['2026-02-26', '2026-02-27', '2026-02-28', '2028-02-28', '2028-02-29'].map((on) => whyNotReviewDay(on, AT)),
  ).toEqual(['must be after today', 'must be after today', null, null, 'must be within 731 days'])
})

it('belongs to the reason MONITOR alone, which has 30 days where no day is named', () => {
  const review = asked('2026-04-01')
  expect(reviewOfClosing({ reason: 'FP_DATA', note: 'n', review }, AT)).toBeNull()
  expect(reviewOfClosing({ reason: 'MONITOR', note: 'n', review }, AT)).toEqual(review)
  expect(reviewOfClosing({ reason: 'MONITOR', note: 'watch the deposits' }, AT)).toEqual(
    asked('2026-03-29', 'watch the deposits'),
  )
})

const day = fc.integer({ min: 1, max: 700 }).map((days) => new Date(AT + days * 86_400_000).toISOString().slice(0, 10))
const review = fc.record({ on: day, watch: fc.constantFrom('a', 'b'), isDue: fc.boolean() })

it('never puts off a review that has not come, and never keeps one that came', () => {
  fc.assert(
    fc.property(review, day, (was, on) => {
      const next = joinReviews(was, asked(on))
      expect(next?.isDue).toBe(false)
      expect(next?.on).toBe(was.isDue || on < was.on ? on : was.on)
      // in any order, the same day
      expect(joinReviews(joinReviews(null, asked(on)), was)?.on).toBe(on < was.on ? on : was.on)
      expect(joinReviews(was, null)).toBe(was)
    }),
  )
})

it('ends with an STR, and once it came', () => {
  const planned = { ...asked('2026-04-01'), isDue: false }
  expect([reviewAfterClosing(planned, true), reviewAfterClosing({ ...planned, isDue: true }, false)]).toEqual([
    null,
    null,
  ])
  expect(reviewAfterClosing(planned, false)).toBe(planned)
  expect(reviewAfterClosing(null, false)).toBeNull()
})
