import { expect, it } from 'vitest'
import { createDrafts } from './drafts.ts'
import type { Clock } from './engine/clock.ts'
import type { Engine, EngineStatus } from './engine-client.ts'

/** A device whose clock is turned by hand and whose databases open when they are told to. */
function device() {
  const sealed = new Map<string, unknown>()
  const due = new Set<() => void>()
  const listeners = new Set<() => void>()
  let storage: EngineStatus['storage'] = 'off'
  const clock: Clock = {
    now: () => 1,
    after(_, run) {
      due.add(run)
      return () => due.delete(run)
    },
  }
  const engine = {
    snapshots: {
      get: async (key) => (storage === 'ok' && sealed.has(key) ? { value: sealed.get(key), at: 1 } : null),
      put: async (key, _, value) => void sealed.set(key, value),
      drop: async (key) => void sealed.delete(key),
    },
    status: () => ({ storage }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as Pick<Engine, 'snapshots' | 'subscribe'> & { status: () => Pick<EngineStatus, 'storage'> }
  return {
    sealed,
    /** Another window of the device. */
    drafts: () => createDrafts<string>({ engine: engine as Engine, kind: 'note', platform: () => 'paxum', clock }),
    open() {
      storage = 'ok'
      for (const listener of listeners) listener()
    },
    pass() {
      for (const run of due) run()
      due.clear()
    },
  }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

it('is there at once, and sealed once typing rests', () => {
  const { drafts, sealed, pass } = device()
  const written = drafts()
  written.write('7', 'a')
  written.write('7', 'ab')
  expect([written.read('7'), sealed.size]).toEqual(['ab', 0])
  pass()
  expect([...sealed]).toEqual([['draft:note:7', 'ab']])
})

it('comes back in another window, though it is asked for before the device is open', async () => {
  const { drafts, open, pass } = device()
  drafts().write('7', 'ab')
  pass()
  const next = drafts()
  next.open('7')
  await settled()
  expect(next.read('7')).toBeUndefined()
  open()
  await settled()
  expect(next.read('7')).toBe('ab')
})

it('is not overwritten by what the device had, where it was written on meanwhile', async () => {
  const { drafts, open, pass } = device()
  drafts().write('7', 'old')
  pass()
  const next = drafts()
  next.open('7')
  next.write('7', 'new')
  open()
  await settled()
  expect(next.read('7')).toBe('new')
})

it('is gone from the device once it is dropped, also where it was just about to be sealed', async () => {
  const { drafts, sealed, open, pass } = device()
  open()
  const written = drafts()
  written.write('7', 'ab')
  written.drop('7')
  pass()
  expect([written.read('7'), sealed.size]).toEqual([null, 0])
  const other = drafts()
  other.open('8')
  await settled()
  expect(other.read('8')).toBeNull()
})
