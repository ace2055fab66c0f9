import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError, loadScreen } from './load-screen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('fails after two attempts, with the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn(() => Promise.reject(cause))
  const failure = expect(loadScreen(load)).rejects.toMatchObject({ name: 'ChunkError', cause })
  await vi.runAllTimersAsync()
  await failure
  expect(load).toHaveBeenCalledTimes(2)
})

it('fails on a chunk that never arrives', async () => {
  const failure = expect(loadScreen(() => new Promise(() => {}), 120_000)).rejects.toBeInstanceOf(ChunkError)
  await vi.advanceTimersByTimeAsync(240_500)
  await failure
})

it('waits for a slow chunk up to the timeout', async () => {
  const slow = () => new Promise((resolve) => setTimeout(() => resolve('screen'), 119_000))
  const loaded = expect(loadScreen(slow)).resolves.toBe('screen')
  await vi.advanceTimersByTimeAsync(119_000)
  await loaded
})

it('retries once', async () => {
  let tries = 0
  const load = () => ((tries += 1) === 1 ? Promise.reject(new Error('lost')) : Promise.resolve('screen'))
  const loaded = expect(loadScreen(load)).resolves.toBe('screen')
  await vi.runAllTimersAsync()
  await loaded
})
