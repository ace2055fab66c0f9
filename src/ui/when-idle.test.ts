import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchAhead, holdAhead } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const idle = () => vi.advanceTimersByTime(10_000)
const part = () => vi.fn(() => Promise.resolve())

test('nothing is fetched ahead while that is held back, and all of it when there is nothing else to do', () => {
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

test('what is not wanted any more is not fetched, begun or not', () => {
  const run = part()
  const go = holdAhead()
  const stop = fetchAhead(run)
  go()
  stop()
  idle()
  expect(run).not.toHaveBeenCalled()
})
