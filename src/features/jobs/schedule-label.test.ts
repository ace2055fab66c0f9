import { expect, test } from 'vitest'
import { scheduleLabel } from './schedule-label.ts'

test('a schedule is told in words, and one that has none as it is kept', () => {
  const told = ['* * * * *', '*/10 * * * *', '0 * * * *', '5 3 * * *', '5 4 * * 1', '0 9-17 * * *', '1,31 * * * *']
  expect(told.map(scheduleLabel)).toEqual([
    'Every minute',
    'Every 10 minutes',
    'Hourly at :00',
    'Daily at 03:05',
    '5 4 * * 1',
    '0 9-17 * * *',
    '1,31 * * * *',
  ])
})
