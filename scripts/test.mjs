// npm test: every check, cheapest first; --quick leaves out what needs a build or a browser.
// A check counts as one; the last line gives the true totals.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { build } from './build.mjs'
import { aptInstall, setup } from './setup.mjs'
import { checkSizes } from './size.mjs'

/** What hangs is ended after so long, for a run that never ends tells nobody why, ms. */
const PATIENCE = 30 * 60_000

/**
 * What the oldest PostgreSQL that we support could refuse: every call as every role, and the statements of rules, lists
 * and reports. The rest of the suite has nothing to do with its version.
 */
const OLDEST = ['roles', 'rule-types', 'backtests', 'rule-stages', 'paging', 'sync', 'reports', 'screening-lists']

const quick = process.argv.includes('--quick')
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []

await setup()

const beside = { beside: true }
await stage('format', () => one(tool('oxfmt', ['--check', '.'])))
await Promise.all([
  stage('types', () => one(ran(process.execPath, ['scripts/types.mjs'], beside))),
  stage('lint', () => one(tool('oxlint', ['--type-aware'], beside))),
  stage('dead code', () => one(tool('knip', [], beside))),
])
await stage('tests', () => vitest())
if (!quick) {
  await stage('contract on PostgreSQL 15', oldestPostgres)
  await stage('build', () => one(build()))
  await stage('sizes', () => one(checkSizes()))
  await stage('end to end', playwright)
  await stage('failure matrix', () =>
    one(run(['tests/failure-matrix.ts', '.cache/vitest.json', '.cache/playwright.json'])),
  )
  await Promise.all([
    // again with the seed that it prints: npm run fuzz -- --n 2000 --seed S
    stage('fuzz', () => one(run(['tests/fuzz/main.ts', '--n', '2000'], beside))),
    // a minute of it; again with the seed that it prints: npm run soak -- --seed S
    stage('soak', () => one(run(['tests/soak/main.ts', '--minutes', '1'], beside))),
  ])
}

if (failures.length > 0) console.log(`\nfailed:\n${failures.map((each) => `  ${each}`).join('\n')}`)
console.log(
  `\n${total.passed} passed, ${total.failed} failed` + (total.skipped > 0 ? `, ${total.skipped} skipped` : ''),
)
process.exitCode = total.failed > 0 ? 1 : 0

async function stage(name, work) {
  console.log(`\n--- ${name}`)
  const started = performance.now()
  const counts = await work()
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0
  if (counts.failed > 0) failures.push(name, ...(counts.names ?? []).map((each) => `  ${each}`))
  console.log(
    `--- ${name}: ${counts.failed > 0 ? 'FAILED' : 'done'} in ${Math.round((performance.now() - started) / 1000)} s`,
  )
}

async function one(good) {
  return (await good) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function oldestPostgres() {
  const folders = ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin', '/opt/homebrew/opt/postgresql@15/bin']
  const find = () => folders.find((each) => existsSync(`${each}/initdb`))
  // a server of databases is put on a machine only by who owns it
  const bin = find() ?? (process.getuid?.() === 0 && aptInstall('postgresql-15') ? find() : undefined)
  if (bin)
    return vitest(
      { TEST_POSTGRES_BIN: bin },
      ['--project=server', ...OLDEST.map((name) => `tests/contract/${name}`)],
      'oldest.json',
    )
  console.log(
    `SKIPPED: there is no PostgreSQL 15 on this machine, and none to be installed (looked in ${folders.join(', ')})`,
  )
  return { passed: 0, failed: 0, skipped: 1 }
}

async function vitest(env = {}, only = [], name = 'vitest.json') {
  const file = fresh(name)
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...only,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const good = await ran(process.execPath, args, { env: { ...process.env, ...env } })
  const report = read(file)
  if (!report) return one(false)
  // A file that does not load has no tests of its own: it counts as one failure.
  const unloaded = report.testResults.filter((each) => each.status === 'failed' && each.assertionResults.length === 0)
  return agree(good, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [
      ...unloaded.map((each) => relative('.', each.name)),
      ...report.testResults.flatMap(({ name: place, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${relative('.', place)}: ${fullName}`),
      ),
    ],
  })
}

async function playwright() {
  if (!existsSync('dist/index.html')) return complain('there is no build to test')
  const specs =
    existsSync('tests/e2e') && readdirSync('tests/e2e', { recursive: true }).some((name) => name.endsWith('.spec.ts'))
  if (!specs) return complain('there are no end-to-end tests in tests/e2e')
  try {
    await setup({ chromium: true })
  } catch (error) {
    return complain(`there is no Chromium to be had (${error.message})`)
  }
  const file = fresh('playwright.json')
  const good = await ran(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const report = read(file)
  if (!report) return one(false)
  return agree(good, {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + report.errors.length,
    skipped: report.stats.skipped,
    names: report.suites
      .flatMap(specsIn)
      .flatMap(({ file: place, line, title, ok }) => (ok ? [] : [`${place}:${line} ${title}`])),
  })
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

/** A runner that ends badly without a failed test has failed all the same. */
function agree(good, counts) {
  return good || counts.failed > 0 ? counts : { ...counts, failed: 1, names: ['an error outside of any test'] }
}

function complain(reason) {
  console.error(`not run: ${reason}`)
  return one(false)
}

function tool(name, args, options) {
  return ran('npx', ['--no-install', name, ...args], options)
}

/** A program of ours, in TypeScript. */
function run(args, options) {
  return ran(process.execPath, ['scripts/run.mjs', ...args], options)
}

/** True when the program ends with 0. What runs beside others is printed in one piece when it has ended. */
function ran(file, args, { beside = false, ...options } = {}) {
  const program = spawn(file, args, {
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: file === 'npx' && process.platform === 'win32',
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    ...options,
  })
  const output = []
  program.stdout?.on('data', (part) => output.push(part))
  program.stderr?.on('data', (part) => output.push(part))
  return new Promise((settle) => {
    const end = (good, problem) => {
      process.stdout.write(Buffer.concat(output))
      if (problem) console.error(`${file} ${args.join(' ')}: ${problem}`)
      settle(good)
    }
    program.on('error', (error) => end(false, error.message))
    program.on('close', (status, signal) => end(status === 0, signal === 'SIGKILL' ? 'hung' : undefined))
  })
}

function fresh(name) {
  const file = `.cache/${name}`
  mkdirSync('.cache', { recursive: true })
  rmSync(file, { force: true })
  return file
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
