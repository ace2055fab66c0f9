import { expect, it } from 'vitest'
import { expiryOf, expiryText } from './expiry.ts'

const startDate = '2026-01-01'

it.each([
  [{ startDate, endDate: null }, 'open', 'no end'],
  [{ startDate, endDate: '2026-03-30' }, 'running', 'ends in 20 days'],
  [{ startDate, endDate: '2026-03-24' }, 'ending', 'ends in 14 days'],
  // the last day is a day on which it holds
  [{ startDate, endDate: '2026-03-10' }, 'ending', 'ends today'],
  [{ startDate, endDate: '2026-03-09' }, 'ended', 'ended yesterday'],
  [{ startDate, endDate: '2026-02-28' }, 'ended', 'ended 10 days ago'],
  [{ startDate: '2026-03-11', endDate: null }, 'coming', 'begins in 1 day'],
] as const)('%j is %s: %s', (period, expiry, words) => {
  expect([expiryOf(period, '2026-03-10'), expiryText(period, '2026-03-10')]).toEqual([expiry, words])
})
