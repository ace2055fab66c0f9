import { expect, it } from 'vitest'
import { readLater, laterDays } from './later.ts'

const FRIDAY = Date.UTC(2026, 5, 5, 16)

it('names the usual days; on a Monday next Monday is a week away', () => {
  expect(laterDays(FRIDAY).map(({ name, day }) => `${name} ${day}`)).toEqual([
    'Tomorrow 2026-06-06',
    'Next Monday 2026-06-08',
    'In 1 week 2026-06-12',
    'In 2 weeks 2026-06-19',
    'In 1 month 2026-07-05',
  ])
  expect(laterDays(Date.UTC(2026, 5, 8))[1]?.day).toBe('2026-06-15')
})

it('reads typed days, and refuses past ones', () => {
  const read = (text: string) => readLater(text, FRIDAY)
  expect(['3d', '2 weeks', '1m', '2026-06-08', '8 jun', '4 June', '5 dec'].map(read)).toEqual([
    '2026-06-08',
    '2026-06-19',
    '2026-07-05',
    '2026-06-08',
    '2026-06-08',
    '2027-06-04',
    '2026-12-05',
  ])
  expect(['', '0d', 'today', '2026-06-05', '2026-13-01', '8 foo', 'soon', '31 abc'].map(read)).toEqual(
    Array(8).fill(null),
  )
})
