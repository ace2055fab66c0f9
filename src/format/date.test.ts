import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toStamp } from '#contract/model/common.ts'
import { formatBuildDate, formatDateTime, formatDateTimeAmPm, formatDay, splitDate, toMillis, moveDay } from './date.ts'

/** The range of four-digit years, to the second. */
const moment = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))

describe('a moment', () => {
  test.each([
    [{ date: '2026-03-09 04:05:06', timezone: 'UTC' }, '2026-03-09 04:05:06'],
    ['2026-03-09 04:05:06', '2026-03-09 04:05:06'],
    ['2026-03-09T04:05:06', '2026-03-09 04:05:06'],
    ['2026-03-09T04:05:06.789Z', '2026-03-09 04:05:06'],
    ['2026-03-09T04:05:06+02:00', '2026-03-09 02:05:06'],
    ['2026-03-09', '2026-03-09 00:00:00'],
    [Date.UTC(2026, 2, 9, 4, 5, 6), '2026-03-09 04:05:06'],
  ])('%o is read', (given, shown) => {
    expect(formatDateTime(given)).toBe(shown)
  })

  test.each(['', 'soon', '2026-13-01', '2026-01-01 25:00:00'])('%s is invalid and stays unchanged', (given) => {
    expect([formatDateTime(given), formatDateTimeAmPm(given), formatDay(given)]).toEqual([given, given, given])
    expect(formatDateTime({ date: given, timezone: 'UTC' })).toBe(given)
  })

  test('beyond the calendar stays unchanged', () => {
    expect(formatDateTime(9e15)).toBe('9000000000000000')
    expect(formatDateTime(Number.NaN)).toBe('NaN')
  })

  test.each([
    ['00:00:00', '12:00 AM'],
    ['00:59:59', '12:59 AM'],
    ['01:05:00', '01:05 AM'],
    ['11:59:59', '11:59 AM'],
    ['12:00:00', '12:00 PM'],
    ['13:30:00', '01:30 PM'],
    ['23:59:59', '11:59 PM'],
  ])('at %s is %s', (time, shown) => {
    expect(formatDateTimeAmPm(`2026-03-09 ${time}`)).toBe(`2026-03-09 ${shown}`)
  })

  test('is unchanged when written and read again', () => {
    fc.assert(
      fc.property(moment, (date) => {
        expect(formatDateTime(toStamp(date))).toBe(toStamp(date).date)
        expect(toMillis(formatDateTime(date.getTime()))).toBe(date.getTime())
      }),
    )
  })

  test('keeps its hour in twelve-hour format', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const [, day, hour, minute, half] =
          /^(.+) (\d{2}):(\d{2}) ([AP])M$/.exec(formatDateTimeAmPm(date.getTime())) ?? []
        const back = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
        expect([day, back, Number(minute)]).toEqual([
          formatDay(date.getTime()),
          date.getUTCHours(),
          date.getUTCMinutes(),
        ])
      }),
    )
  })
})

test('the build date has the day before the month', () => {
  expect(formatBuildDate('2026-03-09T04:05:06.000Z')).toBe('04:05 - 09/03')
})

test('the date widget takes the text apart', () => {
  expect(splitDate('2026-03-09 04:05:06')).toEqual({ date: '2026-03-09', time: '04:05:06' })
  expect(splitDate('2026-03-09T04:05:06.000Z')).toEqual({ date: '2026-03-09', time: '04:05:06' })
  expect(splitDate('2026-03-09')).toEqual({ date: '2026-03-09', time: '' })
  expect(splitDate('')).toEqual({ date: '', time: '' })
})

test('a day moves by days and by months, within the shorter month', () => {
  expect(moveDay('2026-02-28', { days: 1 })).toBe('2026-03-01')
  expect(moveDay('2026-01-01', { days: -1 })).toBe('2025-12-31')
  expect(moveDay('2026-01-31', { months: 1 })).toBe('2026-02-28')
  expect(moveDay('2024-01-31', { months: 1 })).toBe('2024-02-29')
  expect(moveDay('2026-03-31', { months: -1 })).toBe('2026-02-28')
  expect(moveDay('2026-12-15', { months: 1 })).toBe('2027-01-15')
})
