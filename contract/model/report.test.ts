import { expect, test } from 'vitest'
import { defaultRange, withoutPaging } from './report.ts'

test('CSV and metadata requests ask for all rows', () => {
  expect(withoutPaging({ page: 3, pageSize: 20, platform: 'paxum' })).toEqual({
    pageSize: 10_000_000,
    platform: 'paxum',
  })
})

test.each([
  ['2026-11-21T12:00:00Z', '2026-08-21 00:00:00', '2026-11-21 23:59:59'],
  ['2026-02-10T23:59:59Z', '2025-11-10 00:00:00', '2026-02-10 23:59:59'],
  // three months before the 31st of May there is no 31st
  ['2026-05-31T00:00:00Z', '2026-02-28 00:00:00', '2026-05-31 23:59:59'],
  ['2028-05-30T00:00:00Z', '2028-02-29 00:00:00', '2028-05-30 23:59:59'],
])('on %s reports start at %s', (now, startDate, endDate) => {
  expect(defaultRange(new Date(now))).toEqual({ startDate, endDate })
})
