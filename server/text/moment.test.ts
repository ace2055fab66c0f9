import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMoment, type MomentForm } from './moment.ts'

const latest = new Date('2026-11-28T00:00:00Z')
const read = (text: string, form: Partial<MomentForm> = {}, time?: string) =>
  readMoment(text, 'at', { latest, ...form }, time)

test.each<[string, Partial<MomentForm>, RegExp]>([
  ['2026-02-31', {}, /does not exist in the calendar/],
  ['2025-02-29', {}, /does not exist/],
  ['31/04/2026', { order: 'day first' }, /does not exist/],
  ['13/13/2026', { order: 'day first' }, /does not exist/],
  ['0026-11-20', {}, /year 0026/],
  ['2126-11-20', {}, /later than/],
  ['20/11/26', { order: 'day first' }, /four digits/],
  ['03/04/2026', {}, /day or the month/],
  ['25/04/2026', {}, /day or the month/],
  ['45987', {}, /spreadsheet's serial number, perhaps 2025-11-26/],
  ['45987.5', {}, /spreadsheet's serial number/],
  ['1764547200', {}, /seconds since 1970/],
  ['2026-11-20 25:00', {}, /time that does not exist/],
  ['2026-11-20 10:60:00', {}, /time that does not exist/],
  ['2026-11-20 10:00:60', {}, /time that does not exist/],
  ['2026-11-20 13:00 PM', {}, /time that does not exist/],
  ['2026-11-20T10:00:00+25:00', {}, /zone that does not exist/],
  ['2026-11-20 noon', {}, /no time that can be read/],
  ['2026-03-29 02:30', { zone: 'Europe/Prague' }, /does not exist in Europe.Prague/],
  ['yesterday', {}, /not a date/],
  ['', {}, /missing/],
  ['930231', { order: 'yymmdd' }, /does not exist/],
  ['19930101', { order: 'yymmdd' }, /not YYMMDD/],
  ['1', { order: 'hours' }, /nobody named/],
  ['1.5', { order: 'hours', start: new Date('2026-01-01') }, /not a number of hours/],
  ['99999', { order: 'days', start: new Date('2026-01-01') }, /earlier start/],
])('%s with %j is refused', (text, form, message) => {
  expect(() => read(text, form)).toThrow(message)
})

test.each<[string, Partial<MomentForm>, string]>([
  ['2026-11-20', {}, '2026-11-20T00:00:00.000Z'],
  ['2026/11/20 00:20', {}, '2026-11-20T00:20:00.000Z'],
  ['2026.11.20', {}, '2026-11-20T00:00:00.000Z'],
  ['20261120', {}, '2026-11-20T00:00:00.000Z'],
  ['20261120T101112', {}, '2026-11-20T10:11:12.000Z'],
  ['2024-02-29T10:00:00.250Z', {}, '2024-02-29T10:00:00.250Z'],
  ['2026-11-20T10:00:00+02:00', {}, '2026-11-20T08:00:00.000Z'],
  ['2026-11-20 10:00 -0530', {}, '2026-11-20T15:30:00.000Z'],
  ['2026-11-20 12:30 AM', {}, '2026-11-20T00:30:00.000Z'],
  ['03/04/2026', { order: 'day first' }, '2026-04-03T00:00:00.000Z'],
  ['03/04/2026', { order: 'month first' }, '2026-03-04T00:00:00.000Z'],
  ['3.4.2026 7:05', { order: 'day first' }, '2026-04-03T07:05:00.000Z'],
  ['20 Nov 2026', {}, '2026-11-20T00:00:00.000Z'],
  ['930101', { order: 'yymmdd' }, '1993-01-01T00:00:00.000Z'],
  ['251231', { order: 'yymmdd' }, '2025-12-31T00:00:00.000Z'],
  ['25', { order: 'hours', start: new Date('2026-01-01') }, '2026-01-02T01:00:00.000Z'],
  ['2026-07-01 12:00', { zone: 'Europe/Prague' }, '2026-07-01T10:00:00.000Z'],
  ['2026-10-25 02:30', { zone: 'Europe/Prague' }, '2026-10-25T00:30:00.000Z'],
])('%s with %j is %s', (text, form, at) => {
  expect(read(text, form).toJSON()).toBe(at)
})

test('a time of another column is added, and two times are refused', () => {
  expect(read('2026-11-20', {}, '10:35:19').toJSON()).toBe('2026-11-20T10:35:19.000Z')
  expect(() => read('2026-11-20 10:00', {}, '10:35:19')).toThrow(/is another/)
})

test('every day of the calendar is read as itself, and no other is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1900, max: 2026 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      (year, month, day) => {
        const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
        const there = new Date(`${text}T00:00:00Z`)
        const isDay = there.toJSON()?.slice(0, 10) === text && there <= latest
        if (isDay) expect(read(text).toJSON()).toBe(there.toJSON())
        else expect(() => read(text)).toThrow()
      },
    ),
  )
})
