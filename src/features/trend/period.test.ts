import { expect, test } from 'vitest'
import { lastDays, periodFault, readPeriod } from './period.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

test('an impossible period is reported at its field', () => {
  expect(periodFault({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
    to: 'To 2026-03-01 is before From 2026-03-02.',
  })
  expect(periodFault({ from: '2026-02-30', to: '2026-03-01' })).toEqual({ from: 'Enter a day of the calendar.' })
  expect(periodFault({ from: '2026-02-03', to: '' })).toEqual({ to: 'Enter a day of the calendar.' })
  expect(periodFault({ from: '2025-03-01', to: '2026-03-02' })).toEqual({
    to: 'A period is at most 366 days long; this one has 367.',
  })
  expect(periodFault({ from: '2025-03-01', to: '2026-03-01' })).toEqual({})
  expect(periodFault({ from: '2026-03-01', to: '2026-03-01' })).toEqual({})
})

test('an address without a period means the last 30 days, and any other is shown as it is', () => {
  expect(readPeriod({}, NOW)).toEqual({ from: '2026-02-09', to: '2026-03-10' })
  expect(readPeriod({ from: 7, to: '2026-03-01' }, NOW)).toEqual({ from: '7', to: '2026-03-01' })
  expect(lastDays(1, NOW)).toEqual({ from: '2026-03-10', to: '2026-03-10' })
})
