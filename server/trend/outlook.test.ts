import { expect, test } from 'vitest'
import { backlogOf, outlookOf, type Flow } from './outlook.ts'

const FIRST = '2026-06-01'
const weekday = (n: number) => n % 7
/** Seven times as many on the first day of the week as on the last, 20 closed a day but on the last two. */
const weekly = (n: number): Flow => ({ arrived: 28 - 4 * weekday(n), closed: weekday(n) < 5 ? 20 : 6 })
const flows = (count: number, of = weekly) => Array.from({ length: count }, (_, n) => of(n))

test('too short a past gives no forecast, and a past without a comparable week gives no error estimate', () => {
  expect(outlookOf(FIRST, backlogOf(flows(27), 90))).toMatchObject({ ahead: [], error: null })
  const short = outlookOf(FIRST, backlogOf(flows(28), 90))
  expect(short.ahead).toHaveLength(7)
  expect(short.error).toBeNull()
  expect(short.ahead[0]).toMatchObject({ low: null, high: null })
})

test('without closed cases the number of days is absent, not infinite', () => {
  const still = outlookOf(
    FIRST,
    backlogOf(
      flows(60, () => ({ arrived: 3, closed: 0 })),
      180,
    ),
  )
  expect(still.past.every(({ daysToClear }) => daysToClear === null)).toBe(true)
  expect(still.ahead.map(({ daysToClear }) => daysToClear)).toEqual(Array(7).fill(null))
})

test('the past backlog is computed back from what is open now', () => {
  const days = backlogOf(
    [
      { arrived: 5, closed: 2 },
      { arrived: 1, closed: 4 },
    ],
    10,
  )
  expect(days.map(({ open }) => open)).toEqual([13, 10])
})

test('a weekly pattern is forecast exactly, where “as today” is wrong', () => {
  const { ahead, error, past } = outlookOf(FIRST, backlogOf(flows(70), 100))
  expect(past.at(-1)?.day).toBe('2026-08-09')
  expect(ahead.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, n) => `2026-08-${10 + n}`))
  expect(ahead.map(({ arrived }) => arrived)).toEqual(Array.from({ length: 7 }, (_, n) => weekly(n).arrived))
  expect(error?.meanDays).toBeCloseTo(0, 8)
  expect(error?.naiveDays).toBeGreaterThan(0.1)
  // 70 days, the first forecast after 35: 29 of them have the whole week behind them
  expect(error?.tried).toBe(29 * 7)
})

test('the range covers four of five past errors', () => {
  let seed = 7
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const noisy = () => ({ arrived: Math.round(20 + 10 * chance()), closed: Math.round(20 + 10 * chance()) })
  const { ahead, error } = outlookOf(FIRST, backlogOf(flows(98, noisy), 120))
  expect(error?.meanDays).toBeGreaterThan(0)
  for (const { low, high, daysToClear } of ahead) {
    expect(low).toBeLessThan(daysToClear ?? 0)
    expect(high).toBeGreaterThan(daysToClear ?? 0)
  }
})
