import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveDay } from './date.ts'
import { dayText, isDay, readDay, readDays, readMoment, type Towards } from './day.ts'
import { dayOf } from './iso-day.ts'

const FRIDAY = '2026-11-27'
const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const towards = fc.constantFrom<Towards>('past', 'future')
const weekdayOf = (text: string) => new Date(`${text}T00:00:00Z`).getUTCDay()

describe('a typed day', () => {
  test('that is none is refused', () => {
    const wrong = [
      '',
      'soon',
      '2026-02-30',
      '2026-3/9',
      '31 feb',
      'mo',
      '8 foo',
      '12',
      '20263',
      '+',
      'next',
      '2 dec 26',
    ]
    expect(wrong.map((text) => readDay(text, FRIDAY, 'future'))).toEqual(wrong.map(() => null))
    fc.assert(
      fc.property(fc.string(), day, towards, (text, today, to) => {
        const read = readDay(text, today, to)
        expect(read === null || isDay(read)).toBe(true)
      }),
    )
  })

  test.each([
    ['2026-3-9', '2026-03-09', '2026-03-09'],
    ['20260309', '2026-03-09', '2026-03-09'],
    ['Today', FRIDAY, FRIDAY],
    ['tom', '2026-11-28', '2026-11-28'],
    ['yesterday', '2026-11-26', '2026-11-26'],
    ['mon', '2026-11-30', '2026-11-23'],
    ['fri', FRIDAY, FRIDAY],
    ['next fri', '2026-12-04', '2026-12-04'],
    ['last friday', '2026-11-20', '2026-11-20'],
    ['+3', '2026-11-30', '2026-11-30'],
    ['-1w', '2026-11-20', '2026-11-20'],
    ['2 weeks', '2026-12-11', '2026-11-13'],
    ['2 dec', '2026-12-02', '2025-12-02'],
    ['Dec 2', '2026-12-02', '2025-12-02'],
    ['2dec', '2026-12-02', '2025-12-02'],
    ['dec 2, 2024', '2024-12-02', '2024-12-02'],
    ['29 feb', '2028-02-29', '2024-02-29'],
  ])('%s is %s ahead and %s back', (text, ahead, back) => {
    expect([readDay(text, FRIDAY, 'future'), readDay(text, FRIDAY, 'past')]).toEqual([ahead, back])
  })

  test('in full is the same whatever day it is typed on', () => {
    fc.assert(
      fc.property(day, day, towards, (text, today, to) => {
        expect(readDay(text, today, to)).toBe(text)
      }),
    )
  })

  test('by weekday, span or date lies where it was asked for', () => {
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    fc.assert(
      fc.property(day, fc.nat(6), fc.nat(400), day, towards, (today, weekday, days, other, to) => {
        const lies = (read: string) => expect(to === 'future' ? read >= today : read <= today).toBe(true)
        const byName = readDay(names[weekday] ?? '', today, to) ?? ''
        expect(weekdayOf(byName)).toBe(weekday)
        expect(Math.abs(Date.parse(byName) - Date.parse(today))).toBeLessThan(7 * 86_400_000)
        lies(byName)
        expect(readDay(`+${days}`, today, to)).toBe(moveDay(today, { days }))
        const text = new Date(`${other}T00:00:00Z`).toLocaleDateString('en-GB', {
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        })
        const byDate = readDay(text, today, to) ?? ''
        expect(byDate.slice(5)).toBe(other.slice(5))
        lies(byDate)
      }),
    )
  })
})

describe('typed days', () => {
  test.each([
    ['fri', FRIDAY, FRIDAY],
    ['mon-fri', '2026-11-30', '2026-12-04'],
    ['mon fri', '2026-11-30', '2026-12-04'],
    ['today +3', FRIDAY, '2026-11-30'],
    ['2 dec to 9 dec', '2026-12-02', '2026-12-09'],
    ['2 dec - 2 jan', '2026-12-02', '2027-01-02'],
    ['2026-12-01 2026-12-05', '2026-12-01', '2026-12-05'],
    ['2026-12-01–2026-12-05', '2026-12-01', '2026-12-05'],
  ])('%s are %s to %s', (text, from, to) => {
    expect(readDays(text, FRIDAY, 'future')).toEqual({ from, to })
  })

  test('end no earlier than they begin, and are none where one of them is none', () => {
    expect(['', 'mon-', 'mon soon', '2026-12-05 2026-12-01'].map((text) => readDays(text, FRIDAY))).toEqual(
      Array(4).fill(null),
    )
    fc.assert(
      fc.property(day, day, day, towards, (a, b, today, to) => {
        expect(readDays(`${a} ${b}`, today, to)).toEqual(a <= b ? { from: a, to: b } : null)
      }),
    )
  })
})

test('a moment is a day with a time, midnight without one', () => {
  const now = Date.parse(`${FRIDAY}T10:00:00Z`)
  const read = ['fri 17:30', '2026-12-02T08:05', '2 dec', 'mon 9:00', 'fri 25:00', '17:00'].map((text) =>
    readMoment(text, now),
  )
  expect(read.map((at) => (at === null ? null : new Date(at).toISOString().slice(0, 16)))).toEqual([
    '2026-11-27T17:30',
    '2026-12-02T08:05',
    '2026-12-02T00:00',
    '2026-11-30T09:00',
    null,
    null,
  ])
  expect([dayOf(now), dayText(FRIDAY)]).toEqual([FRIDAY, 'Fri 27 Nov'])
})
