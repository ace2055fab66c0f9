import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLater } from './read-later.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the open work is read once the first rows are there, of the platform that is open by then', () => {
  const follow = vi.fn()
  const work = readLater(follow)
  work.start()
  work.follow('paxum')
  work.follow('multifi')
  expect(follow).not.toHaveBeenCalled()
  work.begin()
  expect(follow.mock.calls).toEqual([['multifi']])
  work.follow('paydek')
  work.begin()
  expect(follow.mock.calls).toEqual([['multifi'], ['paydek']])
})

test('rows that do not come keep it waiting two seconds, and a window that is gone for ever', () => {
  const [shown, gone] = [vi.fn(), vi.fn()]
  const work = readLater(shown)
  work.start()
  work.follow('paxum')
  const other = readLater(gone)
  other.start()()
  other.follow('paxum')
  vi.advanceTimersByTime(1999)
  expect(shown).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect([shown.mock.calls.length, gone.mock.calls.length]).toEqual([1, 0])
})
