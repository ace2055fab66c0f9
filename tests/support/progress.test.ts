import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readProgress } from '../../scripts/progress.mjs'

/** Starting a runner takes seconds of processor time, ms. */
vi.setConfig({ testTimeout: 120_000 })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-progress-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs tests with the reporter in a folder of their own; returns what it came to. */
function run(runner: readonly string[], files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'progress.ndjson')
  // a runner that finds itself below another one behaves otherwise
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  spawnSync(process.execPath, runner, { cwd: folder, env: { ...env, NODE_ENV: 'test', DOCKET_PROGRESS: file } })
  const { tests, ...counts } = readProgress(readFileSync(file, 'utf8'))
  return { ...counts, tests: tests.map(({ name, state }) => `${state} ${name}`).toSorted() }
}

const reporter = resolve('scripts/progress-reporter.mjs')

test('journeys that were left when the time was up are named and have failed', () => {
  const journeys = `import { test, expect } from '@playwright/test'
    test('passes', () => {})
    test.skip('is left out', () => {})
    test('fails', () => expect(1).toBe(2))
    test('is under way', () => (process.kill(process.ppid, 'SIGINT'), new Promise(() => {})))
    test('never began', () => {})`
  const config = `export default { workers: 1 }`
  const args = ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${reporter}`]
  expect(run(args, { 'a.spec.js': journeys, 'playwright.config.js': config })).toEqual({
    passed: 1,
    failed: 3,
    skipped: 1,
    names: [
      'a.spec.js:4 fails',
      'not run to its end: a.spec.js:5 is under way',
      'not run to its end: a.spec.js:6 never began',
    ],
    left: ['a.spec.js:5 is under way', 'a.spec.js:6 never began'],
    retried: [],
    tests: ['failed a.spec.js:4 fails', 'passed a.spec.js:2 passes', 'skipped a.spec.js:3 is left out'],
  })
})

test('a journey that passes at its second try has passed, and is named', () => {
  const journeys = `import { test, expect } from '@playwright/test'
    test('passes later', async ({}, { retry }) => expect(retry).toBe(1))
    test('fails', () => expect(1).toBe(2))`
  const config = `export default { workers: 1, retries: 1 }`
  const args = ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${reporter}`]
  expect(run(args, { 'a.spec.js': journeys, 'playwright.config.js': config })).toMatchObject({
    passed: 1,
    failed: 1,
    names: ['a.spec.js:3 fails'],
    retried: ['a.spec.js:2 passes later'],
  })
})

test('a file of tests that does not load has failed', () => {
  const good = `import { test, expect } from 'vitest'
    test('passes', () => {})
    test('fails', () => expect(1).toBe(2))`
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--globals', `--reporter=${reporter}`]
  const files = { 'a.test.js': good, 'b.test.js': 'throw new Error()', 'vitest.config.js': 'export default {}' }
  expect(run(args, files)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    names: ['a.test.js: fails', 'b.test.js'],
    left: [],
    retried: [],
    tests: ['failed a.test.js: fails', 'passed a.test.js: passes'],
  })
})

test('a line that a killed run was writing is not read', () => {
  const text = '{"units":["a.test.ts","b.test.ts"]}\n{"test":"a.test.ts: x","state":"passed","ms":1}\n{"ended":"a.te'
  expect(readProgress(text)).toMatchObject({ passed: 1, failed: 2, left: ['a.test.ts', 'b.test.ts'] })
})
