import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const PARENT = `
  import { anyReader } from './server/readers/reader.ts'
  import { ReaderPool } from './server/readers/pool.ts'
  const pool = new ReaderPool({ size: 1, line: 1 })
  const module = new URL('./tests/support/bad-readers.ts', import.meta.url)
  await anyReader(module, 'spin', { cpuMs: 3_600_000, memoryMib: 300 }, pool)(process.argv.at(-1))`

test('a reading ends with the server, also where that is killed', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-reader-'))
  const path = join(folder, 'pid')
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PARENT, path], {
    stdio: 'ignore',
  })
  const poll = { timeout: 60_000 }
  await expect.poll(() => (existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0), poll).toBeGreaterThan(0)
  const pid = Number(readFileSync(path, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), poll).toBe(false)
  rmSync(folder, { recursive: true })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the CPU time of a reading is reported', async () => {
  const { cpuMs } = await read('fillHeap', { cpuMs: 20_000 }).measured(200_000)
  expect(cpuMs).toBeGreaterThan(0)
})
