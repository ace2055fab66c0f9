import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead, holdAhead } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const idle = () => vi.advanceTimersByTime(10_000)
const part = () => vi.fn(() => Promise.resolve())

test('preloads nothing while paused, and everything when idle', () => {
  const [early, late, left] = [part(), part(), part()]
  const go = holdAhead()
  fetchAhead(early)
  fetchAhead(left)()
  idle()
  expect(early).not.toHaveBeenCalled()
  go()
  fetchAhead(late)
  expect([early, late].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  idle()
  expect([early, late, left].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('does not preload what was cancelled, begun or not', () => {
  const run = part()
  const go = holdAhead()
  const stop = fetchAhead(run)
  go()
  stop()
  idle()
  expect(run).not.toHaveBeenCalled()
})
