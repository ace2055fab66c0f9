// npm test: every check, cheapest first; --quick leaves out what needs a build or a browser, and the slowest tests (vitest.config.ts).
// A check counts as one; the last line gives the true totals.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readProgress } from './progress.mjs'
import { findOldestPostgres, setup } from './setup.mjs'
import { runProgram } from './run-program.mjs'
import { checkSizes } from './size.mjs'
import { timesTable, writeTimes } from './test-times.mjs'
import { build } from './build.mjs'
import { watchProcessorTime } from './processor-time.mjs'

/**
 * The limit of a stage on two cores that have nothing else to do, in seconds. Together they are what `npm test` may
 * take: 20 minutes. A slower machine has three times as long, and at least ten minutes; what is not through by then is
 * ended, named and failed.
 */
const BUDGET = {
  format: 10,
  'types, lint, dead code': 60,
  tests: 380,
  build: 25,
  sizes: 5,
  'end to end': 600,
  'failure matrix': 5,
  'fuzz and soak': 115,
}
const PATIENCE = 3
const LEAST_PATIENCE_MS = 10 * 60_000

const beside = { beside: true }

const quick = process.argv.includes('--quick')
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const times = { stages: [], tests: [] }

await setup()

await stage('format', async (run) => one('format', await tool(run, 'oxfmt', ['--check', '.'])))
await stage('types, lint, dead code', (run) =>
  Promise.all([
    run(process.execPath, ['scripts/types.mjs'], beside).then((good) => one('types', good)),
    tool(run, 'oxlint', ['--type-aware'], beside).then((good) => one('lint', good)),
    tool(run, 'knip', [], beside).then((good) => one('dead code', good)),
  ]),
)
await stage('tests', (run) => vitest(run))
if (!quick) {
  await stage('build', async () => one('build', build()))
  await stage('sizes', async () => one('sizes', checkSizes()))
  await stage('end to end', playwright)
  await stage('failure matrix', async (run) =>
    one('failure matrix', await ours(run, ['tests/failure-matrix.ts', '.cache/vitest.json', '.cache/playwright.json'])),
  )
  await stage('fuzz and soak', (run) =>
    Promise.all([
      // again with the seed that it prints: npm run fuzz -- --n 2000 --seed S
      ours(run, ['tests/fuzz/main.ts', '--n', '2000'], beside).then((good) => one('fuzz', good)),
      // a minute of it; again with the seed that it prints: npm run soak -- --seed S
      ours(run, ['tests/soak/main.ts', '--minutes', '1'], beside).then((good) => one('soak', good)),
    ]),
  )
}

writeTimes(times)
console.log(`\n${timesTable(times)}`)
if (failures.length > 0) console.log(`\nfailed:\n${failures.map((each) => `  ${each}`).join('\n')}`)
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs `work` with a function that starts programs, which are ended when the stage has had its time. */
async function stage(name, work) {
  const budget = BUDGET[name]
  console.log(`\n--- ${name}: budget ${budget} s`)
  const started = performance.now()
  const deadline = Date.now() + Math.max(budget * PATIENCE * 1000, LEAST_PATIENCE_MS)
  const watch = watchProcessorTime(name)
  const run = (file, args, options = {}) =>
    runProgram(file, args, { ...options, deadline, env: { ...process.env, ...options.env, ...watch.env } })
  const counts = [await work(run)].flat()
  const wall = (performance.now() - started) / 1000
  const processor = watch.end()
  times.stages.push({ name, budget, wall, processor })
  for (const { passed, failed, skipped = 0, names = [], tests = [] } of counts) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    if (failed > 0) failures.push(name, ...names.map((each) => `  ${each}`))
    times.tests.push(...tests)
  }
  const hasFailed = counts.some(({ failed }) => failed > 0)
  console.log(
    `--- ${name}: ${hasFailed ? 'FAILED' : 'done'} in ${Math.round(wall)} s${wall > budget ? ', over its budget' : ''}`,
  )
}

function one(name, good) {
  return good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, names: [name] }
}

/** The oldest supported PostgreSQL, as an environment; empty where there is none. */
function oldestPostgres() {
  const bin = findOldestPostgres()
  if (bin) return { OLDEST_POSTGRES_BIN: bin }
  console.log('All tests run on the embedded PostgreSQL: there is no PostgreSQL 15, here or from npm.')
  return {}
}

function vitest(run) {
  const report = ['--reporter=json', `--outputFile.json=${fresh('vitest.json')}`]
  const args = ['run', '--reporter=default', '--reporter=./scripts/progress-reporter.mjs', ...report]
  const env = quick ? { DOCKET_QUICK: '1' } : oldestPostgres()
  return reported(run, ['node_modules/vitest/vitest.mjs', ...args], env)
}

async function playwright(run) {
  if (!existsSync('dist/index.html')) return complain('there is no build to test')
  const specs =
    existsSync('tests/e2e') && readdirSync('tests/e2e', { recursive: true }).some((name) => name.endsWith('.spec.ts'))
  if (!specs) return complain('there are no end-to-end tests in tests/e2e')
  try {
    await setup({ chromium: true })
  } catch (error) {
    return complain(`there is no Chromium to be had (${error.message})`)
  }
  const reporters = ['list', 'json', './scripts/progress-reporter.mjs'].join(',')
  return reported(run, ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${reporters}`], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: fresh('playwright.json'),
  })
}

/** A runner of tests, counted by what it wrote down on its way. */
async function reported(run, args, env) {
  const file = fresh('progress.ndjson')
  const good = await run(process.execPath, args, { env: { ...env, DOCKET_PROGRESS: file } })
  const counts = readProgress(existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (counts.left.length > 0)
    console.error(`left when the time was up:\n${counts.left.map((each) => `  ${each}`).join('\n')}`)
  if (counts.retried.length > 0)
    console.error(`passed at the second try:\n${counts.retried.map((each) => `  ${each}`).join('\n')}`)
  // a runner that ends badly without a failed test has failed all the same
  if (good || counts.failed > 0) return counts
  return { ...counts, failed: 1, names: ['an error outside of any test'] }
}

function complain(reason) {
  console.error(`not run: ${reason}`)
  return one(reason, false)
}

function tool(run, name, args, options) {
  return run('npx', ['--no-install', name, ...args], options)
}

/** A program of ours, in TypeScript. */
function ours(run, args, options) {
  return run(process.execPath, ['scripts/run.mjs', ...args], options)
}

function fresh(name) {
  const file = `.cache/${name}`
  mkdirSync('.cache', { recursive: true })
  rmSync(file, { force: true })
  return file
}
