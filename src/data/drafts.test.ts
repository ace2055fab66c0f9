import { expect, it } from 'vitest'
import { createDrafts } from './drafts.ts'
import type { Engine, EngineStatus } from './engine-client.ts'

/** A device whose databases open when they are told to, and that seals when it is let. */
function device() {
  const sealed = new Map<string, unknown>()
  const writes: (() => void)[] = []
  const listeners = new Set<() => void>()
  let storage: EngineStatus['storage'] = 'off'
  const slow = (write: () => void) =>
    new Promise<void>((resolve) => {
      writes.push(() => {
        write()
        resolve()
      })
    })
  const engine = {
    snapshots: {
      get: async (key) => (storage === 'ok' && sealed.has(key) ? { value: sealed.get(key), at: 1 } : null),
      put: (key, _, value) => slow(() => sealed.set(key, value)),
      drop: (key) => slow(() => sealed.delete(key)),
    },
    status: () => ({ storage }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as Pick<Engine, 'snapshots' | 'subscribe'> & { status: () => Pick<EngineStatus, 'storage'> }
  return {
    sealed,
    writes,
    /** Those of another window of the device. */
    drafts: () => createDrafts<string>({ engine: engine as Engine, kind: 'note', platform: () => 'paxum' }),
    open() {
      storage = 'ok'
      for (const listener of listeners) listener()
    },
    /** Lets the device do what it was asked, and what it is asked meanwhile. */
    async catchUp() {
      while (writes.length > 0) {
        writes.shift()?.()
        await settled()
      }
    },
  }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

it('is there at once; of what is typed while the device seals, it seals the latest alone', async () => {
  const { drafts, sealed, writes, catchUp } = device()
  const written = drafts()
  for (const text of ['a', 'ab', 'abc']) written.write('7', text)
  expect([written.read('7'), writes.length, sealed.size]).toEqual(['abc', 1, 0])
  writes[0]?.()
  await settled()
  expect(writes).toHaveLength(2)
  await catchUp()
  expect([...sealed]).toEqual([['draft:note:7', 'abc']])
})

it('comes back in another window, though it is asked for before the device is open', async () => {
  const { drafts, open, catchUp } = device()
  drafts().write('7', 'ab')
  await catchUp()
  const next = drafts()
  next.open('7')
  await settled()
  expect(next.read('7')).toBeUndefined()
  open()
  await settled()
  expect(next.read('7')).toBe('ab')
})

it('is not overwritten by what the device had, where it was written on meanwhile', async () => {
  const { drafts, open, catchUp } = device()
  drafts().write('7', 'old')
  await catchUp()
  const next = drafts()
  next.open('7')
  next.write('7', 'new')
  open()
  await settled()
  expect(next.read('7')).toBe('new')
})

it('is gone from the device once it is dropped, also where it was just being sealed', async () => {
  const { drafts, sealed, open, catchUp } = device()
  open()
  const written = drafts()
  written.write('7', 'ab')
  written.drop('7')
  await catchUp()
  expect([written.read('7'), sealed.size]).toEqual([null, 0])
  written.open('8')
  await settled()
  expect(written.read('8')).toBeNull()
})
