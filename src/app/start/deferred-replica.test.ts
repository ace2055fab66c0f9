import { expect, test, vi } from 'vitest'
import { deferReplica } from './deferred-replica.ts'

test('the open work of the current platform is read once the first rows are there', () => {
  const follow = vi.fn()
  const work = deferReplica(follow)
  work.follow('paxum')
  work.follow('multifi')
  expect(follow).not.toHaveBeenCalled()
  work.begin()
  expect(follow.mock.calls).toEqual([['multifi']])
  work.follow('paydek')
  work.begin()
  expect(follow.mock.calls).toEqual([['multifi'], ['paydek']])
})
