import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('runs the first call at once, then the last of each interval', () => {
  const said: string[] = []
  const pacer = createThrottle<string>(1000, (text) => said.push(text))
  pacer.push('row 1')
  pacer.push('row 2')
  pacer.push('row 3')
  expect(said).toEqual(['row 1'])
  vi.advanceTimersByTime(1000)
  pacer.push('row 4')
  expect(said).toEqual(['row 1', 'row 3'])
  vi.advanceTimersByTime(5000)
  expect(said).toEqual(['row 1', 'row 3', 'row 4'])
})

test('runs nothing after it was stopped', () => {
  const said: string[] = []
  const pacer = createThrottle<string>(1000, (text) => said.push(text))
  pacer.push('one')
  pacer.push('two')
  pacer.stop()
  vi.advanceTimersByTime(5000)
  expect(said).toEqual(['one'])
})
