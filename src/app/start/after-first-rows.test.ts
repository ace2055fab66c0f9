import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SCREENS } from '#src/app/screens.tsx'
import { afterFirstRows } from './after-first-rows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A router that has yet to show a screen, and a list that has yet to be opened. */
function window(name: string) {
  const screen = SCREENS.find((one) => one.name === name)
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const tell = () => listeners.forEach((listener) => listener())
  let source: { state: 'empty' | 'ready' | 'failed'; subscribe: typeof subscribe } | null = null
  let rendered = () => {}
  const router = {
    state: { matches: [{ staticData: { screen } }] },
    subscribe: (_: string, listener: () => void) => {
      rendered = listener
      return () => (rendered = () => {})
    },
  } as unknown as Parameters<typeof afterFirstRows>[0]
  const list = { store: { getState: () => ({ source }), subscribe } }
  return {
    router,
    list,
    render: () => rendered(),
    show(state: 'empty' | 'ready' | 'failed') {
      source = { state, subscribe }
      tell()
    },
    idle: () => vi.advanceTimersByTime(10_000),
  }
}

it('waits until the queue has rows and the browser is idle', () => {
  const { router, list, render, show, idle } = window('cases')
  const run = vi.fn()
  afterFirstRows(router, list, run)
  render()
  show('empty')
  idle()
  expect(run).not.toHaveBeenCalled()
  show('ready')
  expect(run).not.toHaveBeenCalled()
  idle()
  show('ready')
  idle()
  expect(run).toHaveBeenCalledTimes(1)
})

it('does not wait for rows that could not be read nor, on another screen, for any', () => {
  for (const [name, state] of [
    ['cases', 'failed'],
    ['outbox', null],
  ] as const) {
    const { router, list, render, show, idle } = window(name)
    const run = vi.fn()
    afterFirstRows(router, list, run)
    render()
    if (state) show(state)
    idle()
    expect(run).toHaveBeenCalledTimes(1)
  }
})

it('does nothing once it is cancelled', () => {
  const { router, list, render, show, idle } = window('cases')
  const run = vi.fn()
  const stop = afterFirstRows(router, list, run)
  render()
  stop()
  show('ready')
  idle()
  expect(run).not.toHaveBeenCalled()
})
