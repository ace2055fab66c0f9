import { describe, expect, test } from 'vitest'
import type * as bad from '#tests/support/bad-readers.ts'
import { ReaderPool, type Limits } from './pool.ts'
import { anyReader } from './reader.ts'

const pool = new ReaderPool({ size: 1, line: 3 })
const limits: Limits = { bytes: 1000, cpuMs: 400, memoryMib: 100 }
const read = <Name extends keyof typeof bad>(name: Name, more: Partial<Limits> = {}) =>
  anyReader<typeof bad, Name>(
    new URL('../../tests/support/bad-readers.ts', import.meta.url),
    name,
    { ...limits, ...more },
    pool,
  )

describe('a reading is refused', () => {
  test.each([
    ['whose pattern backtracks', 'time', () => read('backtrack')(100)],
    ['that takes too much memory outside the heap', 'memory', () => read('fillBuffers', { cpuMs: 20_000 })(2000)],
    ['that fills the heap', 'memory', () => read('fillHeap', { cpuMs: 20_000 })(50_000_000)],
    ['that ends the process', 'crash', () => read('crash')(0)],
    ['of an input that is too large', 'size', () => read('sizeOf')(new Uint8Array(1001))],
  ])('%s, and the next one is served', async (_, reason, reading) => {
    await expect(reading()).rejects.toMatchObject({ reason })
    expect(await read('sizeOf')(new Uint8Array(1000))).toBe(1000)
  })

  test('with the message of the reader', async () => {
    await expect(read('refuse')('no letter')).rejects.toMatchObject({ reason: 'unreadable', message: 'no letter' })
  })

  test('where too many wait already', async () => {
    const readings = Array.from({ length: 5 }, () => read('sizeOf')(new Uint8Array(1)))
    const outcomes = await Promise.allSettled(readings)
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(outcomes[4]).toMatchObject({ reason: { reason: 'busy' } })
  })
})

test('a reader sees no settings of the server', async () => {
  process.env['DATABASE_URL'] ??= ''
  expect(await read('settings')(null)).toEqual([])
})

test('a process is used again after a reading, and not after one that made it large', async () => {
  const first = await read('processOf')(null)
  expect(await read('processOf')(null)).toBe(first)
  expect(await read('fillBuffers', { memoryMib: 1000, cpuMs: 20_000 })(500)).toBe(500)
  expect(await read('processOf')(null)).not.toBe(first)
})

test('the CPU time of a reading is reported', async () => {
  const { cpuMs } = await read('fillHeap', { cpuMs: 20_000 }).measured(200_000)
  expect(cpuMs).toBeGreaterThan(0)
})
