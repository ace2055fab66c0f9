import { expect, test } from 'vitest'
import { VirtualClock } from '#tests/support/engine-world.ts'
import { isEngine, KEEP_MS, KeyHolder } from './key-holder.ts'

const bundle = { mk: 'bWs=', shares: { '': 'c2hhcmU=' } }
const keep = (stem = 'a') => ({ type: 'keep', stem, ...bundle }) as const
const find = (stem = 'a') => ({ type: 'find', stem }) as const

test('only a worker that runs the engine’s script of a build is the engine', () => {
  const origin = 'https://docket.example'
  const asked = (type: string, path: string, of = origin) => isEngine({ type, url: of + path }, origin)
  expect(asked('worker', '/assets/worker-Bx3_a-9.js')).toBe(true)
  expect(asked('window', '/assets/worker-Bx3_a-9.js')).toBe(false)
  expect(asked('window', '/admin/paxum/cases/')).toBe(false)
  expect(asked('worker', '/api/files/worker-x.js')).toBe(false)
  expect(asked('worker', '/assets/worker-x.js/../other.js')).toBe(false)
  expect(asked('worker', '/assets/worker-x.js', 'https://evil.example')).toBe(false)
  expect(isEngine(undefined, origin)).toBe(false)
})

test('the worker holds one user’s keys for some minutes after the last request of a page, and drops them on request', () => {
  const clock = new VirtualClock()
  const holder = new KeyHolder(clock)
  holder.take(keep())
  expect([holder.take(find()), holder.take(find('b'))]).toEqual([bundle, null])
  holder.take(keep('b'))
  expect([holder.take(find()), holder.take(find('b'))]).toEqual([null, bundle])
  clock.time += KEEP_MS + 1
  expect(holder.take(find('b'))).toBeNull()
  holder.take(keep())
  holder.take({ type: 'drop', stem: 'b' })
  expect(holder.take(find())).toEqual(bundle)
  holder.take({ type: 'drop', stem: 'a' })
  expect(holder.take(find())).toBeNull()
})

test('the worker stays active while it holds keys, and delays no newer worker', async () => {
  const clock = new VirtualClock()
  const holder = new KeyHolder(clock)
  await holder.stay()
  holder.take(keep())
  const first = holder.stay()
  holder.take(keep())
  const second = holder.stay()
  // the later one stays in its place
  await first
  holder.close()
  await second
  holder.take(keep())
  expect(holder.take(find())).toBeNull()
  clock.time += 10_000
  holder.take(keep())
  const third = holder.stay()
  clock.advance(KEEP_MS)
  await third
  expect(holder.take(find())).toBeNull()
})
