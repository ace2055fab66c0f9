import { expect, test } from 'vitest'
import { fromStamp } from '#contract/model/common.ts'
import { dueColumn } from './due-column.tsx'

const stampOf = (date: string) => ({ date, timezone: 'UTC' })
const row = { status: 'new', dueAt: stampOf('2026-03-10 12:00:00'), dueSoonAt: stampOf('2026-03-10 10:00:00') }

test.each([
  ['2026-03-09 11:00:00', 'in 1 d'],
  ['2026-03-10 11:20:00', 'in 40 min'],
  ['2026-03-10 11:59:30', 'now'],
  ['2026-03-10 15:00:00', '3 h late'],
])('at %s the remaining time is “%s”', (moment, text) => {
  const { text: textOf, spoken } = dueColumn(fromStamp(stampOf(moment)))
  expect([textOf(row), spoken?.(row)]).toEqual([text, `due ${text}`])
})

test('a row is not due while paused, nor before the server sends a date', () => {
  const { text, spoken, render } = dueColumn(fromStamp(stampOf('2026-03-11 12:00:00')))
  for (const still of [{ ...row, status: 'await' }, { ...row, dueAt: null, dueSoonAt: null }, { status: 'new' }])
    expect([text(still), spoken?.(still), render?.(still)]).toEqual(['', '', null])
})
