import { afterEach, expect, it, vi } from 'vitest'
import type { Engine } from './engine-client.ts'
import { keepWorkerReady } from './keep-worker-ready.ts'
import { Pending } from './pending.ts'

afterEach(() => vi.unstubAllGlobals())

/** A window with one decision that is not sent, before a browser that notes what the worker is told. */
function setUp() {
  const told: { type: string }[] = []
  const active = { postMessage: (message: { type: string }) => void told.push(message) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } })
  const pending = new Pending()
  pending.change([
    {
      op: {
        opId: 'a',
        at: 0,
        by: { id: 'u1', name: 'Ana' },
        kind: 'case.await',
        target: { platform: 'paxum', customerId: '7', caseId: 'PX1' },
        body: {},
      },
      state: 'held',
      label: 'Await',
      group: 'g',
      commandId: 'case.await',
      holdUntil: 0,
      seq: 1,
      attempts: 0,
      nextAt: 0,
    },
  ])
  let change = () => {}
  let pack = () => {}
  const engine = {
    subscribe: (listener: () => void) => {
      change = listener
      return () => {}
    },
    status: () => ({ unsent: 1 }),
    calls: { handOver: () => new Promise((resolve) => (pack = () => resolve({ type: 'hand-over' }))) },
  } as unknown as Engine
  const takeBack = keepWorkerReady({
    engine,
    pending,
    token: { get: () => 'token', subscribe: () => () => {} },
    isOnline: () => true,
    clock: {
      after(_, run) {
        run()
        return () => {}
      },
    },
  })
  change()
  return { takeBack, pack: () => pack(), types: () => told.map(({ type }) => type) }
}

it('gives the worker the keys it needs, and revokes them', async () => {
  const { takeBack, pack, types } = setUp()
  pack()
  await expect.poll(types).toEqual(['hand-over'])
  takeBack()
  await expect.poll(types).toEqual(['hand-over', 'take-back'])
})

it('does not give it keys that were revoked while being packed', async () => {
  const { takeBack, pack, types } = setUp()
  takeBack()
  pack()
  await expect.poll(types).toEqual(['take-back'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(types()).toEqual(['take-back'])
})
